#!/usr/bin/env python3
"""Style that a compiler does not check: who may include whom, how long a file is, what may not occur.

    style_test.py               checks the tree this file stands in
    style_test.py --self-test   plants a fault for each rule in an empty tree and looks for it

A rule is a generator of faults over a Tree, and a line of RULES. Its planted faults stand beside it.
"""

import fnmatch
import re
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

# Folder -> which of our headers its files may include, besides its own folder's.
MAY_INCLUDE = {
    "explorer": [],
    "model": [f"explorer/{name}.h" for name in ("actor", "site", "program", "schedule", "contract")]
    + ["preemptcheck/version.h"],
    "properties": ["model/*.h"] + [f"explorer/{name}.h" for name in ("program", "contract", "fair_loop")],
    "fuzz": ["explorer/*.h", "model/*.h"],
    "cli": ["explorer/*.h", "model/*.h", "properties/*.h", "fuzz/*.h", "preemptcheck/version.h"],
    "tests": ["*"],
    "bench": ["*"],
}

# Header of somebody else's -> which files may include it. A header of ours never does, so that an
# upgrade touches few files.
THIRD_PARTY = {
    "boost/*": ["explorer/fiber.cpp"],
    "xxhash.h": ["explorer/*.cpp"],
    "sanitizer/*": ["explorer/*.cpp"],
    "yaml-cpp/*": ["model/manifest_*.cpp", "model/yaml_*.cpp", "tests/*"],
    "nlohmann/*": ["model/trace_*.cpp", "cli/*.cpp", "tests/*"],
    "fmt/*": ["model/*.cpp", "properties/*.cpp", "cli/*.cpp", "tests/*", "bench/*"],
    "CLI/*": ["cli/*.cpp"],
    "rapidcheck.h": ["fuzz/*", "tests/*"],
    "rapidcheck/*": ["fuzz/*", "tests/*"],
    "gtest/*": ["tests/*"],
    "benchmark/*": ["bench/*"],
    # The operating system: where memory, files and terminals are handled.
    "sys/*": ["explorer/*.cpp", "model/trace_*.cpp", "cli/*.cpp", "tests/*", "bench/*"],
    "unistd.h": ["explorer/*.cpp", "model/trace_*.cpp", "cli/*.cpp", "tests/*", "bench/*"],
    "fcntl.h": ["model/trace_*.cpp", "cli/*.cpp", "tests/*"],
    "signal.h": ["cli/*.cpp", "tests/*"],
    # The library folders do not print.
    "iostream": ["cli/*", "tests/*", "bench/*"],
}

LINES_MAX = 400
# A file that is longer, and its lines now: it may shrink, not grow, and leaves the list at LINES_MAX.
LONG_FILES: dict[str, int] = {}

SOURCE = ("*.h", "*.cpp")
CODE = SOURCE + ("*.py", "*.cmake", "*.in", "*CMakeLists.txt", "scripts/*", ".ci/*", "try", "check")


class Tree:
    """The files of a tree that git tracks or would track; all of them where git does not answer."""

    def __init__(self, root: Path):
        self.root = root
        self.texts: dict[str, str] = {}
        for path in sorted(self._paths()):
            file = root / path
            if file.is_symlink() or not file.is_file():
                continue
            try:
                self.texts[path] = file.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                pass  # no text

    def _paths(self):
        try:
            listed = subprocess.run(
                ["git", "-C", str(self.root), "ls-files", "-z", "-co", "--exclude-standard", "."],
                capture_output=True, text=True, check=True)
            return [path for path in listed.stdout.split("\0") if path]
        except (OSError, subprocess.CalledProcessError):
            paths = (p.relative_to(self.root).as_posix() for p in self.root.rglob("*"))
            return [p for p in paths if not p.startswith((".git/", "build/"))]

    def lines(self, patterns=("*",), folders=None):
        """(path, line number, line) of every file that matches a pattern."""
        for path, text in self.texts.items():
            if folders is not None and path.split("/")[0] not in folders:
                continue
            if matches(path, patterns):
                for number, line in enumerate(text.splitlines(), 1):
                    yield path, number, line


