#!/usr/bin/env python3
"""What `gcnsim profile` tells agrees with `gcnsim run --stats` of the same launch, and its three forms
with each other.

profile.py GCNSIM FOLDER    FOLDER: of the objects that CMakeLists.txt makes
"""
import html.parser
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

ISSUE = 4  # cycles: runtime/sim/timing/timing.def, WAVE_ISSUE
BUSY = {"busy_valu": ("valu",), "busy_salu": ("salu", "smem"), "busy_lds": ("lds",),
        "busy_vmem": ("vmem", "flat")}
# object, then switches: loops, barriers, calls, LDS conflicts, lanes that are off, edges of the grid,
# scratch, code without a symbol, several work-groups at once, more waves than have a record
LAUNCHES = [
    "kernels-gfx900-O3-v4 --kernel matmul --global 32,32 --local 8,8 --arg buf:4096 --arg buf:4096 "
    "--arg buf:4096 --arg i32:32",
    "kernels-gfx900-O0-v2 --kernel calls --global 256 --local 64 --arg buf:1024 --arg buf:1024",
    "kernels-gfx803-O3-v2 --kernel histogram --global 512 --local 256 --arg buf:512*u32=random "
    "--arg buf:256",
    "kernels-gfx90a-O3-v4 --kernel reduce --global 1024 --local 256 --arg buf:4096 --arg buf:64 "
    "--arg local:1024",
    "kernels-gfx600-O3-v4 --kernel loops --global 100 --local 100 --arg buf:100*i32=iota "
    "--arg buf:400 --arg i32:100",
    "kernels-gfx803-O0-v4 --kernel doubles --global 128 --local 64 --arg buf:128*f64=iota,1 "
    "--arg buf:128*f64=iota,2 --arg buf:8192",
    "kernels-gfx900-O1-v5 --kernel spill --global 128 --local 64 --arg buf:512*f32=iota "
    "--arg buf:4096",
    "waits-gfx700 --kernel flat --global 256 --local 256 --arg buf:256*i32=iota --arg buf:1024",
    "debug --global 256 --local 128 --arg buf:1024 --arg u32:100",
    "traps-gfx900-v5 --kernel pause --global 64 --local 64 --arg buf:256 --trap-handler "
    "{folder}/trap_handler-gfx900.co",
    "command_one-v4 --global 960 --local 192 --schedule 7 --arg buf:4000 --arg i32:2",
    "command_one-v4 --global 70400 --local 64 --arg buf:281600 --arg i32:2",
]
failures = []


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return done.stdout


def expect(what, got, wanted):
    """Of lists the first difference is told."""
    if got == wanted:
        return
    if isinstance(got, list):
        pairs = zip([*got, None], [*wanted, None])
        got, wanted = next((pair for pair in pairs if pair[0] != pair[1]), (len(got), len(wanted)))
    failures.append(f"{what}: {got}, not {wanted}")


def total(rows, key):
    return sum(row[key] or 0 for row in rows)


def check_rows(name, rows, profile, stats):
    """Each count of the instructions sums to the launch's."""
    expect(f"{name}: executions", total(rows, "executions"), stats["instructions"])
    for kind in ("salu", "valu", "smem", "vmem", "flat", "lds", "branch", "wait", "barrier", "other"):
        expect(f"{name}: {kind}", total([r for r in rows if r["class"] == kind], "executions"),
               stats[kind])
    expect(f"{name}: lanes", total([r for r in rows if r["class"] == "valu"], "lanes"),
           stats["lane_ops"])
    for key in ("bytes_read", "bytes_written", "lds_conflict_cycles"):
        expect(f"{name}: {key}", total(rows, key), stats[key])
    for unit, classes in BUSY.items():
        expect(f"{name}: {unit}", total([r for r in rows if r["class"] in classes], "unit_cycles"),
               stats[unit])
    expect(f"{name}: cycles", total(rows, "cycles"), profile["wave_cycles"])
    for row in rows:
        expect(f"{name}: {row['text']}", row["cycles"],
               ISSUE * row["executions"] + sum(row["stalls"].values()))


