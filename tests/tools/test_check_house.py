#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that tools/check_house.py finds each fault it promises to find, on little trees made for it."""

import os
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("LEAPER_SOURCE", Path(__file__).parents[2]))
sys.path.insert(0, str(SOURCE / "tools"))
sys.dont_write_bytecode = True

import check_house  # noqa: E402

HEAD = "// SPDX-License-Identifier: GPL-3.0-or-later\n// A file.\n"


class CheckHouse(unittest.TestCase):
    def faults(self, check, files):
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            for path, text in files.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(HEAD + text)
            return [f"{path.relative_to(root)}:{line}" for path, line, _ in check(root)]

    def test_include_from_below(self):
        files = {"src/base/a.h": "", "src/board/b.h": '#include "base/a.h"\n'}
        self.assertEqual(self.faults(check_house.check_layers, files), [])
        files["src/base/a.h"] = '\n#include "board/b.h"\n'
        self.assertEqual(self.faults(check_house.check_layers, files), ["src/base/a.h:4"])

    def test_include_that_is_no_file(self):
        self.assertEqual(self.faults(check_house.check_layers, {"src/base/a.c": '#include "a.h"\n'}),
                         ["src/base/a.c:3"])

    def test_unknown_folder(self):
        self.assertEqual(self.faults(check_house.check_layers, {"src/attic/a.c": ""}), ["src/attic/a.c:1"])

    def test_tours_share_the_board_only(self):
        files = {"src/position/p.h": "", "src/tours/t.c": '#include "position/p.h"\n'}
        self.assertEqual(self.faults(check_house.check_layers, files), ["src/tours/t.c:3"])

    def test_circle(self):
        files = {"src/base/a.h": '#include "base/b.h"\n', "src/base/b.h": '#include "base/a.h"\n'}
        self.assertEqual(len(self.faults(check_house.check_circles, files)), 1)

    def test_rooms_inside_rooms(self):
        files = {"src/tours/mitm/m.c": '#include "tours/board/b.h"\n#include "board/square.h"\n', "src/tours/board/b.h": "",
                 "src/board/square.h": ""}
        self.assertEqual(self.faults(check_house.check_layers, files), [])
        files["src/board/square.h"] = '#include "tours/board/b.h"\n'
        self.assertEqual(self.faults(check_house.check_layers, files), ["src/board/square.h:3"])

    def test_room_that_is_too_large(self):
        files = {f"src/base/{n:02}.c": "" for n in range(25)} | {"src/base/more/x.c": "", "src/base/meson.build": ""}
        self.assertEqual(self.faults(check_house.check_rooms, files), [])
        files["src/base/25.h"] = ""
        self.assertEqual(self.faults(check_house.check_rooms, files), ["src/base/00.c:1"])

    def test_every_test_is_run(self):
        files = {"tests/base/meson.build": "unit_tests += {'base': ['text', 'error']}\n", "tests/base/test_text.c": "",
                 "tests/web/meson.build": "'play'", "tests/web/play.test.mjs": ""}
        self.assertEqual(self.faults(check_house.check_tests, files), [])
        files["tests/base/test_buffer.c"] = files["tests/web/lobby.test.mjs"] = ""
        self.assertEqual(sorted(self.faults(check_house.check_tests, files)),
                         ["tests/base/test_buffer.c:1", "tests/web/lobby.test.mjs:1"])

    def test_files_that_are_named_exist(self):
        files = {"src/base/a.h": "// See base/b.h and docs/rules.md.", "src/base/b.h": "", "docs/rules.md": "[a](../README.md)",
                 "README.md": "[the rules](docs/rules.md#fuel), [elsewhere](https://example.org/x.md)"}
        self.assertEqual(self.faults(check_house.check_names, files), [])
        files["src/base/c.h"] = "// See base/d.h."
        files["README.md"] = "[a page](docs/gone.md)"
        self.assertEqual(sorted(set(self.faults(check_house.check_names, files))), ["README.md:3", "src/base/c.h:3"])

    def test_game_named_outside_games(self):
        files = {"src/search/s.c": 'y = json_get(o, "fuel");'}
        self.assertEqual(self.faults(check_house.check_game_names, files), [])
        files["src/search/s.c"] = 'if (strcmp(game->name, "fuel") == 0)'
        self.assertEqual(self.faults(check_house.check_game_names, files), ["src/search/s.c:3"])
        files["src/search/s.c"] = 'x = "hnefa"; // "hnefa"'
        self.assertEqual(self.faults(check_house.check_game_names, files), ["src/search/s.c:3"])
        files["src/search/s.c"] = '/* "hnefa" */ // "hans38"'
        self.assertEqual(self.faults(check_house.check_game_names, files), [])

    def test_subcommand_called_like_a_game(self):
        row = '    .name = "hamiltonian",'
        self.assertEqual(self.faults(check_house.check_game_names, {"src/cli/command.c": row}), [])
        self.assertEqual(self.faults(check_house.check_game_names, {"src/search/s.c": row}), ["src/search/s.c:3"])
        self.assertEqual(self.faults(check_house.check_game_names, {"src/cli/command.c": 'x = "hamiltonian";'}),
                         ["src/cli/command.c:3"])

    def test_reserved_calls(self):
        for folder, text in [("search", 'printf("x");'), ("base", "exit(1);"), ("server", "#include <sqlite3.h>"),
                             ("cli", "strcpy(a, b);"), ("archive", "#include <microhttpd.h>")]:
            with self.subTest(text=text):
                path = f"src/{folder}/f.c"
                self.assertEqual(self.faults(check_house.check_reserved, {path: text}), [path + ":3"])
        self.assertEqual(self.faults(check_house.check_reserved, {"src/cli/f.c": "exit(1); snprintf(a, 1, b);"}), [])

    def test_one_file_may_abort(self):
        for path, faults in [("src/base/memory_must.c", []), ("src/base/memory.c", [3]), ("src/cli/main.c", [3])]:
            with self.subTest(path=path):
                self.assertEqual(self.faults(check_house.check_reserved, {path: "abort();"}), [f"{path}:{n}" for n in faults])

    def test_words_that_stand_twice(self):
        files = {"src/base/a.c": "struct size size; // the size of a size\n", "tests/a.c": '"go ponder ponder"'}
        self.assertEqual(self.faults(check_house.check_files, files), [])
        for text in ["int a; // size size of b", '.help = "host host name",']:
            with self.subTest(text=text):
                self.assertEqual(self.faults(check_house.check_files, {"src/base/a.c": text}), ["src/base/a.c:3"])

    def test_leftovers_and_length(self):
        self.assertEqual(self.faults(check_house.check_files, {"src/base/a.c": "// TO" "DO: more"}),
                         ["src/base/a.c:3"])
        self.assertEqual(len(self.faults(check_house.check_files, {"src/base/a.c": "x;\n" * 700})), 1)

    def test_public_headers(self):
        header = ("#ifndef LEAPER_X_H\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
                  "LEAPER_API int leaper_x(void);\n#endif\n")
        files = {"src/meson.build": "public_headers = ['leaper', 'x']\n",
                 "include/leaper/leaper.h": "#ifndef LEAPER_LEAPER_H\n#include <leaper/x.h>\n#endif\n",
                 "include/leaper/x.h": header}
        self.assertEqual(self.faults(check_house.check_headers, files), [])
        for name, old, new in [("include/leaper/x.h", 'extern "C" {', ""), ("include/leaper/x.h", "leaper_x(", "x("),
                               ("include/leaper/x.h", "#ifdef", '#include "base/error.h"\n#ifdef'),
                               ("include/leaper/x.h", "#ifndef LEAPER_X_H", "#if 1"),
                               ("include/leaper/leaper.h", "<leaper/x.h>", "<stddef.h>"),
                               ("src/meson.build", "'leaper', 'x'", "'leaper'")]:
            with self.subTest(new=new):
                faulty = files | {name: files[name].replace(old, new)}
                self.assertEqual(len(self.faults(check_house.check_headers, faulty)), 1)

    def test_only_api_includes_public_headers(self):
        text = "#include <leaper/leaper.h>"
        self.assertEqual(self.faults(check_house.check_headers, {"src/cli/a.c": text}), ["src/cli/a.c:3"])
        self.assertEqual(self.faults(check_house.check_headers, {"src/api/a.c": text}), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
