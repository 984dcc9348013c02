"""One instruction in one form: its text, what it must give, and how that is compared."""
import re

import float_ops
import floats
import integers
from kernel import DWORDS, part
from operands import CATEGORY, WIDTH

# LLVM's GCNSubtarget::zeroesHigh16BitsOfDest: cleared up to GFX9; on GFX8 only.
CLEARED = set("""cvt_f16_f32 cvt_f16_u16 cvt_f16_i16 rcp_f16 rsq_f16 sqrt_f16 log_f16 exp_f16 sin_f16 cos_f16
floor_f16 ceil_f16 trunc_f16 rndne_f16 fract_f16 frexp_mant_f16 frexp_exp_i16_f16 ldexp_f16 lshlrev_b16
lshrrev_b16 ashrrev_i16 add_u16 sub_u16 subrev_u16 mul_lo_u16 add_f16 sub_f16 subrev_f16 mul_f16 max_f16
min_f16 max_u16 min_u16 max_i16 min_i16 mad_legacy_f16 mad_legacy_u16 mad_legacy_i16 fma_legacy_f16
div_fixup_legacy_f16""".split())
CLEARED_GFX8 = {"madak_f16", "madmk_f16", "mac_f16"}
UNTOLD = {"cvt_u16_f16", "cvt_i16_f16", "cvt_norm_u16_f16", "cvt_norm_i16_f16"}


def upper_half(name, generation):
    """What becomes of it: "clears", "keeps" or None."""
    name = name[2:]
    if name in CLEARED or (name in CLEARED_GFX8 and generation == 8):
        return "clears"
    return None if name in UNTOLD else "keeps"


class Context:
    """What a model sees beside its sources."""

    def __init__(self, generation, mode, clamp, omod):
        self.generation, self.mode, self.clamp, self.omod = generation, mode, clamp, omod
        self.ieee, self.dx10 = bool(mode & 0x200), bool(mode & 0x100)
        self.old = self.carry = self.lane = self.exec = 0

    def round(self, f):
        wide = f is floats.F64 or (f is floats.F16 and self.generation != 6)
        return self.mode >> 2 & 3 if wide else self.mode & 3

    def passes(self, f, output):
        """Do denormals pass?"""
        if f is floats.F16 and self.generation < 8:
            return True
        return bool(self.mode >> (4 if f is floats.F32 else 6) + output & 1)

    def enter(self, f, a):
        return a if self.passes(f, 0) else f.flush(a)

    def float_old(self, f):
        old = self.old & ((1 << f.width) - 1)
        return f.flush(old) if self.flushes else self.enter(f, old)

    flushes = False

    def finish(self, f, a):
        flush = self.flushes or not self.passes(f, 1)
        if flush:
            a = f.flush(a)
        if self.omod and flush and not self.ieee and not f.is_nan(a):
            a = f.flush(floats.ldexp(f, a, self.omod, floats.NEAREST))
            a = 0 if f.is_zero(a) else a
        return floats.clamp(f, a, self.dx10) if self.clamp else a


FLOAT = {"F16": floats.F16, "F32": floats.F32, "F64": floats.F64}
LITERAL = {"F32": 0xC0490FDB, "F16": 0xC248}


def model_of(name):
    """(function, how denormals are taken), or None."""
    for kinds, how in ((integers.VALU, "raw"), (float_ops.RAW, "raw"), (float_ops.MAD, "mad"),
                       (float_ops.VALU, "mode")):
        if name in kinds:
            return kinds[name], how
    return None


def same(kind, want, got):
    """NaNs are alike, whatever they carry; so are those in halves."""
    if want == got:
        return True
    if kind == "PACKED":
        return all(same("F16", want >> k & 0xFFFF, got >> k & 0xFFFF) for k in (0, 16))
    if kind == "PACKED32":
        return all(same("F32", want >> k & integers.M32, got >> k & integers.M32) for k in (0, 32))
    f = FLOAT.get(kind)
    return f is not None and f.is_nan(want) and f.is_nan(got) and want < 2 * f.sign and got < 2 * f.sign


