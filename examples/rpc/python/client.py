"""Drives `zot rpc` from Python, without a library: one JSON object a line, both ways.

    python3 client.py "your prompt" -- zot rpc --provider offline
"""

import json
import subprocess
import sys

arguments = sys.argv[1:]
cut = arguments.index("--") if "--" in arguments else len(arguments)
prompt = " ".join(arguments[:cut]) or "hello"
command = arguments[cut + 1 :] or ["zot", "rpc"]

zot = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def send(frame):
    zot.stdin.write(json.dumps(frame).encode() + b"\n")
    zot.stdin.flush()


send({"id": "1", "type": "hello"})
send({"id": "2", "type": "prompt", "message": prompt})

for line in zot.stdout:
    frame = json.loads(line)
    kind = frame["type"]
    if kind == "response" and not frame["success"]:
        sys.exit(f"{frame['command']}: {frame['error']}")
    if kind == "response" and frame["command"] == "hello":
        print("connected to", frame["data"]["model"])
    elif kind == "text_delta":
        print(frame["delta"], end="", flush=True)
    elif kind == "tool_call":
        print(f"[{frame['name']} {json.dumps(frame['args'])}]")
    elif kind == "error":
        print(frame["message"], file=sys.stderr)
    elif kind == "done":
        print()
        zot.stdin.close()  # zot leaves when nobody can ask for more

sys.exit(zot.wait())
