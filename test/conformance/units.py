#!/usr/bin/env python3
"""Programs in production use: what clang-16 accepts must pass occ.

  units.py hashcat|darktable [-mcpu=TARGET] [-v] [--sample] [NAME...]

Every unit goes through `occ -fsyntax-only` and `occ -emit-ir` with the options that its program
gives an AMD GPU.  clang's verdicts are kept in SUITE.verdicts beside this file, by a hash of the
texts and options, so that it is asked only once.  A line per failure; at the end how many units
count, and status 1 if any failed.  --sample takes a few units.
"""
import concurrent.futures
import hashlib
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
OCC = os.path.join(os.environ.get("OCC_BUILD", os.path.join(HERE, "../../build")), "bin/occ")
CLANG = ["/usr/lib/llvm-16/bin/clang", "-x", "cl", "-target", "amdgcn-amd-amdhsa",
         "-mcpu=gfx900", "-nogpulib", "-include", "opencl-c.h", "-w",
         "-fsyntax-only"]
# clang, -emit-ir: nothing takes longer than this or needs more than that, but for AddressSanitizer's
# shadow
SECONDS, BYTES = 300, os.environ.get("OCC_MEMORY", str(4 << 30))

HASHCAT = "/usr/share/hashcat/OpenCL"
# From hashcat's backend.c; the HAS_ macros are probes with inline assembly, these are gfx900's.
HASHCAT_OPTIONS = """KERNEL_STATIC INCLUDE_PATH=%s XM2S(x)=#x M2S(x)=XM2S(x) LOCAL_MEM_TYPE=1
    VENDOR_ID=1 CUDA_ARCH=0 HAS_ADD=0 HAS_ADDC=0 HAS_SUB=0 HAS_SUBC=0 HAS_VADD=0 HAS_VADDC=0
    HAS_VADD_CO=1 HAS_VADDC_CO=1 HAS_VSUB=0 HAS_VSUBB=0 HAS_VSUB_CO=1 HAS_VSUBB_CO=1 HAS_VPERM=1
    HAS_VADD3=1 HAS_VBFE=1 HAS_BFE=0 HAS_LOP3=0 HAS_MOV64=0 HAS_PRMT=0 VECT_SIZE=1
    DEVICE_TYPE=4""" % HASHCAT


# What these probes find on chips before GFX9: GFX6 and 7 lack v_perm_b32, GFX8 has v_add_u32 with VCC.
OLDER_PROBES = {"gfx6": ("VADD_CO", "VADDC_CO", "VSUB_CO", "VSUBB_CO", "VADD3", "VPERM"),
                "gfx7": ("VADD_CO", "VADDC_CO", "VSUB_CO", "VSUBB_CO", "VADD3", "VPERM"),
                "gfx8": ("VADD_CO", "VADDC_CO", "VSUB_CO", "VSUBB_CO", "VADD3")}


def for_target(unit, target):
    """The unit with what its program tells the compiler about another chip than gfx900."""
    name, path, options = unit
    lacking = ["HAS_%s=1" % probe for probe in OLDER_PROBES.get(target[:4], ())]
    return name, path, [word[:-1] + "0" if word in lacking else word for word in options]


def hashcat():
    """Yields (name, path, options)."""
    types = {}
    with open(os.path.join(HERE, "hashcat.types")) as table:
        for line in table:
            if not line.startswith("#"):
                kind, r0, r1, r2, r3, size, execution, *more = line.split()
                types[kind] = (r0, r1, r2, r3, size, execution, more)
    for name in sorted(os.listdir(HASHCAT)):
        if not name.endswith(".cl") or name.startswith("inc_"):
            continue
        kind = re.match(r"m(\d+)", name)
        kind = kind.group(1) if kind else "00000"
        mode = re.search(r"_a(\d)", name)
        mode = mode.group(1) if mode else "0"
        r0, r1, r2, r3, size, execution, more = types[kind]
        macros = HASHCAT_OPTIONS.split() + [
            "DGST_R0=" + r0, "DGST_R1=" + r1, "DGST_R2=" + r2, "DGST_R3=" + r3,
            "DGST_ELEM=" + size, "KERN_TYPE=" + str(int(kind)), "ATTACK_EXEC=" + execution,
            "ATTACK_KERN=" + mode, "ATTACK_MODE=" + mode]
        options = [word for macro in macros for word in ("-D", macro)] + ["-w"] + more
        yield name, os.path.join(HASHCAT, name), options


