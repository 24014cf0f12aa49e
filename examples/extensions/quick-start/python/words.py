import json
import sys


def send(frame):
    print(json.dumps(frame), flush=True)


send({"type": "hello", "name": "words", "version": "1.0.0"})
send({
    "type": "register_tool",
    "name": "count_words",
    "description": "Counts the words of a text.",
    "schema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
})
send({"type": "register_command", "name": "shout", "description": "Fills the editor, in capitals"})
send({"type": "ready"})

for line in sys.stdin:
    frame = json.loads(line)
    if frame["type"] == "tool_call":
        result = {"type": "tool_result", "id": frame["id"]}
        try:
            text = f'{len(frame["args"]["text"].split())} words'
        except Exception as error:  # a model may leave an argument out
            text, result["is_error"] = repr(error), True
        send({**result, "content": [{"type": "text", "text": text}]})
    elif frame["type"] == "command_invoked":
        insert = frame["args"].upper()
        send({"type": "command_response", "id": frame["id"], "action": "insert", "insert": insert})
    elif frame["type"] == "shutdown":
        send({"type": "shutdown_ack"})
        break