def matches(path, patterns):
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns)


def includes_follow_the_dependencies(tree):
    for path, number, line in tree.lines(SOURCE, MAY_INCLUDE):
        found = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
        if not found:
            continue
        folder, header = path.split("/")[0], found[1]
        if path.startswith("tests/consumer/"):
            continue  # another project: the installed headers are all it sees
        if "/" not in header or header.startswith("."):
            yield f'{path}:{number}: write "{header}" from the root of the source tree'
        elif not matches(header, [f"{folder}/*"] + MAY_INCLUDE[folder]):
            yield f"{path}:{number}: {folder}/ may not include {header} (MAY_INCLUDE)"


def third_party_headers_stay_in_their_files(tree):
    for path, number, line in tree.lines(SOURCE, MAY_INCLUDE):
        found = re.match(r"\s*#\s*include\s*<([^>]+)>", line)
        if not found:
            continue
        header = found[1]
        allowed = [files for name, files in THIRD_PARTY.items() if matches(header, [name])]
        if not allowed and re.search(r"[/.]", header):
            yield f"{path}:{number}: <{header}> is not in THIRD_PARTY"
        elif allowed and not matches(path, allowed[0]):
            yield f"{path}:{number}: only {', '.join(allowed[0])} may include <{header}>"


def headers_are_guarded(tree):
    # That each also compiles alone is the build's affair: CMAKE_VERIFY_INTERFACE_HEADER_SETS.
    for path, text in tree.texts.items():
        if matches(path, ["*.h"]) and "\n#pragma once\n" not in "\n" + text:
            yield f"{path}:1: a header says #pragma once"


def files_are_short(tree):
    for path, text in tree.texts.items():
        if not matches(path, CODE):
            continue
        count, listed = len(text.splitlines()), LONG_FILES.get(path)
        if listed is None and count > LINES_MAX:
            yield f"{path}:{count}: {count} lines, more than {LINES_MAX}: divide it"
        elif listed is not None and count > listed:
            yield f"{path}:{count}: grew from {listed} to {count} lines: divide it"
        elif listed is not None and count < listed:
            yield f"{path}:{count}: shrank to {count} lines: say so in LONG_FILES"
    for path in LONG_FILES.keys() - tree.texts.keys():
        yield f"{path}:0: is in LONG_FILES and does not exist"


LATER = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" * 3]) + r")\b")


def nothing_is_put_off(tree):
    for path, number, line in tree.lines(CODE + ("*.md", "*.json", "*.yaml")):
        if LATER.search(line):
            yield f"{path}:{number}: do it, or file an issue"


def what_is_printed_has_an_order(tree):
    for path, number, line in tree.lines(SOURCE, ["cli", "model", "properties"]):
        if re.search(r"\bunordered_(multi)?(map|set)\b", line):
            yield f"{path}:{number}: the order of an unordered container differs between machines"


def machine_names():
    """What betrays the machine a file was written on."""
    names = [r"(?<![\w.-])/(work|root)/", r"(?<![\w.-])/home/\w", r"(?<![\w.-])/tmp/k"]
    host = socket.gethostname()
    if len(host) >= 8 and re.search(r"[\d-]", host):  # not an ordinary word
        names.append(re.escape(host))
    return re.compile("|".join(names))


def no_file_names_a_machine(tree):
    machine = machine_names()
    for path, number, line in tree.lines():
        if path != "tests/style/style_test.py" and machine.search(line):
            yield f"{path}:{number}: names a path or host of one machine"


