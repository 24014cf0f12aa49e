"""my-extension: one JSON object per line, each way. Nothing to install."""

import json
import sys

NAME = "my-extension"


def send(frame):
    # stdout belongs to the protocol; use log() for everything else.
    sys.stdout.write(json.dumps(frame) + "\n")
    sys.stdout.flush()


def log(*words):
    print(*words, file=sys.stderr, flush=True)


def greet(args):
    return f"Hello, {args or 'stranger'}!"


def count(args):
    return f"{len(args['text'].split())} words"


def run_command(frame):
    display = greet(frame.get("args", ""))
    send({"type": "command_response", "id": frame["id"], "action": "display", "display": display})


def call_tool(frame):
    try:
        text, failed = count(frame["args"]), False
    except Exception as error:  # the model reads what went wrong
        text, failed = f"{type(error).__name__}: {error}", True
    content = [{"type": "text", "text": text}]
    send({"type": "tool_result", "id": frame["id"], "content": content, "is_error": failed})


def main():
    send({"type": "hello", "name": NAME, "version": "0.1.0", "capabilities": ["commands", "tools"]})
    send({"type": "register_command", "name": NAME, "description": "Greets you"})
    send({
        "type": "register_tool",
        "name": "my_extension_count",
        "description": "Counts the words of a text.",
        "schema": {
            "type": "object",
            "properties": {"text": {"type": "string", "description": "the text to count"}},
            "required": ["text"],
        },
    })
    send({"type": "ready"})
    # The loop ends when zot closes our stdin, so nothing is left behind when zot goes.
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        frame = json.loads(line)
        kind = frame.get("type")
        if kind == "command_invoked":
            run_command(frame)
        elif kind == "tool_call":
            call_tool(frame)
        elif kind == "shutdown":
            send({"type": "shutdown_ack"})
            return


if __name__ == "__main__":
    main()
