"""The protocol by hand: one JSON object per line, each way. Nothing to install."""

import json
import platform
import sys


def send(frame):
    sys.stdout.write(json.dumps(frame) + "\n")
    sys.stdout.flush()


def answer(frame):
    kind = frame.get("type")
    if kind == "command_invoked":
        name = frame.get("args") or "stranger"
        text = f"Hello, {name}, from Python {platform.python_version()}!"
        send({"type": "command_response", "id": frame["id"], "action": "display", "display": text})
    elif kind == "tool_call":
        text = str(frame["args"].get("text", ""))[::-1]
        send({"type": "tool_result", "id": frame["id"], "content": [{"type": "text", "text": text}]})
    elif kind == "shutdown":
        send({"type": "shutdown_ack"})
        sys.exit(0)


send({"type": "hello", "name": "hello-py", "version": "1.0.0", "capabilities": ["commands", "tools"]})
send({"type": "register_command", "name": "hello-py", "description": "Greets you from Python"})
send({
    "type": "register_tool",
    "name": "reverse",
    "description": "Reverses a text.",
    "schema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
})
send({"type": "ready"})

# The loop ends when zot closes our stdin, so nothing is left behind when zot goes.
for line in sys.stdin.buffer:
    if line.strip():
        answer(json.loads(line))
