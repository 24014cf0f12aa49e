"""Run with: python3 -m unittest discover test"""

import json
import pathlib
import subprocess
import sys
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent.parent


def talk(*frames):
    """Sends frames as zot would, and returns what came back."""
    lines = "".join(json.dumps(frame) + "\n" for frame in (*frames, {"type": "shutdown"}))
    done = subprocess.run(
        [sys.executable, "main.py"], cwd=FOLDER, input=lines, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


class MyExtension(unittest.TestCase):
    def test_registers_before_it_is_ready(self):
        kinds = [frame["type"] for frame in talk()]
        self.assertEqual(kinds, ["hello", "register_command", "register_tool", "ready", "shutdown_ack"])

    def test_the_command_greets_by_name(self):
        frames = talk({"type": "command_invoked", "id": "1", "name": "my-extension", "args": "Ada"})
        self.assertEqual(frames[4]["display"], "Hello, Ada!")

    def test_the_tool_counts_words(self):
        args = {"text": "one two  three"}
        frames = talk({"type": "tool_call", "id": "1", "name": "my_extension_count", "args": args})
        self.assertEqual(frames[4]["content"][0]["text"], "3 words")


if __name__ == "__main__":
    unittest.main()
