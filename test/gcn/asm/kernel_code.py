#!/usr/bin/env python3
"""Keys of .amd_kernel_code_t: every word in LLVM's library that llvm-mc takes as one, occ takes, and the
256 bytes are the same.

usage: kernel_code.py BUILD"""
import glob
import os
import re
import subprocess
import sys

from elf import Elf

OCC = sys.argv[1] + "/bin/occ"
FOLDER = sys.argv[1] + "/test/gcn/asm/kernel_code"
LLVM = "/usr/lib/llvm-16/bin/"
HEAD = '.hsa_code_object_version 2,1\n.hsa_code_object_isa 8,0,3,"AMD","AMDGPU"\n.text\n'
# names of the ABI's and of older compilers that llvm-mc 16 does not know
OWN = {"kernel_code_prefetch_byte_offset", "is_debug_supported", "is_xnack_supported"}
# of GFX10: 0 says that they are not used
LATER = re.compile("wgp_mode|mem_ordered|fwd_progress|wavefront_size32")
# mnemonics and other targets' names
OTHERS = re.compile("(v|s|ds|buffer|tbuffer|image|global|flat|scratch|llvm|vp|x86|sve|sme|aarch64|arm|ppc|hexagon"
                    "|nvvm|riscv|mips|atomic|is_[a-z]+int|fixup|reloc|cl|t[0-9]|f[0-9]|i[0-9])_|[a-z]{1,4}[0-9]+_")
FILE = os.path.join(FOLDER, "keys.s")


def write(words):
    with open(FILE, "w") as file:
        file.write(HEAD + "".join(f".amd_kernel_code_t\n{word} = {0 if LATER.search(word) else 1}\n.end_amd_kernel_code_t\n"
                                  for word in words))


def taken(command, words):
    write(words)
    err = subprocess.run(command + [FILE], capture_output=True, text=True).stderr
    bad = {int(line) for line in re.findall(r"keys\.s:(\d+):\d+: error", err)}
    return [word for i, word in enumerate(words) if 5 + 3 * i not in bad]


def text(command, out):
    subprocess.run(command + ["-o", out, FILE], check=True)
    return Elf(out).section(".text")


def table_names():
    with open(os.path.join(os.path.dirname(__file__), "../../../gcn/object/kernel_code.def")) as file:
        return {name for row in re.findall(r"^KEY\((\w+), (\w+)", file.read(), re.M) for name in row}


def main():
    os.makedirs(FOLDER, exist_ok=True)
    library = glob.glob("/usr/lib/x86_64-linux-gnu/libLLVM-16.so*")[0]
    with open(library, "rb") as file:
        words = sorted({word.decode() for word in
                        re.findall(rb"(?<![\w.])[a-z][a-z0-9]*_[a-z0-9_]{2,58}(?![\w.])", file.read())})
    words = sorted({word for word in words if not OTHERS.match(word)} | table_names())
    llvm = [LLVM + "llvm-mc", "-triple=amdgcn--amdhsa", "-mcpu=gfx803",
            "--amdhsa-code-object-version=2"]
    occ = [OCC, "-mcpu=gfx803", "-c"]
    keys = taken(llvm + ["-filetype=null"], words)
    ours = taken(occ + ["-ferror-limit=0", "-o", "/dev/null"], sorted(table_names() | set(keys)))
    wrong = [f"{key}: llvm-mc takes it" for key in set(keys) - set(ours)]
    wrong += [f"{key}: llvm-mc refuses it" for key in set(ours) - set(keys) - OWN]
    both = [key for key in keys if key in ours]
    write(both)
    theirs, mine = (text(command, FOLDER + name) for command, name in
                    ((llvm + ["-filetype=obj"], "/llvm.o"), (occ, "/occ.o")))
    wrong += [f"{len(code)} bytes of {len(both)} keys" for code in (theirs, mine) if len(code) != 256 * len(both)]
    wrong += [f"{key}: other bytes" for i, key in enumerate(both)
              if theirs[i * 256:(i + 1) * 256] != mine[i * 256:(i + 1) * 256]]
    print(f"{len(words)} words, {len(keys)} keys, {len(both)} compared, {len(wrong)} wrong")
    print("\n".join(sorted(wrong)))
    return 1 if wrong or len(both) < 80 else 0


if __name__ == "__main__":
    sys.exit(main())