DARKTABLE = "/usr/share/darktable/kernels"


def darktable():
    with open(os.path.join(DARKTABLE, "programs.conf")) as table:
        names = [line.split()[0] for line in table if line.strip() and line[0] != "#"]
    for name in names:
        yield (name, os.path.join(DARKTABLE, name),
               ["-w", "-cl-fast-relaxed-math", "-DAMD=1", "-I" + DARKTABLE])


SUITES = {"hashcat": hashcat, "darktable": darktable}


def headers_hash(directory):
    """Of everything that a unit of the directory may include."""
    total = hashlib.sha256()
    for name in sorted(os.listdir(directory)):
        if name.endswith(".h") or name.startswith("inc_"):
            with open(os.path.join(directory, name), "rb") as file:
                total.update(file.read())
    return total.digest()


class Verdicts:
    """clang's, one a line: hash, "accepts" or "refuses", name."""

    def __init__(self, suite):
        self.path = os.path.join(HERE, suite + ".verdicts")
        self.lines, self.headers, self.new = {}, {}, False
        if os.path.exists(self.path):
            with open(self.path) as file:
                for line in file:
                    key, verdict, name = line.split()
                    self.lines[key] = (name, verdict)

    def ask(self, unit):
        name, path, options = unit
        directory = os.path.dirname(path)
        if directory not in self.headers:
            self.headers[directory] = headers_hash(directory)
        key = hashlib.sha256(self.headers[directory])
        with open(path, "rb") as file:
            key.update(file.read())
        key.update("\0".join(options).encode())
        key = key.hexdigest()[:16]
        if key not in self.lines:
            status = subprocess.run(CLANG + options + [path], stdout=subprocess.DEVNULL,
                                    stderr=subprocess.DEVNULL, timeout=SECONDS).returncode
            self.lines[key] = (name, "refuses" if status else "accepts")
            self.new = True
        return self.lines[key][1] == "accepts"

    def save(self):
        if self.new:
            rows = sorted((name, key, verdict) for key, (name, verdict) in self.lines.items())
            with open(self.path, "w") as file:
                file.writelines("%s %s %s\n" % (key, verdict, name) for name, key, verdict in rows)


def check(unit, target):
    """What is wrong with it; None if nothing is."""
    _, path, options = for_target(unit, target)
    for mode in ("-fsyntax-only", "-emit-ir"):
        command = ["prlimit", "--as=" + BYTES, OCC, "-mcpu=" + target, mode, *options, path]
        if mode == "-emit-ir":
            command += ["-o", "/dev/null"]
        try:
            run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                 timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return "%s: no end after %d s" % (mode, SECONDS)
        if run.returncode:
            lines = run.stderr.decode(errors="replace").strip().splitlines() or [""]
            return "%s: status %d: %s" % (mode, run.returncode, lines[0])
    return None


def main():
    suite, names, target, verbose, sample = sys.argv[1], [], "gfx900", False, False
    for word in sys.argv[2:]:
        if word.startswith("-mcpu="):
            target = word[6:]
        elif word == "-v":
            verbose = True
        elif word == "--sample":
            sample = True
        else:
            names.append(word)
    units = list(SUITES[suite]())
    if sample:
        units = units[::150] if len(units) > 100 else units[::6]
    if names:
        units = [unit for unit in units if unit[0] in names]
    verdicts = Verdicts(suite)
    accepted = failed = 0

    def run(unit):
        start = time.monotonic()
        if not verdicts.ask(unit):
            return unit, None, None
        return unit, check(unit, target), time.monotonic() - start

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for unit, fault, seconds in pool.map(run, units):
            if seconds is None:
                if verbose:
                    print("clang refuses", unit[0])
                continue
            accepted += 1
            if fault:
                failed += 1
                print("FAIL %s: %s" % (unit[0], fault), flush=True)
            elif verbose:
                print("PASS %s: %.2f s" % (unit[0], seconds), flush=True)
    verdicts.save()
    print("%d units, %d count (clang-16 accepts them): %d passed, %d failed"
          % (len(units), accepted, accepted - failed, failed))
    sys.exit(1 if failed or not accepted else 0)


if __name__ == "__main__":
    main()
