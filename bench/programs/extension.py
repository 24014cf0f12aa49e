import json
import sys


def send(frame):
    sys.stdout.write(json.dumps(frame) + "\n")
    sys.stdout.flush()


send({"type": "hello", "name": "bench", "version": "1.0.0", "capabilities": ["tools"]})
send({"type": "register_tool", "name": "echo", "description": "echoes", "schema": {"type": "object"}})
send({"type": "ready"})
for line in sys.stdin:
    if json.loads(line)["type"] == "shutdown":
        break
