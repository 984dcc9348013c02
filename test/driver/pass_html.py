#!/usr/bin/env python3
"""-fpass-html: the page is well-formed, has a column for each pass that changed the kernel (as -print-after=all has it),
marks what differs from the column before, and changes nothing else.

usage: pass_html.py BIN FOLDER"""
import collections
import difflib
import html.parser
import os
import re
import subprocess
import sys

OCC, FOLDER = os.path.join(sys.argv[1], "occ"), sys.argv[2]
SOURCE = r"""#define LESS(a, b) ((a) < (b))
kernel void first(global int *p) { p[0] = 1; }
/* "&<>" */
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void
k(global long *restrict p, int n) // "a" & b <c>
{
	long sum = 0;
    for (int i = 0; LESS(i, n) && i < 9; i++)
        sum += p[i] > 0 ? p[i] : 'e'; /* é */
    p[get_global_id(0)] = sum;
} // </p>
kernel void last(global int *p) { p[1] = 1; printf("%d<b>\n", p[0]); }
"""
Counter = collections.Counter
VOID = {"meta"}
wrong, cases = [], 0


def check(good, what):
    global cases
    cases += 1
    if not good:
        wrong.append(what)


class Page(html.parser.HTMLParser):
    """Columns: (name, class, [(classes, text)]); clickable: [(tag, title, text)]."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.columns, self.clickable, self.faults = [], [], [], []
        self.feed(text)
        self.close()
        check(not self.open and not self.faults, f"left open: {self.open}, wrong: {self.faults}")

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag in VOID:
            return
        if tag in ("link", "img", "iframe") or "src" in attrs or "href" in attrs:
            self.faults.append(tag + " loads something")
        self.open.append(tag)
        if tag == "details":
            self.columns.append(["", attrs["class"], []])
        elif tag == "p":
            self.columns[-1][2].append([set(attrs.get("class", "").split()), ""])
        elif tag in ("i", "b"):
            self.clickable.append([tag, attrs.get("title"), ""])

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append("</" + tag + ">")

    def handle_data(self, data):
        if "summary" in self.open and "small" not in self.open:
            self.columns[-1][0] += data.strip()
        elif "p" in self.open:
            self.columns[-1][2][-1][1] += data
        if self.open and self.open[-1] in ("i", "b"):
            self.clickable[-1][2] += data


def occ(*options):
    done = subprocess.run([OCC, *options], cwd=FOLDER, capture_output=True)
    return done.returncode, (done.stdout + done.stderr).decode("utf-8", "replace")


def read(name):
    with open(os.path.join(FOLDER, name), "rb") as file:
        return file.read()


def page(*options):
    return Page(write(*options))


def write(*options):
    status, told = occ("k.cl", *options, "-fpass-html=p.html")
    check(status == 0 and not told, f"{options}: {told}")
    return read("p.html").decode()


def heads(*options):
    return re.findall(r"<summary>([\w:]+)", write(*options))


def dumps(name, *options):
    """The texts of one kernel that differ from those before, by pass."""
    _, told = occ("k.cl", *options, "-o", "d.co", "-print-after=all")
    texts, pattern = [], rf'^(?:function @{name} .*?|machine "{name}" .*?)^}}\n'
    for part in told.split("; after ")[1:]:
        label, body = part.split("\n", 1)
        for text in re.findall(pattern, body, re.M | re.S):
            if not texts or texts[-1][1] != text:
                texts.append((label, text))
    return texts


def check_columns(shown, expected):
    """The first column is as gen left it; after it come those of the passes."""
    columns = [column for column in shown.columns if column[1] != "source"]
    check(columns[0][0] == "gen", f"the first is {columns[0][0]}")
    texts = ["".join(line[1] + "\n" for line in column[2]) for column in columns]
    if texts[0] == expected[0][1]:
        expected = [("gen", texts[0])] + expected[1:]
    else:
        expected = [("gen", texts[0])] + expected
    check([column[0] for column in columns] == [label for label, _ in expected],
          f"{[column[0] for column in columns]} are not {[label for label, _ in expected]}")
    check(texts == [text for _, text in expected], "the texts are not those of -print-after")
    for before, column in zip(columns, columns[1:]):
        check_marks(before, column)


def check_marks(before, column):
    old, new = [line[1] for line in before[2]], [line[1] for line in column[2]]
    marked = any(line[0] & {"new", "moved"} for line in column[2])
    if before[1] != column[1]:
        check(not marked and not any("goes" in line[0] for line in before[2]), f"{column[0]} of another level is marked")
        return
    check(marked or any("goes" in line[0] for line in before[2]), f"{column[0]}: nothing is marked")
    kept = [line[1] for line in column[2] if not line[0] & {"new", "moved"}]
    walk = iter(old)
    check(all(text in walk for text in kept), f"{column[0]}: unmarked lines have another order before")
    same = sum(block.size for block in difflib.SequenceMatcher(None, old, new, False).get_matching_blocks())
    # Equal lines are paired in order, which may leave a pair or two more crossed than is necessary.
    check(len(kept) >= 0.9 * same, f"{column[0]}: {len(kept)} lines unmarked, {same} of the same order")
    for lines, more, mark in ((column[2], Counter(new) - Counter(old), "new"),
                              (before[2], Counter(old) - Counter(new), "goes")):
        amount = Counter(text for marks, text in lines if mark in marks)
        check(amount == more, f"{column[0]}: {mark} is {amount}, not {more}")


def check_source(shown):
    source = shown.columns[0]
    check(source[0] == "source" and source[1] == "source", "no source")
    lines = [re.sub(r"^ *(\d+) ", r"\1:", line[1], count=1) for line in source[2]]
    check(lines == [f"{i + 1}:{text}" for i, text in enumerate(SOURCE.splitlines())][3:12], f"the source is {lines}")


os.makedirs(os.path.join(FOLDER, "sub"), exist_ok=True)
with open(os.path.join(FOLDER, "k.cl"), "w", encoding="utf-8") as file:
    file.write(SOURCE)
for options in (["-O3"], ["-O0", "-fverify-passes"], ["-O1", "-mcpu=gfx600", "-fstress-text"]):
    shown = page("-fonly-kernel=k", *options, "-o", "with.co")
    written = read("p.html")
    check_source(shown)
    check_columns(shown, dumps("k", "-fonly-kernel=k", *options))
    occ("k.cl", "-fonly-kernel=k", *options, "-o", "without.co")
    check(read("with.co") == read("without.co"), f"{options}: another object")
    write("-fonly-kernel=k", *options, "-o", "with.co")
    check(written == read("p.html"), f"{options}: another page")
    names = {text for tag, _, text in shown.clickable if tag == "i"}
    check({"%1", "%s1", "b0"} <= names and any(re.fullmatch(r"s\d+:2", name) for name in names), f"names: {names}")
    places = {title for tag, title, _ in shown.clickable if tag == "b"}
    check({f"k.cl:{line}" for line in (4, 6, 9, 10, 11)} <= places, f"places: {places}")

# Whatever is written, and where; without a choice, the first kernel.
check_columns(page("-o", "with.co"), dumps("first"))
shown = page("-fonly-kernel=last", "-o", "with.co")
check_columns(shown, dumps("last", "-fonly-kernel=last"))
check("lower_printf" in [column[0] for column in shown.columns], "no pass over the program is there")
check(heads("-S", "-o", "k.s")[-1] == heads("-c", "-o", "k.o")[-1] == "encode_function", "-S, -c")
check(heads("-stop-after=opt_cfg", "-o", "k.txt")[-1].startswith("opt_"), "-stop-after")
check(not heads("-E", "-o", "k.i") and not heads("-fsyntax-only"), "no passes: no columns")
check(heads("-flto", "-c", "-o", "k.o") == ["source", "gen"], "-flto -c: nothing but IR as it is made")
check(occ("k.o", "-fpass-html=link.html", "-o", "x.co")[0] == 0, "a link")
link = re.findall(r"<summary>([\w:]+)", read("link.html").decode())
check(link[0] == "link" and link[-1] == "encode_function", "a link has no source")
check(occ("k.cl", "-fpass-html=sub", "-o", "x.co")[0] == 0 and read("sub/x.html"), "into a folder")
status, told = occ("k.cl", "-fpass-html=none/p.html", "-o", "gone.co")
check(status == 2 and "cannot write 'none/p.html'" in told, f"no such folder: {status} {told}")
check(not os.path.exists(os.path.join(FOLDER, "gone.co")), "an object is left")
status, told = occ("k.cl", "-fpass-html=k.cl", "-o", "x.co")
check(status == 2 and "is the input file, too" in told, f"over the input: {status} {told}")
print(f"{cases} cases, {len(wrong)} wrong")
print("\n".join(wrong[:40]))
sys.exit(1 if wrong else 0)
