#!/usr/bin/env python3
"""Expected messages of the whole command, and whether every row of support/diag.def has a test.

Usage: run.py BUILD [FILE.cl ...]

Each FILE.cl (default: all beside this script) is compiled by BUILD/bin/occ with the switches of
its first line, `// options: -Wall -mcpu=gfx803`; -fsyntax-only is there unless the line asks for
another output.  The messages must be those that comments ask for, no more and no fewer:

  x = y;   // error: part of the text
  x = y;   // warning: one // note: another of the same line
  x = y;   // error: text // range: 5-9 // fixit: 7 ->

range: columns of the first and last character that a message of this line underlines; fixit: the
column and the text that it proposes ("7-8 text": it replaces these columns).  Errors and
warnings must come in the order of their lines; one in an included file counts where that is
included.  A file without its own place for a message says `// nowhere: error: text` anywhere, one for a message in an
included file `// header.h:7: error: text`.  Ranges and fix-its that no comment names are allowed.

Without files, a row of diag.def is missed when neither these files nor those of test/frontend and
test/sema and test/driver/test_link.c (whose programs tell through OCC_DIAG_IDS) made its message appear; and a warning of
sema/warn* is wrong without a family.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
OUTPUTS = ("-c", "-S", "-E", "-M", "-MM", "-emit-ir", "-fsyntax-only")


# Programs that are too large to keep: the row that each must get, with one other error at most.
LIMITS = {
    "include_too_deep": '#include __FILE__\n',
    "token_too_long": "int " + "a" * 65536 + ";\n",
    "conditionals_too_deep": "#if 1\n" * 10000,
    "condition_too_deep": "#if " + "(" * 10000 + "1" + ")" * 10000 + "\n#endif\n",
    "macro_chain_too_deep": "".join(f"#define M{i} M{i + 1}\n" for i in range(10000)) + "int a = M0;\n",
    "macro_invocations_too_deep": "#define F(x) x\nint a = " + "F(" * 10000 + "1" + ")" * 10000 + ";\n",
    "too_many_macro_tokens": "#define A0 1,1,1,1,1,1,1,1\n"
    + "".join(f"#define A{i + 1} A{i} A{i} A{i} A{i} A{i} A{i} A{i} A{i}\n" for i in range(8)) + "int a[] = {A8};\n",
    "too_many_macro_parameters": "#define F(" + ",".join(f"p{i}" for i in range(70000)) + ") 1\n",
    "brackets_too_deep": "int a = " + "(" * 10000 + "1" + ")" * 10000 + ";\n",
    "expression_too_deep": "int f(int x) { return x" + " + x" * 100000 + "; }\n",
    "declarator_too_deep": "int a" + "[1]" * 10000 + ";\n",
    "statement_too_deep": "void f(int x) {" + "if (x)" * 10000 + "; }\n",
    "too_many_inlined_instructions": "void f0(volatile global int *o) { " + "*o += 1;" * 100 + " }\n"
    + "".join(f"void f{i + 1}(volatile global int *o) {{ f{i}(o); f{i}(o); }}\n" for i in range(16))
    + "kernel void k(volatile global int *o) { f16(o); }\n",
    "program_too_deep": "void f(int x) {" + "if (x)" * 50000 + "; }\n",
}

SWITCHES = {"too_many_inlined_instructions": ["-finline-everything", "-S", "-o", "/dev/null"]}


class Message:
    def __init__(self, entry, path):
        self.level, self.text, self.id = entry["kind"], entry["message"], entry["id"]
        places = entry["locations"]
        here = os.path.abspath(path)
        self.line, self.ranges, self.fixits, self.met = 0, [], [], False
        carets = [p["caret"] for p in places if "start" not in p]
        if carets and os.path.abspath(carets[0]["file"]) == here:
            self.line = carets[0]["line"]
        elif carets:
            self.line = f'{os.path.basename(carets[0]["file"])}:{carets[0]["line"]}'
        for place in places:
            if "start" in place:
                self.ranges.append((place["start"]["column"], place["finish"]["column"]))
        for fixit in entry.get("fixits", []):
            start, past = fixit["start"]["column"], fixit["next"]["column"]
            columns = f"{start}" if past == start else f"{start}-{past - 1}"
            self.fixits.append(f'{columns} {fixit["string"]}'.rstrip())

    def __str__(self):
        more = "".join(f" // range: {a}-{b}" for a, b in self.ranges)
        more += "".join(f" // fixit: {f}" for f in self.fixits)
        return f"{self.line}: {self.level}: {self.text}{more}"


def messages_of(occ, path, switches):
    if not any(s in OUTPUTS for s in switches) and "-o" not in switches:
        switches = switches + ["-fsyntax-only"]
    command = [occ, *switches, "-fdiagnostics-format=json", os.path.abspath(path)]
    done = subprocess.run(command, capture_output=True, timeout=120, cwd=HERE)
    text = done.stderr.decode()
    start = text.find("[")
    if start < 0 or done.returncode not in (0, 1, 2):
        return None, f"status {done.returncode}: {text[:500]}"
    found = []
    for entry in json.loads(text[start:]):
        found.append(Message(entry, path))
        found += [Message(child, path) for child in entry["children"]]
    return found, None


def check_line(number, comments, found):
    """Complaints about the comments of one line."""
    here = [m for m in found if m.line == number]
    wrong = []
    for kind, text in comments:
        if kind == "range":
            fits = any(f"{a}-{b}" == text for m in here for a, b in m.ranges)
        elif kind == "fixit":
            fits = any(text == f for m in here for f in m.fixits)
        else:
            message = next((m for m in here if not m.met and m.level == kind and text in m.text), None)
            fits = message is not None
            if message:
                message.met = True
        if not fits:
            wrong.append(f"{number}: missing {kind}: {text}")
    return wrong


def check_order(found):
    """Complaints about messages that come past those of later lines."""
    wrong, last = [], 0
    for i, message in enumerate(found):
        if message.level == "note":
            continue
        line = message.line
        for note in found[i + 1:]:
            if note.level != "note" or isinstance(line, int):
                break
            line = note.line
        if isinstance(line, int) and line:
            if line < last:
                wrong.append(f"{line}: out of order: {message.text}")
            last = line
    return wrong


def check_file(occ, path):
    """Complaints about one file, and the ids of its messages."""
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.read().split("\n")
    first = re.match(r"// options:(.*)", lines[0])
    found, failure = messages_of(occ, path, first.group(1).split() if first else [])
    if failure:
        return [failure], set()
    wrong = []
    for number, line in enumerate(lines, 1):
        elsewhere = r"// (nowhere|[\w.]+:\d+): (error|warning|note): (.*)"
        for place, kind, text in re.findall(elsewhere, line):
            wrong += check_line(0 if place == "nowhere" else place, [(kind, text.strip())], found)
        line = re.split(elsewhere, line)[0]
        comments = re.findall(r"// (error|warning|note|range|fixit): (.*?)(?= // (?:error|warning|note"
                              r"|range|fixit): |$)", line)
        wrong += check_line(number, [(k, t.strip() if k != "fixit" else t) for k, t in comments], found)
    wrong += [f"unexpected {m}" for m in found if not m.met] + check_order(found)
    return wrong, {m.id for m in found}


def check_limits(occ):
    """Complaints about LIMITS, and the rows that were met."""
    wrong, met = [], set()
    for row, text in LIMITS.items():
        with tempfile.NamedTemporaryFile(mode="w", suffix=".cl") as file:
            file.write(text)
            file.flush()
            found, failure = messages_of(occ, file.name, SWITCHES.get(row, []))
        ids = [m.id for m in found or [] if m.level == "error"]
        met |= set(ids)
        if failure or row not in ids or len(ids) > 2:
            wrong.append(f"limit {row}: {failure or ids[:3]}")
    return wrong, met


def rows():
    with open(os.path.join(ROOT, "support", "diag.def"), encoding="utf-8") as file:
        return re.findall(r"^(?:ERROR|MISFIT|WARNING|NOTE)\((\w+)", file.read(), re.M)


def wrong_families():
    """Complaints about warnings of sema/warn* without a family, which nobody might look for, and
    others with one."""
    words, sema = set(), os.path.join(ROOT, "sema")
    for folder, _, names in os.walk(sema):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.relpath(path, sema).startswith("warn") and name.endswith((".c", ".h")):
                with open(path, encoding="utf-8") as file:
                    code = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
                words |= set(re.findall(r"\b(?:DIAG_)?(\w+)", code))
    with open(os.path.join(ROOT, "support", "diag.def"), encoding="utf-8") as file:
        warnings = re.findall(r'^WARNING\((\w+), "[^"]*", \w+, (\w+),', file.read(), re.M)
    return [f"support/diag.def: {row} should have {'a' if row in words else 'no'} family"
            for row, family in warnings if (family != "NONE") != (row in words)]


def ids_of_other_tests(build):
    with tempfile.NamedTemporaryFile(mode="r", suffix=".ids") as ids:
        environment = dict(os.environ, OCC_DIAG_IDS=ids.name)
        for program, folder in (("test-frontend-text", "frontend"), ("test-frontend-api", "frontend"),
                                ("test_sema", "sema"), ("test_restrictions", "sema"), ("test_link", "driver")):
            subprocess.run([os.path.join(build, "bin", program), os.path.join(ROOT, "test", folder)],
                           env=environment, capture_output=True, timeout=300)
        return set(ids.read().split())


def main():
    build, files = sys.argv[1], sys.argv[2:]
    occ = os.path.join(build, "bin", "occ")
    if not os.path.exists(occ):
        occ = os.path.join(build, "occ")
    seen, failed = set(), 0
    for path in files or sorted(os.path.join(HERE, n) for n in os.listdir(HERE) if n.endswith((".cl", ".s"))):
        wrong, ids = check_file(occ, path)
        seen |= ids
        failed += bool(wrong)
        for complaint in wrong:
            print(f"{os.path.relpath(path, ROOT)}:{complaint}")
    if not files:
        wrong, met = check_limits(occ)
        wrong += wrong_families()
        print("".join(f"{complaint}\n" for complaint in wrong), end="")
        failed += len(wrong)
        seen |= met
        seen |= ids_of_other_tests(build)
        missed = [r for r in rows() if r not in seen]
        failed += len(missed)
        for row in missed:
            print(f"support/diag.def: no test expects {row}")
        print(f"{len(rows()) - len(missed)} of {len(rows())} messages have a test")
    sys.exit(1 if failed else 0)


main()