# Rule -> files that each hold exactly one fault.
RULES = {
    includes_follow_the_dependencies: [
        ("explorer/bad.cpp", '#include "model/world.h"\n'),
        ("model/bad.cpp", '#include "explorer/search.h"\n'),
        ("model/bad.cpp", '  #  include "properties/registry.h"\n'),
        ("properties/bad.h", '#pragma once\n#include "cli/report.h"\n'),
        ("cli/bad.cpp", '#include "tests/helpers.h"\n'),
        ("cli/bad.cpp", '#include "report.h"\n'),
        ("cli/bad.cpp", '#include "../model/world.h"\n'),
    ],
    third_party_headers_stay_in_their_files: [
        ("explorer/search.cpp", "#include <boost/context/fiber.hpp>\n"),
        ("explorer/bad.h", "#pragma once\n#include <xxhash.h>\n"),
        ("model/world.h", "#pragma once\n#include <fmt/format.h>\n"),
        ("model/world.cpp", "#include <iostream>\n"),
        ("cli/bad.cpp", "#include <boost/asio.hpp>\n"),
        ("cli/bad.cpp", "#include <never/heard_of.h>\n"),
    ],
    headers_are_guarded: [("model/bad.h", "// #pragma once\nint f();\n")],
    files_are_short: [("cli/bad.cpp", "//\n" * (LINES_MAX + 1))],
    nothing_is_put_off: [
        ("cli/bad.cpp", "// TO" + "DO: later\n"),
        ("docs/bad.md", "FIX" + "ME\n"),
        ("scripts/bad", "# " + "X" * 3 + "\n"),
    ],
    what_is_printed_has_an_order: [
        ("cli/bad.cpp", "std::unordered_map<int, int> map;\n"),
        ("properties/bad.cpp", "#include <unordered_set>\n"),
    ],
    no_file_names_a_machine: [
        ("counterexamples/bad.json", '{"scenario": "/work/main/scenarios/a.yaml"}\n'),
        ("docs/bad.md", "Run /home/somebody/preemptcheck\n"),
        ("README.md", "written to /tmp/kx/out\n"),
    ],
}

# What no rule may object to.
CLEAN = {
    "explorer/fiber.cpp": "#include <boost/context/fiber.hpp>\n#include <vector>\n",
    "explorer/visited.cpp": "#include <xxhash.h>\n#include <unordered_map>\n",
    "model/world.h": '// The world.\n#pragma once\n#include "explorer/actor.h"\n',
    "model/trace_file.cpp": '#include <nlohmann/json.hpp>\n#include "preemptcheck/version.h"\n',
    "cli/main.cpp": '#include <iostream>\n#include "properties/registry.h"\n',
    "tests/cli/main_test.cpp": '#include <gtest/gtest.h>\n// mkstemp("trace-' + "X" * 6 + '")\n',
    "docs/guide.md": "Debian's /usr/share, https://example.org/work/home/\n" * (LINES_MAX + 1),
}


def faults_of(tree):
    return [(rule, fault) for rule in RULES for fault in rule(tree)]


def tree_of(files):
    with tempfile.TemporaryDirectory(prefix="style-") as folder:
        for path, text in files.items():
            file = Path(folder) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return Tree(Path(folder))


def self_test():
    wrong = [f"finds a fault in a clean tree: {fault}" for _, fault in faults_of(tree_of(CLEAN))]
    planted_count = 0
    for rule, planted in RULES.items():
        for path, text in planted:
            planted_count += 1
            found = faults_of(tree_of({**CLEAN, path: text}))
            if [r for r, fault in found if fault.startswith(f"{path}:")] != [rule]:
                wrong.append(f"{rule.__name__} alone should object to {path}: {text[:60]!r}; {found}")
    return wrong, f"{planted_count} planted faults found by {len(RULES)} rules"


def main(arguments):
    if arguments == ["--self-test"]:
        wrong, done = self_test()
    elif not arguments:
        tree = Tree(Path(__file__).resolve().parents[2])
        wrong = [fault for _, fault in faults_of(tree)]
        if "tests/style/style_test.py" not in tree.texts:
            wrong.append("the tree was not read: this file itself is not in it")
        done = f"{len(tree.texts)} files follow {len(RULES)} rules"
    else:
        print(__doc__, file=sys.stderr)
        return 2
    for line in wrong:
        print(line)
    if not wrong:
        print(done)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