class Step:
    """One instruction of the kernel in one form; knows its outputs."""

    def __init__(self, op, group, context, negate, absolute):
        self.op, self.group, self.x, self.negate, self.absolute = op, group, context, negate, absolute
        self.kind = op.result()
        self.function, self.how = model_of(op.name)
        self.mask = any(role in ("CMP", "CARRY_OUT", "SDST_CC") for role, _ in op.operands)
        self.exec_too = op.name.startswith(("v_cmpx", "v_cmpsx"))
        self.low = self.kind in ("F16", "U16", "I16", "B16")
        self.untold = self.low and upper_half(op.name, context.generation) is None
        self.dwords = DWORDS.get(self.kind, 1) if self.kind else 0

    def text(self, family):
        words, sources = [], iter(("v[2:3]", "v[4:5]", "v[6:9]"))
        index = 0
        for role, kind in self.op.operands:
            if role.startswith("VDST"):
                words.append(part("v[16:19]", self.dwords))
            elif role in ("CARRY_OUT", "CARRY_IN", "CMP", "SDST_CC"):
                words.append("vcc")
            elif role == "K":
                words.append(hex(LITERAL[kind]))
            else:
                word = part(next(sources), DWORDS.get(kind, 1))
                word = f"|{word}|" if self.absolute >> index & 1 else word
                words.append("-" + word if self.negate >> index & 1 else word)
                index += 1
        omod = {0: "", 1: " mul:2", 2: " mul:4", -1: " div:2"}[self.x.omod]
        return self.op.spelled(family) + " " + ", ".join(words) + omod + (" clamp" if self.x.clamp else "")

    def emit(self, kernel):
        kernel.vector(self.text(kernel.family), self.dwords, self.mask, self.exec_too, self.untold)

    def arguments(self, row):
        values, sources, index = [], iter(row), 0
        for role, kind in self.op.operands:
            if role == "K":
                values.append(LITERAL[kind])
            elif re.match(r"V?SRC[012]", role):
                f = FLOAT.get(kind)
                value = next(sources) & ((1 << WIDTH[CATEGORY[kind]]) - 1)
                if f and self.absolute >> index & 1:
                    value &= ~f.sign
                if f and self.negate >> index & 1:
                    value ^= f.sign
                if f and self.how == "mad":
                    value = f.flush(value)
                elif f and self.how == "mode":
                    value = self.x.enter(f, value)
                values.append(value)
                index += 1
        return values

    def expected(self):
        """A list of (result, mask) of all lanes."""
        x, results = self.x, []
        x.flushes = self.how == "mad"
        f = FLOAT.get(self.kind) if self.how != "raw" else None
        width = 32 * self.dwords if not self.low else 16
        for lane, row in enumerate(self.group.rows):
            x.old, x.carry, x.lane = self.group.old[lane], self.group.carry[lane], lane % 64
            result = self.function(*self.arguments(row), x)
            value, mask = result if isinstance(result, tuple) else (result, None)
            if value is not None:
                value &= (1 << width) - 1
                value = x.finish(f, value) if f else value
                if self.low and upper_half(self.op.name, x.generation) == "keeps":
                    value |= x.old & 0xFFFF0000
            results.append((value, mask))
        return results

    def key(self):
        x = self.x
        half = upper_half(self.op.name, x.generation) if self.low else None
        old = x.generation if x.generation in (6, 7) else 8
        return (self.op.name, x.mode, x.clamp, x.omod, self.negate, self.absolute, half, old)

    def compare(self, want, columns, report):
        for lane, (value, mask) in enumerate(want):
            got = sum(columns[k][lane] << 32 * k for k in range(self.dwords))
            bit = columns[self.dwords][lane] if self.mask else None
            good = value is None or self.matches(value, got)
            good &= mask is None or mask == bit
            if self.exec_too:
                good &= columns[self.dwords + 1][lane] == bit
            if not good:
                report(self, lane, value, mask, got, bit)

    def matches(self, value, got):
        if self.low and value >> 16 == got >> 16:
            return same(self.kind, value & 0xFFFF, got & 0xFFFF)
        return same(self.kind, value, got)

    def outputs(self):
        return self.dwords + self.mask + self.exec_too


