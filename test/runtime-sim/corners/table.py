"""The rows of the instruction table: names, spellings, operands.  What instructions do is not in there."""
import os
import re

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
FAMILIES = ["GFX6", "GFX7", "GFX8", "GFX9", "GFX906", "GFX908", "GFX90A"]
FORMATS = ("SOP1", "SOP2", "SOPC", "SOPK", "VOP1", "VOP2", "VOPC", "VOP3A", "VOP3B", "VOP3P", "DS")
ROW = re.compile(r"^INST\((\w+), *(\w+), *\w+,((?: *[-\w]+,){7}) *([\w|]+), *(.*)\)$|^INST\((\w+), *(\w+), *\w+,"
                 r"((?: *[-\w]+,){7}) *([\w|]+)\)$")
SPELL = re.compile(r"^SPELL\((\w+), *(\w+), *(\w+)\)")


class Op:
    """A row: name, format, flags, operands as (role, type), the families that have it."""

    def __init__(self, name, form, opcodes, flags, operands):
        self.name, self.form, self.flags = name, form, set(flags.split("|"))
        self.operands = [re.match(r"(\w+)(?:\((\w+)\))?", part).groups() for part in operands]
        self.families = {f for f, code in zip(FAMILIES, opcodes) if code != "-1"}
        # a VOP2 row with a number of a VOP3 one: the long form only
        self.only_long = {f for f, code in zip(FAMILIES, opcodes)
                          if form == "VOP2" and code != "-1" and int(code, 16) >= 0x140}
        self.spelling = {}

    def spelled(self, family):
        return self.spelling.get(family, self.name)

    def sources(self):
        """(role, type) of what is read, without constants in the code."""
        return [(role, kind) for role, kind in self.operands
                if re.match(r"(V|S)?SRC[012]", role)]

    def result(self):
        """The type of the vector or scalar destination, or None."""
        for role, kind in self.operands:
            if role in ("VDST", "VDST_RW", "SDST", "SDST_RW", "DS_DST"):
                return kind
        return None


def read():
    ops = {}
    with open(os.path.join(ROOT, "gcn/isa/gcn_inst.def"), encoding="ascii") as file:
        for line in file:
            match = ROW.match(line.strip())
            if match:
                name, form, codes, flags, rest = (match.groups()[:5] if match.group(1)
                                                  else match.groups()[5:] + ("",))
                if form in FORMATS:
                    codes = [c.strip() for c in codes.split(",")[:7]]
                    parts = [p for p in re.findall(r"\w+(?:\(\w+\))?", rest or "")]
                    ops[name] = Op(name, form, codes, flags, parts)
            match = SPELL.match(line)
            if match and match.group(1) in ops:
                ops[match.group(1)].spelling[match.group(2)] = match.group(3)
    return ops
