# SPDX-License-Identifier: GPL-3.0-or-later
"""The examples run and print what they should, the same in C and in Python."""

import ast
import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import leaper

SOURCE = Path(os.environ.get("LEAPER_SOURCE", Path(__file__).resolve().parents[2]))
EXAMPLES = SOURCE / "docs" / "examples"


def run_cell(code, names):
    """Runs a cell as a notebook does; returns what it prints and the value of its last expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    value = None
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return output.getvalue(), value


@unittest.skipUnless(leaper.has_feature("meeting"), "the library counts small boards only")
class ExamplesTest(unittest.TestCase):
    def run_in(self, folder, command):
        environment = {**os.environ, "PYTHONPATH": str(Path(leaper.__file__).resolve().parents[1])}
        return subprocess.run(
            command, cwd=folder, env=environment, check=True, capture_output=True, text=True
        ).stdout

    def test_program(self):
        with tempfile.TemporaryDirectory() as folder:
            output = self.run_in(folder, [sys.executable, str(EXAMPLES / "first_steps.py")])
            self.assertIn("turns: 20, perft 3: 8902\n", output)
            self.assertIn("/RNBQKBNR w KQkq - 0 1 20x32\n", output)
            self.assertRegex(output, r"(?m)^result: (white|black) \(.+\)$")
            self.assertIn("</svg>", (Path(folder) / "tour.svg").read_text(encoding="utf-8"))
            compiler = shutil.which("cc")
            library = os.environ.get("LEAPER_LIBRARY")
            if not compiler or not library:
                self.skipTest("no C compiler, or the library is the system's")
            program = str(Path(folder) / "first_steps")
            link = [str(EXAMPLES / "first_steps.c"), f"-I{SOURCE / 'include'}", library]
            self.run_in(folder, [compiler, *link, f"-Wl,-rpath,{Path(library).parent}", "-o", program])
            self.assertEqual(self.run_in(folder, [program]), output)

    def test_notebook(self):
        notebook = json.loads((EXAMPLES / "first_steps.ipynb").read_text(encoding="utf-8"))
        self.assertEqual(notebook["nbformat"], 4)
        names = {}
        printed, pictures = "", 0
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                self.assertEqual(cell["outputs"], [], "the notebook is kept without outputs")
                output, value = run_cell("".join(cell["source"]), names)
                printed += output
                if hasattr(value, "_repr_svg_"):
                    self.assertTrue("</svg>" in value._repr_svg_())
                    pictures += 1
        self.assertEqual(pictures, 3)
        self.assertIn("turns: 20, perft 3: 8902\n", printed)
        self.assertIn('[Event "First steps"]', printed)
        self.assertIn("13267364410532 9862", printed)

    def test_guide(self):
        guide = (SOURCE / "docs" / "python.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
        self.assertGreater(len(blocks), 4)
        names = {"text": "1. e4 *\n\n1. Ke2 *"}
        with tempfile.TemporaryDirectory() as folder:
            games = Path(folder) / "games.pgn"
            games.write_text("1. e4 *\n", encoding="utf-8")
            for block in blocks:
                block = block.replace('"games.pgn"', repr(str(games))).replace("time=5", "depth=3").replace("100000", "1000")
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(block, "python.md", "exec"), names)
        self.assertEqual(names["tours"].board, "6x6")


if __name__ == "__main__":
    unittest.main()