class ScalarStep:
    """A scalar instruction; sources a, b, old and EXEC of a lane."""

    def __init__(self, op, group, generation):
        self.op, self.group = op, group
        self.x = Context(generation, 0, False, 0)
        self.kind = op.result()
        self.dwords = DWORDS.get(self.kind, 1) if self.kind else 0
        self.sets_exec = "saveexec" in op.name or "wrexec" in op.name
        self.immediate = None

    def text(self, family):
        words, sources = [], iter(("s[32:33]", "s[34:35]"))
        for role, kind in self.op.operands:
            dwords = DWORDS.get(kind, 1)
            if role in ("SDST", "SDST_RW", "SDST_IN"):
                words.append("s[48:49]" if dwords == 2 else "s48")
            elif role == "SIMM16":
                words.append(str(self.immediate if self.immediate >= 0 or "_u32" not in self.op.name
                                 else self.immediate & 0xFFFF))
            else:
                source = next(sources)
                words.append(source if dwords == 2 else "s" + source[2:4])
        return self.op.spelled(family) + " " + ", ".join(words)

    def emit(self, kernel):
        kernel.scalar(self.text(kernel.family), self.dwords, self.sets_exec)

    def expected(self):
        x, results = self.x, []
        kinds = [kind for role, kind in self.op.operands if role.startswith("SSRC")]
        for lane, row in enumerate(self.group.rows):
            x.carry, x.exec = self.group.carry[lane], row[2]
            x.old = self.group.old[lane] & ((1 << 32 * max(self.dwords, 1)) - 1)
            values = [v & ((1 << 32 * DWORDS.get(kind, 1)) - 1) for v, kind in zip(row, kinds)]
            if self.immediate is not None:
                values = [self.immediate]
            result = integers.SALU[self.op.name](*values, x)
            value, scc = result[:2]
            if value is not None:
                value &= (1 << 32 * self.dwords) - 1
            results.append((value, x.carry if scc is None else scc, result[2] if len(result) > 2 else None))
        return results

    def key(self):
        return (self.op.name, self.immediate)

    def compare(self, want, columns, report):
        for lane, (value, scc, after) in enumerate(want):
            got = sum(columns[k][lane] << 32 * k for k in range(self.dwords))
            bit = columns[self.dwords][lane]
            good = (value is None or value == got) and scc in ("either", bit)
            if after is not None:
                good &= after == columns[self.dwords + 1][lane] | columns[self.dwords + 2][lane] << 32
            if not good:
                report(self, lane, value, scc, got, bit)

    def outputs(self):
        return self.dwords + 1 + 2 * self.sets_exec


class AtomicStep:
    """An integer atomic of the LDS on the old value."""

    def __init__(self, op, group, generation):
        self.op, self.group, self.x = op, group, Context(generation, 0, False, 0)
        match = re.match(r"ds_([a-z]+?)(_rtn)?_([uib])(32|64)$", op.name)
        what, self.returns, kind, self.width = (match.group(1), bool(match.group(2)), match.group(3),
                                                int(match.group(4)))
        self.function = integers.DS[self.width][what + "_" + kind if what in ("min", "max") else what]
        self.dwords = self.width // 32

    def text(self, _):
        words, sources = [], iter(("v[2:3]", "v[4:5]"))
        for role, _ in self.op.operands:
            words.append(part("v[16:19]", self.dwords) if role == "DS_DST" else "v13" if role == "ADDR"
                         else part(next(sources), self.dwords))
        return self.op.name + " " + ", ".join(words)

    def emit(self, kernel):
        kernel.atomic(self.text(kernel.family), self.dwords, self.returns)

    def expected(self):
        cut, results = (1 << self.width) - 1, []
        for lane, row in enumerate(self.group.rows):
            old = self.group.old[lane]
            new = self.function(old & cut, row[0] & cut, row[1] & cut) & cut
            results.append((old & cut, new | old & ~cut))
        return results

    def key(self):
        return (self.op.name,)

    def compare(self, want, columns, report):
        first = self.dwords if self.returns else 0
        for lane, (old, new) in enumerate(want):
            got = sum(columns[k][lane] << 32 * k for k in range(first))
            there = columns[first][lane] | columns[first + 1][lane] << 32
            if there != new or (self.returns and got != old):
                report(self, lane, new, old, there, got)

    def outputs(self):
        return (self.dwords if self.returns else 0) + 2