def check_launch(name, profile, stats):
    """The launch's cycles are what timing.c makes of the sums."""
    occupancy, slots = profile["occupancy"], profile["occupancy"]["simds"]
    rows = [row for function in profile["functions"] for row in function["instructions"]]
    for key in ("waves_per_simd", "vgprs", "sgprs", "lds_bytes", "scratch_bytes"):
        expect(f"{name}: {key}", occupancy[key], stats[key])
    expect(f"{name}: limit", occupancy["limit"], stats["occupancy_limit"])
    expect(f"{name}: waves", (profile["work_groups"], profile["waves_run"]),
           (stats["work_groups"], stats["waves"]))
    busy = {unit: total([r for r in rows if r["class"] in classes], "unit_cycles")
            for unit, classes in BUSY.items()}
    modelled = max(-(-profile["wave_cycles"] // (slots * occupancy["waves_per_simd"])),
                   stats["latency"], -(-busy["busy_valu"] // slots), -(-busy["busy_salu"] // slots),
                   busy["busy_lds"], busy["busy_vmem"])
    expect(f"{name}: cycles of the launch", (profile["cycles"], modelled),
           (stats["cycles"], stats["cycles"]))


def check_waves(name, profile, stats):
    """The timeline holds each wave once, in places of its own; its waves sum to the rows."""
    waves = profile["waves"]
    expect(f"{name}: waves of the timeline", len(waves) + profile["waves_left_out"], stats["waves"])
    expect(f"{name}: twice", len({(*w["work_group"], w["wave"]) for w in waves}), len(waves))
    starts = {tuple(w["work_group"]): w["start"] for w in waves}
    places = {}
    for wave in sorted(waves, key=lambda w: w["start"]):
        place = wave["simd"], wave["slot"]
        if (wave["start"] < places.get(place, 0) or wave["simd"] >= profile["occupancy"]["simds"] or
                wave["slot"] >= profile["occupancy"]["waves_per_simd"]):
            failures.append(f"{name}: the place {place} of wave {wave}")
        if wave["start"] != starts[tuple(wave["work_group"])]:
            failures.append(f"{name}: not with its work-group: {wave}")
        places[place] = wave["end"]
        length = wave["end"] - wave["start"]
        expect(f"{name}: a wave's cycles", length,
               ISSUE * wave["instructions"] + sum(wave["stalls"].values()))
        expect(f"{name}: phases", len(wave["phases"]), -(-length // wave["phase_cycles"]))
    if not profile["waves_left_out"]:
        rows = [row for function in profile["functions"] for row in function["instructions"]]
        expect(f"{name}: longest wave", max(w["end"] - w["start"] for w in waves), stats["latency"])
        expect(f"{name}: instructions of waves", total(waves, "instructions"), stats["instructions"])
        for cause in waves[0]["stalls"]:
            expect(f"{name}: {cause} of waves", sum(w["stalls"][cause] for w in waves),
                   sum(row["stalls"][cause] for row in rows))


def check_text(name, text, profile):
    """The table has the same rows."""
    shown = [(int(offset, 16), int(executions), int(cycles)) for offset, executions, cycles in
             re.findall(r"^ *(0x[0-9a-f]+) +(\d+) +(?:\d+% +)?(\d+) ", text, re.M)]
    wanted = [(row["offset"], row["executions"], row["cycles"])
              for function in profile["functions"] for row in function["instructions"]]
    expect(f"{name}: rows of the text", shown, wanted)


class Page(html.parser.HTMLParser):
    """Rows of the code, waves of the timeline, texts of elements with an id, and every tag."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.texts, self.causes, self.tags = [], {}, [], set()
        self.waves, self.id, self.cell, self.outside = 0, None, False, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.add(tag)
        self.outside += [value for name, value in attrs.items()
                         if name in ("src", "href", "action") and not value.startswith("#")]
        self.id = attrs.get("id") or (tag if tag in ("title", "h1") else None)
        self.waves += attrs.get("class") == "wave"
        if "data-cycles" in attrs:
            self.causes.append(int(attrs["data-cycles"]))
        if tag == "tr":
            self.rows.append([attrs.get("id")])
        self.cell = tag == "td" or (self.cell and tag in ("span", "i", "b"))
        if tag == "td":
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        self.id, self.cell = None, self.cell and tag != "td"

    def handle_data(self, data):
        if self.id:
            self.texts[self.id] = self.texts.get(self.id, "") + data
        if self.cell:
            self.rows[-1][-1] += data

    def number(self, name):
        return int(self.texts[name].replace(",", ""))


def check_page(name, text, profile, stats):
    """The page has the numbers of the JSON, and nothing from outside."""
    page = Page(text)
    expect(f"{name}: outside", page.outside, [])
    expect(f"{name}: tags", page.tags & {"script", "link", "img", "iframe", "object", "base"}, set())
    expect(f"{name}: urls", re.findall(r"url\(|@import|https?:", text), [])
    for key in ("cycles", "instructions", "waves"):
        expect(f"{name}: {key} of the page", page.number(key), stats[key])
    expect(f"{name}: wave_cycles of the page", page.number("wave_cycles"), profile["wave_cycles"])
    expect(f"{name}: occupancy of the page", page.number("occupancy"), stats["waves_per_simd"])
    expect(f"{name}: bytes of the page", page.number("bytes"),
           stats["bytes_read"] + stats["bytes_written"])
    expect(f"{name}: causes of the page", sum(page.causes), profile["wave_cycles"])
    expect(f"{name}: waves of the page", page.waves, len(profile["waves"]))
    shown = [(row[0], row[1], int(row[2].replace(",", "")), int(row[4].replace(",", "")), row[-1])
             for row in page.rows if row[0]]
    wanted = [(f"x{row['offset']:x}", f"0x{row['offset']:x}", row["executions"], row["cycles"],
               row["text"]) for function in profile["functions"] for row in function["instructions"]]
    expect(f"{name}: rows of the page", shown, wanted)
    lanes = [row[3] for row in page.rows if row[0] and row[3]]
    wanted = [f"{row['lanes'] / row['executions'] / 64:.1%}" for function in profile["functions"]
              for row in function["instructions"] if row["lanes"] is not None and row["executions"]]
    # half of a tenth may be rounded either way
    expect(f"{name}: lanes of the page", [abs(float(a[:-1]) - float(b[:-1])) < .11
                                          for a, b in zip(lanes, wanted)], [True] * len(wanted))


def check_marks(gcnsim, folder):
    """What HTML would read as marks is text."""
    odd = "<b>&\"'.co"
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, odd)
        shutil.copy(os.path.join(folder, "command_one-v4.co"), path)
        text = run(gcnsim, "profile", path, "--global", "64", "--arg", "buf:256", "--arg", "i32:1",
                   "--format=html")
    if odd in text or odd not in html.unescape(text):
        failures.append(f"{odd} is not escaped")


def check_bare(gcnsim, folder):
    """Without symbols of functions a kernel is found by its descriptor."""
    with open(os.path.join(folder, "debug.co"), "rb") as file:
        elf = bytearray(file.read())
    sections, count = *struct.unpack_from("<Q", elf, 0x28), *struct.unpack_from("<H", elf, 0x3c)
    for header in range(sections, sections + 64 * count, 64):
        kind, = struct.unpack_from("<I", elf, header + 4)
        first, size = struct.unpack_from("<QQ", elf, header + 0x18)
        for symbol in range(first, first + size, 24) if kind in (2, 11) else ():
            if elf[symbol + 4] & 15 == 2:  # SYMTAB, DYNSYM; STT_FUNC
                elf[symbol + 4] &= 0xf0
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "bare.co")
        with open(path, "wb") as file:
            file.write(elf)
        words = [path, "--global", "256", "--local", "128", "--arg", "buf:1024", "--arg", "u32:1"]
        stats = json.loads(run(gcnsim, "run", *words, "--stats=json"))
        profile = json.loads(run(gcnsim, "profile", *words, "--format=json"))
    expect("bare: functions", [(f["name"], f["kind"]) for f in profile["functions"]],
           [("exchange", "kernel")])
    check_rows("bare", profile["functions"][0]["instructions"], profile, stats)


def main(gcnsim, folder):
    seen = set()
    for launch in LAUNCHES:
        name, *switches = launch.format(folder=folder).split()
        words = [os.path.join(folder, name + ".co"), *switches]
        stats = json.loads(run(gcnsim, "run", *words, "--stats=json").splitlines()[-1])
        profile = json.loads(run(gcnsim, "profile", *words, "--format=json"))
        rows = [row for function in profile["functions"] for row in function["instructions"]]
        seen |= {cause for row in rows for cause, cycles in row["stalls"].items() if cycles}
        check_rows(launch, rows, profile, stats)
        check_launch(launch, profile, stats)
        check_waves(launch, profile, stats)
        check_text(launch, run(gcnsim, "profile", *words), profile)
        check_page(launch, run(gcnsim, "profile", *words, "--format=html"), profile, stats)
    check_marks(gcnsim, folder)
    check_bare(gcnsim, folder)
    expect("causes that the launches show", seen, {"unit", "nop", "vmcnt", "lgkmcnt", "barrier", "branch"})
    print("\n".join(failures[:20]) if failures else f"{len(LAUNCHES)} passed, 0 failed")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
