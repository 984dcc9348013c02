#!/usr/bin/env python3
"""Writes random OpenCL C kernels whose results the language defines to the bit.

  generate.py [--count] SEED [NUMBER]     kernels k<SEED> ... of NUMBER seeds, as one program

The same seed gives the same kernel whatever stands beside it.  Nothing undefined is ever done:
signed arithmetic that could overflow is done in the unsigned type, divisors are made positive,
indices are cut to the array, loops have a bound, barriers stand in uniform control flow only.
Floats stay where no operation rounds to a denormal (see NF), for targets differ in those, and
results are compared with every NaN alike.  --count prints how often each construct was made.
"""
import collections
import random
import sys

from call_tree import Tree

INTS = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"]
BITS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64,
        "ulong": 64, "float": 32, "double": 64}
SIZES = [2, 3, 4, 8, 16]
NAMES = "xyzw"

PRELUDE = """#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
/* Factors between 1e-9 and 1e15, or zero: no product is a denormal. */
float NFf(float x) { return fabs(x) < 1e15f && fabs(x) > 1e-9f ? x : fabs(x) <= 1e-9f ? 0.0f : 1.5f; }
double NFd(double x) { return fabs(x) < 1e15 && fabs(x) > 1e-9 ? x : fabs(x) <= 1e-9 ? 0.0 : 2.5; }
/* clang-16 divides in 24 bits where operands have more (unsigned ones that are sign-extended, long
   ones that fit in 32 bits), and multiplies (ulong)(uint)x as if x, a small int, were sign-extended:
   the peer must not see divisions and multiplications of 64 bits. */
#ifdef PEER
/* The peer's library saturates a NaN to the least integer where OpenCL asks for 0 (6.2.3.3). */
/* It also loses the sign of a zero in round, and in fma whose addend is zero. */
#define SIGNED_ZEROS(t) \\
    t __attribute__((overloadable)) fma0(t a, t b, t c) { return c == 0 ? a * b + c : fma(a, b, c); } \\
    t __attribute__((overloadable)) round0(t x) { return copysign(round(x), x); }
SIGNED_ZEROS(float)
SIGNED_ZEROS(double)
SIGNED_ZEROS(half)
float NNf(float x) { return isnan(x) ? 0.0f : x; }
ulong umul64(ulong a, ulong b);
/* mad_sat is one of its narrow products. */
int mad_sati(int a, int b, int c) { return convert_int_sat((long)umul64((ulong)(long)a, (ulong)(long)b) + c); }
uint mad_satu(uint a, uint b, uint c) { return convert_uint_sat(umul64(a, b) + c); }
/* So is mul_hi of 32 bits: all ones are -1 to it. */
uint mul_hiu(uint a, uint b) { return (uint)(umul64(a, b) >> 32); }
int mul_hii(int a, int b) { return (int)(umul64((ulong)(long)a, (ulong)(long)b) >> 32); }
uint mad_hiu(uint a, uint b, uint c) { return mul_hiu(a, b) + c; }
float2 NNf2(float2 x) { return isnan(x) ? (float2)0.0f : x; }
float3 NNf3(float3 x) { return isnan(x) ? (float3)0.0f : x; }
float4 NNf4(float4 x) { return isnan(x) ? (float4)0.0f : x; }
float8 NNf8(float8 x) { return isnan(x) ? (float8)0.0f : x; }
float16 NNf16(float16 x) { return isnan(x) ? (float16)0.0f : x; }
double NNd(double x) { return isnan(x) ? 0.0 : x; }
uint udiv32(uint a, uint b) { return (uint)((double)a / (double)b); }
uint umod32(uint a, uint b) { return a - udiv32(a, b) * b; }
ulong umod64(ulong a, ulong b)
{
    ulong rest = 0;
    for (int i = 63; i >= 0; i--) {
        ulong carry = rest >> 63;
        rest = rest << 1 | (a >> i & 1);
        rest -= carry || rest >= b ? b : 0;
    }
    return rest;
}
ulong udiv64(ulong a, ulong b)
{
    ulong rest = 0, quotient = 0;
    for (int i = 63; i >= 0; i--) {
        ulong carry = rest >> 63;
        rest = rest << 1 | (a >> i & 1);
        quotient = quotient << 1 | (carry || rest >= b);
        rest -= carry || rest >= b ? b : 0;
    }
    return quotient;
}
ulong umul64(ulong a, ulong b)
{
    ulong sum = 0;
    for (int i = 0; i < 64; i += 16)
        for (int k = 0; i + k < 64; k += 16)
            sum += (ulong)((uint)(a >> i & 0xffff) * (uint)(b >> k & 0xffff)) << (i + k);
    return sum;
}
int sdiv32(int a, int b) { return (int)((double)a / (double)b); }
int smod32(int a, int b) { return (int)((uint)a - (uint)sdiv32(a, b) * (uint)b); }
ulong umagnitude(long a) { return a < 0 ? -(ulong)a : (ulong)a; }
long sdiv64(long a, long b)
{
    ulong q = udiv64(umagnitude(a), umagnitude(b));
    return (long)((a < 0) != (b < 0) ? -q : q);
}
long smod64(long a, long b)
{
    ulong r = umod64(umagnitude(a), umagnitude(b));
    return (long)(a < 0 ? -r : r);
}
/* And it takes the magnitude of the least integer for positive when it converts that. */
#define MAGNITUDE(s, u, n) \\
    u##n __attribute__((overloadable)) abs0(s##n x) \\
    { \\
        u##n sign = as_##u##n((s##n)(x >> (s##n)(sizeof(s) * 8 - 1))); \\
        return (u##n)((as_##u##n(x) ^ sign) - sign); \\
    }
#define MAGNITUDES(s, u) MAGNITUDE(s, u, ) MAGNITUDE(s, u, 2) MAGNITUDE(s, u, 3) \\
    MAGNITUDE(s, u, 4) MAGNITUDE(s, u, 8) MAGNITUDE(s, u, 16)
MAGNITUDES(char, uchar)
MAGNITUDES(short, ushort)
MAGNITUDES(int, uint)
MAGNITUDES(long, ulong)
#else
#define abs0 abs
#define fma0 fma
#define round0 round
#define mad_sati mad_sat
#define mad_satu mad_sat
#define mul_hii mul_hi
#define mul_hiu mul_hi
#define mad_hiu mad_hi
#define NNf(x) (x)
#define NNd(x) (x)
#define NNf2(x) (x)
#define NNf3(x) (x)
#define NNf4(x) (x)
#define NNf8(x) (x)
#define NNf16(x) (x)
#define umul64(a, b) ((ulong)((a) * (b)))
#define sdiv32(a, b) ((a) / (b))
#define smod32(a, b) ((a) % (b))
#define sdiv64(a, b) ((a) / (b))
#define smod64(a, b) ((a) % (b))
#define udiv32(a, b) ((a) / (b))
#define umod32(a, b) ((a) % (b))
#define udiv64(a, b) ((a) / (b))
#define umod64(a, b) ((a) % (b))
#endif
/* A pointer q of one of two memories: generic where the language has that, else a choice at each use.
   Whatever becomes of the addresses, both forms compute the same. */
#if __OPENCL_C_VERSION__ >= 200
#define POINTER(t, q, c, a, i, b, j) t *q = (c) ? (t *)(a + (i)) : (t *)(b + (j))
#define POINT(t, q, c, a, i, b, j) q = (c) ? (t *)(a + (i)) : (t *)(b + (j))
#define GET(q, a, b) (*q)
#define PUT(t, q, a, b, v) *q = (v)
#else
#define POINTER(t, q, c, a, i, b, j) bool q = (c); uint q##_a = (i), q##_b = (j)
#define POINT(t, q, c, a, i, b, j) do { q = (c); q##_a = (i); q##_b = (j); } while (0)
#define GET(q, a, b) (q ? a[q##_a] : b[q##_b])
#define PUT(t, q, a, b, v) do { t new_ = (v); if (q) a[q##_a] = new_; else b[q##_b] = new_; } while (0)
#endif
half NFh(half x) { return fabs(x) < 100.0h ? fabs(x) > 0.01h ? x : 0.0h : 1.5h; }
uint bitsf(float x) { return isnan(x) ? 0x7fc00000u : as_uint(x); }
ulong bitsd(double x) { return isnan(x) ? 0x7ff8000000000000ul : as_ulong(x); }
"""


def signed(t):
    return not t.startswith("u")


def unsigned_of(t):
    return t if t.startswith("u") else "u" + t


def promoted(t):
    return "int" if BITS[t] < 32 else t


def common(a, b):
    a, b = promoted(a), promoted(b)
    if a == b:
        return a
    if BITS[a] != BITS[b]:
        return a if BITS[a] > BITS[b] else b
    return unsigned_of(a)


class Vector:
    def __init__(self, base, size):
        self.base, self.size = base, size
        self.name = f"{base}{size}"


class Kernel:
    def __init__(self, seed, counts, often=False):
        self.r = random.Random(seed)
        self.seed = seed
        self.counts = counts
        self.functions = []   # text
        self.pure = []        # (name, result, parameters)
        self.effects = []     # (name, result, element, space)
        self.fresh = 0
        self.use_double = self.r.random() < 0.5
        self.use_vectors = self.r.random() < 0.7
        self.use_half = self.r.random() < 0.3
        self.often = often    # double literals, the lesser and the greater by choices
        self.tables = []      # (name, element, log2): constant memory
        self.in_kernel = False
        self.reset()

    def reset(self):
        self.variables = collections.defaultdict(list)  # type name -> names
        self.vectors = []    # (name, Vector)
        self.arrays = []     # (name, element, log2 of the count)
        self.structs = []    # (name, index of the type)
        self.rows = []       # (name, Vector, log2): arrays of vectors
        self.unions = []     # names
        self.halves = []     # names
        self.mine = {}       # element type -> local array of which each work-item has its element
        self.fixed = collections.defaultdict(list)      # readable only
        self.labels = 0
        self.budget = 60

    # ---- small helpers ----
    def count(self, what):
        self.counts[what] += 1

    def chance(self, p):
        return self.r.random() < p

    def name(self, prefix):
        self.fresh += 1
        return f"{prefix}{self.fresh}"

    def scalar_type(self):
        x = self.r.random()
        if x < 0.55:
            return self.r.choice(["int", "uint", "int", "uint", "long", "ulong"])
        if x < 0.8:
            return self.r.choice(INTS)
        return "double" if self.use_double and self.chance(0.4) else "float"

    def int_type(self):
        return self.r.choice(INTS + ["int", "uint"])

    def is_float(self, t):
        return t in ("float", "double")

    def constant(self, t):
        r = self.r
        if t == "float":
            return r.choice(["0.0f", "1.0f", "-2.5f", "0x1.8p20f", "0.1f", "3e5f", "-1e-3f"])
        if t == "double":
            return r.choice(["0.0", "1.0", "-2.5", "0x1.8p40", "0.1", "3e9", "-1e-3"])
        bits = BITS[t]
        value = r.choice([0, 1, 2, 3, 5, 7, 8, 16, 31, 32, 63, 64, 100, 255, (1 << bits - 1) - 1,
                          1 << bits - 1, (1 << bits) - 1, r.getrandbits(bits), r.getrandbits(8)])
        value &= (1 << bits) - 1
        suffix = "ul" if bits == 64 else "u"
        if bits == 32 and t == "int" and value < 1 << 31:
            suffix = ""
        return f"({t}){value}{suffix}" if suffix or bits < 32 else f"{value}"

    # ---- scalar expressions ----
    def expr(self, t, d):
        if d <= 0 or self.chance(0.12):
            return self.leaf(t)
        if self.is_float(t):
            return self.float_expr(t, d - 1)
        return self.int_expr(t, d - 1)

    def leaf(self, t):
        r = self.r
        choices = self.variables[t] + self.fixed[t]
        x = r.random()
        if x < 0.65 and choices:
            return r.choice(choices)
        if x < 0.75:
            return self.constant(t)
        if x < 0.85:
            self.count("load from input")
            at = r.randrange(64)
            index = f"(gid + {at}u) & 255u" if self.chance(0.7) else f"{at}"
            return self.convert("ulong", t, f"in[{index}]") if self.in_kernel else self.constant(t)
        if x < 0.92:
            memory = self.memory_leaf(t)
            if memory:
                return memory
        names = [(n, o) for o in self.variables for n in self.variables[o]]
        if not names:
            return self.constant(t)
        name, other = r.choice(names)
        return self.convert(other, t, name)

    def memory_leaf(self, t):
        r = self.r
        kinds = []
        if self.arrays:
            kinds.append("array")
        if self.structs:
            kinds.append("struct")
        if self.vectors:
            kinds.append("vector")
        kinds += ["table"] * bool(self.tables) + ["row"] * bool(self.rows) + \
            ["union"] * bool(self.unions)
        if not kinds:
            return None
        kind = r.choice(kinds)
        if kind == "table":
            name, element, log2 = r.choice(self.tables)
            self.count("constant table")
            return self.convert(element, t, f"{name}[{self.index(log2)}]")
        if kind == "row":
            name, v, log2 = r.choice(self.rows)
            self.count("array of vectors")
            return self.convert(v.base, t, f"{name}[{self.index(log2)}].{self.component(v)}")
        if kind == "union":
            text, element = self.union_place(r.choice(self.unions))
            return self.convert(element, t, text)
        if kind == "array":
            text, element = self.array_place()
        elif kind == "struct":
            text, element = self.member(r.choice(self.structs))
        else:
            name, v = r.choice(self.vectors)
            self.count("vector component read")
            text, element = f"{name}.{self.component(v)}", v.base
        return self.convert(element, t, text)

    def union_place(self, name):
        self.count("union member")
        text, element = self.r.choice(
            [("u", "uint"), ("i", "int"), ("l", "ulong"), ("v.x", "ushort"), ("v.s3", "ushort"),
             (f"c[{self.index(3)}]", "uchar"), (f"s[{self.index(2)}]", "short")])
        return f"{name}.{text}", element

    def component(self, v):
        i = self.r.randrange(v.size)
        return NAMES[i] if v.size <= 4 and self.chance(0.5) else "s" + "0123456789abcdef"[i]

    def array_place(self):
        name, element, log2 = self.r.choice(self.arrays)
        if self.chance(0.4):
            self.count("array, constant index")
            return f"{name}[{self.r.randrange(1 << log2)}]", element
        self.count("array, dynamic index")
        return f"{name}[{self.index(log2)}]", element

    def index(self, log2):
        names = [n for t in INTS for n in self.variables[t] + self.fixed[t]]
        return f"(uint){self.r.choice(names)} & {(1 << log2) - 1}u" if names else "0"

    def convert(self, source, target, text):
        """text of type source as target; never undefined."""
        r = self.r
        if source == target:
            return text
        self.count("conversion")
        if self.is_float(target):
            if self.is_float(source):
                return f"({target})" + (f"({text})" if target == "double" else f"NFd({text})")
            if BITS[source] == BITS[target] and self.chance(0.3):
                self.count("as_float")
                return f"NF{target[0]}(as_{target}({text}))"
            if self.chance(0.3):
                mode = r.choice(["_rte", "_rtz", "_rtp", "_rtn"])
                self.count("convert with rounding")
                return f"convert_{target}{mode}({text})"
            return f"({target})({text})"
        if self.is_float(source):
            if self.chance(0.3) and BITS[source] == BITS[target]:
                self.count("as_int")
                return f"({target})bits{source[0]}({text})"
            if self.chance(0.5):
                mode = r.choice(["", "", "_rte", "_rtz", "_rtp", "_rtn"])
                self.count("convert_sat from float")
                return f"convert_{target}_sat{mode}(NN{source[0]}({text}))"
            limit = {8: "100", 16: "3e4", 32: "2e9", 64: "9e18"}[BITS[target]]
            low = "-" + limit if signed(target) else "0"
            suffix = ".0" if "e" not in limit else ""
            kind = "f" if source == "float" else ""
            self.count("float to int")
            low += suffix if low != "0" else ".0"
            return f"({target})clamp(isnan({text}) ? ({source})1 : ({source})({text}), " \
                   f"{low}{kind}, {limit}{suffix}{kind})"
        x = r.random()
        if x < 0.6:
            return f"({target})({text})"
        if x < 0.8:
            self.count("convert_")
            return f"convert_{target}({text})"
        self.count("convert_sat")
        return f"convert_{target}_sat({text})"

    def any_expr(self, t, d):
        """Of another type, converted."""
        other = self.scalar_type()
        return self.convert(other, t, self.expr(other, d))

    def int_expr(self, t, d):
        r = self.r
        kind = r.choices(["arith", "bit", "shift", "divide", "unary", "ternary", "logic", "builtin",
                          "convert", "call", "memory", "vector", "mulwide"],
                         [20, 12, 10, 6, 5, 8, 4, 20, 8, 4, 8, 4, 3])[0]
        if kind == "arith":
            return self.arith(t, d)
        if kind == "bit":
            a, b = self.int_type(), self.int_type()
            self.count("bitwise")
            return f"({t})({self.expr(a, d)} {r.choice('&|^')} {self.expr(b, d)})"
        if kind == "shift":
            a = r.choice([t, self.int_type()])
            self.count("shift")
            by = r.choice([str(r.randrange(1, BITS[a])), self.expr(r.choice(["int", "uint", a]), d)])
            return f"({t})({self.expr(a, d)} {r.choice(['<<', '>>'])} {by})"
        if kind == "divide":
            a, b = r.choice([(t, t), (self.int_type(), self.int_type())])
            self.count("division")
            op, x, y, c = r.choice("/%"), self.expr(a, d), self.divisor(a, b, d), common(a, b)
            return f"({t}){'s' if signed(c) else 'u'}{'div' if op == '/' else 'mod'}" \
                f"{BITS[c]}({x}, {y})"
        if kind == "unary":
            a = self.int_type()
            self.count("unary")
            op = r.choice(["~", "!", "+", "-"])
            if op == "-" and signed(promoted(a)) and BITS[a] >= 32:
                return f"({t})-({unsigned_of(a)})({self.expr(a, d)})"
            return f"({t}){op}({self.expr(a, d)})"
        if kind == "ternary" and self.often and self.chance(0.6):
            return self.extreme(t)
        if kind == "ternary":
            self.count("?:")
            return f"({self.condition(d)} ? {self.expr(t, d)} : {self.expr(t, d)})"
        if kind == "logic":
            self.count("condition as value")
            return f"({t})({self.condition(d)})"
        if kind == "builtin":
            return self.int_builtin(t, d)
        if kind == "convert":
            return self.any_expr(t, d)
        if kind == "call":
            return self.call(t, d)
        if kind == "memory":
            return self.memory_leaf(t) or self.arith(t, d)
        if kind == "mulwide":
            self.count("wide multiplication")
            a, b = r.choice([("uint", "ulong"), ("int", "long")])
            text = f"({b})umul64(({b})({self.expr(a, d)}), ({b})({self.expr(a, d)}))"
            return f"({t})({text} >> 32)" if t == a else f"({t}){text}"
        return self.from_vector(t, d)

    def arith(self, t, d):
        a, b = self.r.choice([(t, t), (t, t), (self.int_type(), self.int_type())])
        op = self.r.choice("++-*")
        c = common(a, b)
        x, y = self.expr(a, d), self.expr(b, d)
        self.count(f"arithmetic {BITS[c]}")
        small = BITS[a] < 32 and BITS[b] < 32
        if signed(c) and not (small and (op != "*" or not (a == b == "ushort"))):
            u = unsigned_of(c)
            if op == "*" and BITS[c] == 64:
                return f"({t})umul64(({u})({x}), ({u})({y}))" # as signed overflow is undefined
            return f"({t})(({u})({x}) {op} ({u})({y}))"
        if op == "*" and BITS[c] == 64:
            return f"({t})umul64({x}, {y})"
        return f"({t})({x} {op} {y})"

    def divisor(self, a, b, d):
        r = self.r
        c = common(a, b)
        if self.chance(0.3):
            value = r.choice([1, 2, 3, 5, 7, 8, 10, 100, 127, r.randrange(1, 128)])
            if signed(b) and signed(c) and self.chance(0.3) and value > 1:
                value = -value
            self.count("division by constant")
            return f"({b})({value})"
        if not signed(b):
            return f"(({self.expr(b, d)}) | ({b})1)"
        mask = r.choice([15, 127]) if BITS[b] == 8 else r.choice([15, 0x7fff, (1 << BITS[b] - 1) - 1])
        suffix = "l" if BITS[b] == 64 else ""
        text = f"((({self.expr(b, d)}) & {hex(mask)}{suffix}) | 1)"
        if signed(c) and self.chance(0.3):
            return f"(-1 - {text})"
        return text

    def int_builtin(self, t, d):
        r = self.r

        def e():
            return f"({t})({self.expr(t, d)})"
        name = r.choice(["min", "max", "abs", "abs_diff", "add_sat", "sub_sat", "hadd", "rhadd",
                         "clz", "popcount", "rotate", "mul_hi", "mad_hi", "mad_sat", "clamp",
                         "mul24", "mad24", "upsample", "bitselect", "select", "float"])
        self.count(name)
        if name == "mad_hi" and signed(t):
            t, result = unsigned_of(t), t
            return f"({result})mad_hi{'u' if t == 'uint' else ''}({e()}, {e()}, {e()})"
        if name in ("mul_hi", "mad_hi") and BITS[t] == 32:
            name += t[0]
        if name in ("abs",):
            return f"({t}){name}{'0' if signed(t) else ''}({e()})"
        if name == "abs_diff":
            return f"({t}){name}({e()}, {e()})"
        if name in ("clz", "popcount"):
            return f"{name}({e()})"
        if name == "mad_sat" and BITS[t] == 32:
            name += t[0]
        elif name == "mad_sat" and BITS[t] == 64:
            name = "bitselect"
        if name == "bitselect" or name.startswith(("mad_hi", "mad_sat")):
            return f"{name}({e()}, {e()}, {e()})"
        if name == "clamp":
            low, high = sorted(r.sample(range(0, 127), 2))
            return f"clamp({e()}, ({t}){low}, ({t}){high})"
        if name in ("mul24", "mad24"):
            u = r.choice(["int", "uint"])
            if u == "int":
                a, b = (f"(({self.expr(u, d)} << 8) >> {r.choice([8, 12, 20])})" for _ in "ab")
            else:
                a, b = (f"({self.expr(u, d)} & {hex(0xffffff)}u)" for _ in "ab")
            if name == "mul24":
                return f"({t})mul24({a}, {b})"
            return f"({t})mad24({a}, {b}, {self.expr(u, d)})" if u == "uint" else \
                f"({t})mad24({a} >> 9, {b} >> 9, {self.expr(u, d)} >> 1)"
        if name == "upsample":
            wide = r.choice(["short", "ushort", "int", "uint", "long", "ulong"])
            half = {16: "char", 32: "short", 64: "int"}[BITS[wide]]
            if not signed(wide):
                half = "u" + half
            return f"({t})upsample(({half})({self.expr(half, d)}), " \
                f"({unsigned_of(half)})({self.expr(unsigned_of(half), d)}))"
        if name == "select":
            m = r.choice([t, unsigned_of(t) if signed(t) else t[1:]])
            return f"select({e()}, {e()}, ({m})({self.expr(m, d)}))"
        if name == "float":
            f = self.float_type()
            which = r.choice(["isnan", "isinf", "signbit", "isfinite", "ilogb"])
            text = self.expr(f, d)
            if which == "ilogb":
                text = f"(NF{f[0]}({text}) + ({f})0 == 0 ? ({f})1 : NF{f[0]}({text}))"
            if which == "signbit":
                text = f"(isnan({text}) ? ({f})0 : ({f})({text}))"
            return f"({t}){which}({text})"
        return f"{name}({e()}, {e()})"

    def float_type(self):
        return "double" if self.use_double and self.chance(0.5) else "float"

    def extreme(self, t):
        """The lesser or the greater of two, written as a choice."""
        self.count("lesser or greater")
        a, b = self.leaf(t), self.leaf(t)
        first, second = (a, b) if self.chance(0.5) else (b, a)
        return f"({a} {self.r.choice(['<', '>', '<=', '>='])} {b} ? {first} : {second})"

    def literal(self):
        return self.r.choice(["0.5", "2.0", "-2.0", "-1.0", "1.0", "0.1", "-0.3", "1e-3", "1234.5", "1.0f", "1e10"])

    def with_literal(self, d):
        """A float computed in double because a literal is one."""
        r = self.r
        self.count("double literal")
        x = f"NFf({self.expr('float', d)})"
        kind = r.choice(["sum", "product", "quotient", "extreme", "whole", "choice", "comparison"])
        if kind == "sum":
            return f"(float)({x} {r.choice('+-')} {self.literal()})"
        if kind == "product":
            return f"(float)({x} * {self.literal()})"
        if kind == "quotient":
            return f"(float)({self.literal()} / (double){x})"
        if kind == "extreme":
            return f"(float)({r.choice(['fmin', 'fmax'])}((double){x}, (double)({self.literal()})) + 0.0)"
        if kind == "whole":
            return f"(float)({r.choice(['floor', 'ceil', 'trunc', 'rint'])}((double){x}) + 0.0)"
        test = f"{x} {r.choice(['<', '>', '<=', '>=', '==', '!='])} {self.literal()}"
        if kind == "choice":
            return f"(float)({test} ? (double)NFf({self.expr('float', d)}) : {self.literal()})"
        return f"({test} ? {self.expr('float', d)} : {x})"

    def float_expr(self, t, d):
        r = self.r
        nf = "NF" + t[0]
        if self.often and t == "float" and self.chance(0.2):
            return self.with_literal(d)
        kind = r.choices(["add", "mul", "div", "sqrt", "fma", "unary", "minmax", "ternary", "int",
                          "ldexp", "memory", "select", "fmod", "mad", "exact", "half"],
                         [25, 20, 5, 5, 8, 15, 10, 8, 15, 4, 8, 5, 3, 3, 8,
                          6 if self.use_half and t == "float" else 0])[0]
        self.count(f"{t} {kind}")
        e = self.expr
        if kind == "add":
            return f"({e(t, d)} {r.choice('+-')} {e(t, d)})"
        if kind == "mul":
            return f"({nf}({e(t, d)}) * {nf}({e(t, d)}))"
        if t == "float" and kind in ("div", "sqrt"):
            # OpenCL leaves 2.5 and 3 ulp; through double they are rounded as they should be.
            if kind == "sqrt":
                return f"(float)sqrt(fabs((double)NFf({e(t, d)})))"
            if self.chance(0.3):
                return f"({nf}({e(t, d)}) / {r.choice(['2.0f', '-8.0f', '0.25f'])})"
            return f"(float)((double)NFf({e(t, d)}) / (double)NFf({e(t, d)}))"
        if kind == "div":
            return f"({nf}({e(t, d)}) / {nf}({e(t, d)}))"
        if kind == "sqrt":
            return f"sqrt(fabs({nf}({e(t, d)})))"
        if kind == "fma":
            return f"fma0({nf}({e(t, d)}), {nf}({e(t, d)}), {e(t, d)})"
        if kind == "mad":
            return f"({nf}({e(t, d)}) * {nf}({e(t, d)}) + {e(t, d)})"
        if kind == "unary":
            name = r.choice(["fabs", "floor", "ceil", "trunc", "rint", "round0", "-", "sign"])
            self.count(name)
            return f"{name}({e(t, d)})"
        if kind == "minmax":
            name = r.choice(["fmin", "fmax"])
            return f"({name}({nf}({e(t, d)}), {nf}({e(t, d)})) + ({t})0)"
        if kind == "ternary":
            return f"({self.condition(d)} ? {e(t, d)} : {e(t, d)})"
        if kind == "int":
            i = self.int_type()
            return self.convert(i, t, e(i, d))
        if kind == "ldexp":
            return f"ldexp({nf}({e(t, d)}), {r.choice(['3', '-5', '(' + e('int', d) + ' & 15)'])})"
        if kind == "select":
            i = r.choice(["int", "uint"]) if t == "float" else r.choice(["long", "ulong"])
            return f"select({e(t, d)}, {e(t, d)}, {self.expr(i, d)})"
        if kind == "fmod":
            return f"fmod({nf}({e(t, d)}), ({t})(fabs({nf}({e(t, d)})) + 1))"
        if kind == "exact":
            name = r.choice(["copysign", "fdim", "step", "logb", "maxmag", "minmag", "remainder"])
            self.count(name)
            x, y = f"{nf}({e(t, d)})", f"{nf}({e(t, d)})"
            if name == "logb":
                return f"logb({x} == 0 ? ({t})1 : {x})"
            if name == "remainder":
                y = f"({t})(fabs({y}) + 1)"
            zero = f" + ({t})0" if "mag" in name else ""
            return f"({name}({x}, {y}){zero})"
        if kind == "half":
            return f"(float)({self.half(d)})"
        return self.memory_leaf(t) or self.leaf(t)

    def half(self, d):
        r = self.r
        self.count("half")
        x = r.random()
        if d <= 0 or x < 0.3:
            if self.halves and self.chance(0.7):
                return r.choice(self.halves)
            if self.chance(0.5):
                return f"NFh(as_half((ushort)({self.expr('ushort', d)})))"
            return f"(half)({self.expr(r.choice(['float', 'short']), d)})"
        a, b = (f"NFh({self.half(d - 1)})" for _ in "ab")
        if x < 0.75:
            return f"({a} {r.choice('+-*')} {b})"
        if x < 0.85:
            return f"{r.choice(['fabs', 'floor', 'trunc', '-'])}({a})"
        if x < 0.95:
            return f"({self.half(d - 1)} {r.choice(['<', '>=', '==', '!='])} {b} ? {a} : {b})"
        return f"fma0({a}, {b}, {self.half(d - 1)})"

    def condition(self, d):
        r = self.r
        x = r.random()
        if d > 0 and x < 0.15:
            self.count("&& and ||")
            return f"({self.condition(d - 1)} {r.choice(['&&', '||'])} {self.condition(d - 1)})"
        if d > 0 and x < 0.2:
            return f"!({self.condition(d - 1)})"
        if x < 0.3 and self.vectors:
            name, v = r.choice([v for v in self.vectors])
            if not self.is_float(v.base):
                self.count("any and all")
                s = v.base if signed(v.base) else v.base[1:]
                return f"{r.choice(['any', 'all'])}(as_{s}{v.size}({name}))"
        op = r.choice(["<", ">", "<=", ">=", "==", "!="])
        if x < 0.5:
            t = self.float_type()
            self.count("float comparison")
            if self.chance(0.2):
                which = r.choice(["isless", "isgreaterequal", "isunordered", "islessgreater",
                                  "isequal", "isordered"])
                return f"{which}({self.expr(t, d)}, {self.expr(t, d)})"
            return f"({self.expr(t, d)} {op} {self.expr(t, d)})"
        a, b = self.int_type(), self.int_type()
        if self.chance(0.6):
            b = a
        self.count("int comparison")
        if self.chance(0.3):
            return f"({self.expr(a, d)} {op} {self.constant(b)})"
        return f"({self.expr(a, d)} {op} {self.expr(b, d)})"

    def call(self, t, d):
        fits = [f for f in self.pure if f[1] == t] or self.pure
        if not fits:
            return self.arith(t, d)
        name, result, parameters = self.r.choice(fits)
        self.count("call")
        args = ", ".join(self.expr(p, min(d, 1)) for p in parameters)
        return self.convert(result, t, f"{name}({args})")

    # ---- vectors ----
    def from_vector(self, t, d):
        if not self.use_vectors:
            return self.arith(t, d)
        v = self.vector_type()
        return self.convert(v.base, t, f"({self.vector(v, min(d, 1))}).{self.component(v)}")

    def vector_type(self):
        base = self.r.choice(INTS + ["int", "uint", "float", "float"])
        return Vector(base, self.r.choice(SIZES + [2, 4]))

    def swizzle(self, size, count, distinct=False):
        picks = self.r.sample(range(size), count) if distinct else \
            [self.r.randrange(size) for _ in range(count)]
        if size <= 4 and count <= 4 and self.chance(0.6):
            return "".join(NAMES[i] for i in picks)
        return "s" + "".join("0123456789abcdef"[i] for i in picks)

    def vector(self, v, d):
        r = self.r
        same = [n for n, o in self.vectors if o.name == v.name]
        rows = [(n, log2) for n, o, log2 in self.rows if o.name == v.name]
        if rows and self.chance(0.3):
            name, log2 = r.choice(rows)
            return f"{name}[{self.index(log2)}]"
        if d <= 0:
            if same and self.chance(0.8):
                return r.choice(same)
            return self.vector_literal(v, 0)
        d -= 1
        kind = r.choices(["literal", "swizzle", "binary", "compare", "select", "builtin", "convert",
                          "as", "splat", "shuffle", "load", "half"],
                         [8, 12, 30, 6, 8, 12, 6, 6, 6, 3, 5, 4])[0]
        self.count(f"vector {kind}")
        if kind == "literal":
            return self.vector_literal(v, d)
        if kind == "swizzle":
            sources = [(n, o) for n, o in self.vectors if o.base == v.base]
            if sources:
                name, o = r.choice(sources)
                return f"{name}.{self.swizzle(o.size, v.size)}"
            return self.vector_literal(v, d)
        if kind == "binary":
            return self.vector_binary(v, d)
        if kind == "compare" and not self.is_float(v.base) and signed(v.base):
            other = r.choice([v.base, unsigned_of(v.base)] + (["float"] if v.base == "int" else []))
            o = Vector(other, v.size)
            op = r.choice(["<", ">", "<=", ">=", "==", "!=", "&&", "||"])
            if other == "float" and op in ("&&", "||"):
                op = "<"
            return f"({self.vector(o, d)} {op} {self.vector(o, d)})"
        if kind == "select":
            m = {8: "char", 16: "short", 32: "int", 64: "long"}[BITS[v.base]]
            mask = self.vector(Vector(m, v.size), d)
            if self.chance(0.5):
                return f"({mask} ? {self.vector(v, d)} : {self.vector(v, d)})"
            return f"select({self.vector(v, d)}, {self.vector(v, d)}, {mask})"
        if kind == "builtin":
            return self.vector_builtin(v, d)
        if kind == "convert" and not self.is_float(v.base):
            o = Vector(r.choice(INTS + ["float"]), v.size)
            sat = "_sat" if o.base == "float" or self.chance(0.4) else ""
            guard = f"NNf{v.size}" if o.base == "float" else ""
            return f"convert_{v.name}{sat}({guard}({self.vector(o, d)}))"
        if kind == "convert":
            o = Vector(r.choice(INTS), v.size)
            return f"convert_{v.name}({self.vector(o, d)})"
        if kind == "as" and not self.is_float(v.base):
            options = [Vector(b, n) for b in INTS for n in (2, 4, 8, 16)
                       if BITS[b] * n == BITS[v.base] * v.size and v.size != 3]
            if not options:
                options = [Vector(unsigned_of(v.base), v.size)]
            o = r.choice(options)
            return f"as_{v.name}({self.vector(o, d)})"
        if kind == "splat":
            return f"({v.name})({self.expr(v.base, d)})"
        if kind == "shuffle" and v.size != 3 and not self.is_float(v.base):
            size = r.choice([2, 4, 8, 16])
            mask = Vector(unsigned_of(v.base), v.size)
            return f"shuffle({self.vector(Vector(v.base, size), d)}, {self.vector(mask, d)})"
        if kind == "load":
            arrays = [(n, log2) for n, e, log2 in self.arrays if e == v.base and 1 << log2 >= v.size]
            if arrays:
                name, log2 = r.choice(arrays)
                slots = (1 << log2) // v.size
                log = slots.bit_length() - 1
                self.count("vload")
                return f"vload{v.size}({self.index(log)}, {name})"
            return self.vector_binary(v, d)
        if kind == "half" and v.size <= 8 and v.size != 3:
            o = Vector(v.base, 2 * v.size)
            return f"({self.vector(o, d)}).{r.choice(['lo', 'hi', 'odd', 'even'])}"
        return self.vector_binary(v, d)

    def vector_literal(self, v, d):
        parts, left = [], v.size
        while left:
            sources = [(n, o) for n, o in self.vectors if o.base == v.base and left >= 2]
            if sources and self.chance(0.5):
                name, o = self.r.choice(sources)
                size = self.r.choice([s for s in SIZES if s <= min(left, 4)])
                parts.append(f"{name}.{self.swizzle(o.size, size)}")
                left -= size
            else:
                parts.append(self.expr(v.base, d if len(parts) < 2 else 0))
                left -= 1
        return f"({v.name})({', '.join(parts)})"

    def vector_binary(self, v, d):
        r = self.r
        a = self.vector(v, d)
        scalar = self.chance(0.2)
        b = f"({v.base})({self.expr(v.base, d)})" if scalar else self.vector(v, d)
        if self.is_float(v.base):
            return f"({a} {r.choice('+-')} {b})"
        op = r.choice(["+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%"])
        if op == "*" and BITS[v.base] == 64: # see PEER above
            op = "^"
        if op in "/%":
            mask = "(%s)%d" % (v.base, r.choice([7, 127]))
            if BITS[v.base] > 16: # see PEER above
                a = f"({a} & ({v.base})0xffff)"
            return f"({a} {op} ({v.base if scalar else v.name})(({b} & {mask}) | ({v.base})1))"
        if op in "+-*" and signed(v.base):
            u = unsigned_of(v.base)
            right = f"({u}){b}" if scalar else f"as_{u}{v.size}({b})"
            return f"as_{v.name}(as_{u}{v.size}({a}) {op} {right})"
        return f"({a} {op} {b})"

    def vector_builtin(self, v, d):
        r = self.r
        e = lambda: self.vector(v, d)
        if self.is_float(v.base):
            name = r.choice(["fabs", "floor", "trunc", "rint"])
            return f"{name}({e()})"
        name = r.choice(["min", "max", "add_sat", "sub_sat", "hadd", "rotate", "mul_hi", "bitselect",
                         "clz", "popcount", "abs", "mad_sat"])
        if name == "mul_hi" and BITS[v.base] == 32 or name == "mad_sat" and BITS[v.base] >= 32:
            # the peer's are wrong, of long for squares
            name = "bitselect"
        self.count(f"vector {name}")
        if name in ("clz", "popcount"):
            return f"{name}({e()})"
        if name == "abs":
            return f"as_{v.name}(abs{'0' if signed(v.base) else ''}({e()}))"
        if name in ("bitselect", "mad_sat"):
            return f"{name}({e()}, {e()}, {e()})"
        if name in ("min", "max") and self.chance(0.3):
            return f"{name}({e()}, ({v.base})({self.expr(v.base, d)}))"
        return f"{name}({e()}, {e()})"

    # ---- structs ----
    def member(self, struct):
        name, index = struct
        self.count("struct member")
        members = self.struct_members[index]
        kind, text, element, size = self.r.choice(members)
        if kind == "array":
            return f"{name}.{text}[{self.index(size)}]", element
        if kind == "vector":
            return f"{name}.{text}.{self.component(Vector(element, size))}", element
        return f"{name}.{text}", element

    def make_structs(self):
        self.struct_members = []
        for index in range(2):
            members = []
            for i in range(self.r.randrange(2, 6)):
                kind = self.r.choices(["scalar", "array", "vector", "inner"], [6, 2, 2, 1])[0]
                t = self.int_type() if self.chance(0.8) else "float"
                if kind == "inner" and index == 0:
                    kind = "scalar"
                size = {"scalar": 0, "array": self.r.choice([1, 2]), "vector": self.r.choice([2, 3, 4]),
                        "inner": 0}[kind]
                members.append((kind, f"m{i}", t, size))
            lines = []
            for kind, name, t, size in members:
                lines.append({"scalar": f"{t} {name};", "array": f"{t} {name}[{1 << size}];",
                              "vector": f"{t}{size} {name};",
                              "inner": f"struct S{self.seed}_0 {name};"}[kind])
            self.functions.append(f"struct S{self.seed}_{index} {{ {' '.join(lines)} }};\n")
            flat = []
            for member in members:
                if member[0] == "inner":
                    flat += [(k, f"{member[1]}.{n}", t, s) for k, n, t, s in self.struct_members[0]]
                else:
                    flat.append(member)
            self.struct_members.append(flat)

    def fill_struct(self, name, index, pad):
        lines = []
        for kind, text, t, size in self.struct_members[index]:
            if kind == "array":
                for i in range(1 << size):
                    lines.append(f"{pad}{name}.{text}[{i}] = {self.expr(t, 0)};")
            elif kind == "vector":
                lines.append(f"{pad}{name}.{text} = ({t}{size})({self.expr(t, 0)});")
            else:
                lines.append(f"{pad}{name}.{text} = {self.expr(t, 0)};")
        return lines

    # ---- statements ----
    def assign(self, pad):
        r = self.r
        kinds = ["variable"] * 10 + ["array"] * 3 * bool(self.arrays) + \
            ["struct"] * 2 * bool(self.structs) + ["vector"] * 6 * bool(self.vectors) + \
            ["global"] * 2 * self.in_kernel + ["effect"] * 2 * bool(self.effects) + \
            ["row"] * 2 * bool(self.rows) + ["union"] * 2 * bool(self.unions) + \
            ["half"] * 2 * bool(self.halves) + ["own half"] * (self.in_kernel and self.use_half) + \
            ["wide atomic"] * self.in_kernel + ["parts"] + \
            ["comma"] + ["copy"] * (len(self.structs) > 1) + \
            ["pure struct"] * 2 * bool(self.struct_functions and self.structs)
        kind = r.choice(kinds)
        if kind == "variable":
            return [pad + self.update(*self.any_variable())]
        if kind == "array":
            place, t = self.array_place()
            return [pad + self.update(t, place)]
        if kind == "struct":
            place, t = self.member(r.choice(self.structs))
            return [pad + self.update(t, place)]
        if kind == "vector":
            return [pad + self.vector_update()]
        if kind == "global":
            return [pad + self.global_update()]
        if kind == "effect":
            return [pad + self.effect_call()]
        if kind == "row":
            name, v, log2 = r.choice(self.rows)
            place = f"{name}[{self.index(log2)}]"
            if self.chance(0.5):
                return [f"{pad}{place}.{self.component(v)} = {self.expr(v.base, 2)};"]
            return [f"{pad}{place} = {self.vector(v, 1)};"]
        if kind == "union":
            place, t = self.union_place(r.choice(self.unions))
            return [f"{pad}{place} = {self.expr(t, 2)};"]
        if kind == "half":
            return [f"{pad}{r.choice(self.halves)} = {self.half(3)};"]
        if kind == "own half":
            self.count("vload_half and vstore_half")
            if self.chance(0.5):
                return [f"{pad}vstore_half{r.choice(['', '_rte', '_rtz', '_rtp', '_rtn'])}"
                        f"(NFf({self.expr('float', 2)}), {self.index(6)}, (global half *)own);"]
            t, x = self.any_variable()
            text = f"vload_half({self.index(6)}, (const global half *)own)"
            return [f"{pad}{x} = {self.convert('float', t, text)};"]
        if kind == "wide atomic":
            self.count("64-bit atomic")
            t, x = self.any_variable()
            f = r.choice(["add", "sub", "xchg", "min", "max", "and", "or", "xor", "inc", "dec"])
            args = "" if f in ("inc", "dec") else f", {self.expr('ulong', 1)}"
            return [f"{pad}{x} = ({t})atom_{f}((volatile global ulong *)own + ({self.index(4)}){args});"]
        if kind == "parts":
            return self.parts(pad)
        if kind == "copy":
            a = r.choice(self.structs)
            b = r.choice([s for s in self.structs if s[1] == a[1]])
            self.count("struct copy")
            return [f"{pad}{a[0]} = {b[0]};"]
        if kind == "pure struct":
            name, index, t = r.choice(self.struct_functions)
            fits = [s for s in self.structs if s[1] == index]
            if not fits:
                return []
            self.count("struct by value")
            return [f"{pad}{r.choice(fits)[0]} = {name}({r.choice(fits)[0]}, {self.expr(t, 1)});"]
        (t, x), (u, y) = self.any_variable(), self.any_variable()
        self.count("comma")
        return [f"{pad}{x} = ({y} = {self.expr(u, 1)}, {self.expr(t, 1)});"]

    def parts(self, pad):
        """Functions that give a second result through a pointer."""
        t, x = self.any_variable()
        u, y = self.any_variable()
        f = self.float_type()
        name = self.name("e")
        self.count("frexp and modf")
        value = f"NF{f[0]}({self.expr(f, 2)})"
        if self.chance(0.5):
            return [f"{pad}{{ int {name}; {x} = {self.convert(f, t, f'frexp({value}, &{name})')};",
                    f"{pad}  {y} = {self.convert('int', u, name)}; }}"]
        return [f"{pad}{{ {f} {name}; {x} = {self.convert(f, t, f'modf({value}, &{name})')};",
                f"{pad}  {y} = {self.convert(f, u, name)}; }}"]

    def memories(self, t):
        """What holds elements of t: (text of the array, text of an index)."""
        found = [(n, self.index(log2)) for n, e, log2 in self.arrays if e == t]
        found += [(f"(&{n})", "0u") for n in self.variables[t]]
        if self.in_kernel:
            if t in self.mine:
                found += [(self.mine[t], "lid")] * 2
            if not self.is_float(t):
                found += [(f"((global {t} *)own)", self.index(7 - (BITS[t].bit_length() - 4)))] * 2
        return found

    def pointers(self, pad, body):
        """A pointer to one of two memories, used, set anew in divergent control flow, used again."""
        r = self.r
        t = self.scalar_type()
        found = self.memories(t)
        if len(found) < 2:
            return [pad + self.update(*self.any_variable())]
        (a, i), (b, j) = r.sample(found, 2)
        q = self.name("q")
        self.count("pointer to one of two memories")
        get = f"GET({q}, {a}, {b})"
        put = lambda: f"{pad}    PUT({t}, {q}, {a}, {b}, {self.expr(t, 2)});"
        lines = [f"{pad}{{", f"{pad}    POINTER({t}, {q}, {self.condition(1)}, {a}, {i}, {b}, {j});",
                 put()]
        if self.chance(0.5):
            lines += [f"{pad}    if ({self.condition(1)})",
                      f"{pad}        POINT({t}, {q}, {self.condition(1)}, {a}, {j if b == a else i}, "
                      f"{b}, {j});"]
        if self.chance(0.5):
            lines += body
        u, x = self.any_variable()
        lines += [f"{pad}    {x} = {self.convert(t, u, get)};"]
        if self.chance(0.5):
            lines += [put()]
        return lines + [pad + "}"]

    def walk(self, pad):
        """A pointer of one memory that moves in a loop."""
        r = self.r
        places = [("", n, e, log2) for n, e, log2 in self.arrays]
        if self.in_kernel:
            t = r.choice(["uint", "uchar", "ulong", "ushort"])
            places.append(("global ", f"((global {t} *)own)", t, 7 - (BITS[t].bit_length() - 4)))
        if not places:
            return [pad + self.update(*self.any_variable())]
        space, n, t, log2 = r.choice(places)
        q, i = self.name("q"), self.loop_variable()
        self.fixed["uint"].remove(i)
        last = (1 << log2) - 1
        u, x = self.any_variable()
        self.count("pointer that moves")
        return [f"{pad}{{", f"{pad}    {space}{t} *{q} = {n} + ({self.index(log2)});",
                f"{pad}    for ({i} = 0; {i} < {r.randrange(2, 6)}u; ++{i}) {{",
                f"{pad}        *{q} = {self.expr(t, 1)};",
                f"{pad}        {q} = {self.condition(1)} ? {n} + ({q} - {n} + 1 & {last}) : "
                f"{n} + ({self.index(log2)});",
                f"{pad}        {x} = {self.convert(t, u, '*' + q)};", f"{pad}    }}", f"{pad}}}"]

    def any_variable(self):
        return self.r.choice([(t, n) for t in self.variables for n in self.variables[t]])

    def update(self, t, place):
        r = self.r
        x = r.random()
        if x < 0.15 and not self.is_float(t) and (not signed(t) or BITS[t] < 32):
            self.count("++ and --")
            op = r.choice(["++", "--"])
            return r.choice([f"{place}{op};", f"{op}{place};"])
        if x < 0.4:
            self.count("compound assignment")
            if self.is_float(t):
                return f"{place} {r.choice('+-')}= {self.expr(t, 2)};"
            ops = ["&", "|", "^", "<<", ">>"]
            if not signed(t) or BITS[t] < 32:
                ops += ["+", "-"]
            if t in ("uchar", "uint"): # see PEER above
                ops += ["*"]
            op = r.choice(ops)
            other = t if op in "+-*" else self.int_type()
            return f"{place} {op}= {self.expr(other, 2)};"
        return f"{place} = {self.expr(t, 3)};"

    def vector_update(self):
        r = self.r
        name, v = r.choice(self.vectors)
        x = r.random()
        if x < 0.2:
            self.count("vector component write")
            return f"{name}.{self.component(v)} = {self.expr(v.base, 2)};"
        if x < 0.4:
            count = r.choice([s for s in SIZES if s <= v.size])
            self.count("swizzle write")
            part = Vector(v.base, count)
            return f"{name}.{self.swizzle(v.size, count, True)} = {self.vector(part, 1)};"
        if x < 0.55 and not self.is_float(v.base) and not signed(v.base):
            self.count("vector compound assignment")
            ops = ["+", "-", "^" if v.base == "ulong" else "*", "^", "<<", ">>", "|"]
            return f"{name} {r.choice(ops)}= {self.vector(v, 1)};"
        arrays = [(n, log2) for n, e, log2 in self.arrays if e == v.base and 1 << log2 >= v.size]
        if x < 0.65 and arrays:
            array, log2 = r.choice(arrays)
            log = ((1 << log2) // v.size).bit_length() - 1
            self.count("vstore")
            return f"vstore{v.size}({self.vector(v, 1)}, {self.index(log)}, {array});"
        return f"{name} = {self.vector(v, 2)};"

    def global_update(self):
        """Own 128 bytes of global memory, seen as any type."""
        t = self.r.choice(["uchar", "ushort", "uint", "ulong", "short", "char", "int", "long"])
        log2 = 7 - (BITS[t].bit_length() - 4)
        place = f"((global {t} *)own)[{self.index(log2)}]"
        self.count("global memory")
        if self.chance(0.5):
            return f"{place} = {self.expr(t, 2)};"
        u, x = self.any_variable()
        return f"{x} = {self.convert(t, u, place)};"

    def effect_call(self):
        r = self.r
        name, result, element, log2 = r.choice(self.effects)
        arrays = [n for n, e, l in self.arrays if e == element and l >= log2]
        t, x = self.any_variable()
        if not arrays:
            return f"{x} = {self.expr(t, 2)};"
        self.count("call with pointer")
        return f"{x} = ({t}){name}({r.choice(arrays)}, {self.expr('int', 1)});"

    def statements(self, count, depth, pad, context):
        lines = []
        for _ in range(count):
            if self.budget <= 0:
                break
            self.budget -= 1
            lines += self.statement(depth, pad, context)
        return lines or [pad + ";"]

    def statement(self, depth, pad, context):
        r = self.r
        if depth <= 0 or self.chance(0.45):
            return self.leaf_statement(pad, context)
        kind = r.choice(["if", "if", "if", "else", "else", "for", "for", "while", "do", "switch",
                         "goto", "uniform if", "uniform for", "back", "into", "pointers", "walk"])
        self.count(kind)
        inner = pad + "    "
        body = lambda **more: self.statements(r.randrange(1, 4), depth - 1, inner,
                                              dict(context, **more))
        apart = dict(uniform=False)
        if kind == "pointers": # no jump into or out of the block: the body takes no loop's variables
            return self.pointers(pad, body(loop=False, returns=False))
        if kind == "walk":
            return self.walk(pad)
        if kind == "if":
            return [f"{pad}if ({self.condition(2)}) {{"] + body(**apart) + [pad + "}"]
        if kind == "else":
            return [f"{pad}if ({self.condition(2)}) {{"] + body(**apart) + [pad + "} else {"] + \
                body(**apart) + [pad + "}"]
        if kind == "uniform if":
            test = r.choice(["n > 3", "n == 7", "group & 1", "n & group"])
            return [f"{pad}if ({test}) {{"] + body() + [pad + "} else {"] + body() + [pad + "}"]
        if kind == "uniform for":
            i = self.loop_variable()
            limit = r.choice(["n & 3", "3", "group + 1u", "n - 3u"])
            lines = [f"{pad}for ({i} = 0; {i} < {limit}; ++{i}) {{"] + \
                body(loop=not context["uniform"]) + [pad + "}"]
            self.fixed["uint"].remove(i)
            return lines
        if kind == "for":
            i = self.loop_variable()
            limit = r.choice([f"({self.expr('uint', 1)} & 7u)", "5u"])
            lines = [f"{pad}for ({i} = 0; {i} < {limit}; ++{i}) {{"] + body(loop=True, **apart) + \
                [pad + "}"]
            self.fixed["uint"].remove(i)
            return lines
        if kind in ("while", "do"):
            i = self.loop_variable()
            self.fixed["uint"].remove(i)
            test = f"{i}++ < {r.randrange(1, 6)}u && {self.condition(1)}"
            text = body(loop=True, **apart)
            if kind == "while":
                return [f"{pad}{i} = 0;", f"{pad}while ({test}) {{"] + text + [pad + "}"]
            return [f"{pad}{i} = 0;", pad + "do {"] + text + [f"{pad}}} while ({test});"]
        if kind == "switch":
            return self.switch(pad, inner, body)
        return self.jump(kind, pad, inner, body)

    def loop_variable(self):
        i = self.name("i")
        self.loops.append(i)
        self.fixed["uint"].append(i)
        return i

    def switch(self, pad, inner, body):
        r = self.r
        t = r.choice(["int", "uint", "char", "uchar", "long", "short"])
        selector = self.expr(t, 1)
        values = list(range(r.randrange(2, 6)))
        if self.chance(0.3):
            values = r.sample([-3, 0, 1, 7, 100, 1000, 77], 4)
            if BITS[t] == 8:
                values = [v for v in values if v <= 100]
            if not signed(t):
                values = [v for v in values if v >= 0]
        else:
            selector = f"({selector}) & 7"
        if self.chance(0.6):
            values.insert(r.randrange(len(values) + 1), None)
        lines = [f"{pad}switch ({selector}) {{"]
        for value in values:
            lines.append(pad + ("default:" if value is None else f"case {value}:"))
            if self.chance(0.85):
                lines += body(uniform=False, switch=True)
            if self.chance(0.75):
                lines.append(inner + "break;")
            else:
                self.count("fall through")
                lines.append(inner + ";")
        return lines + [pad + "}"]

    def jump(self, kind, pad, inner, body):
        label = self.name("L")
        apart = dict(uniform=False)
        if kind == "goto":
            labels = self.targets
            self.targets = labels + [label]
            lines = body(**apart)
            lines = [f"{pad}if ({self.condition(1)}) {{"] + lines + [f"{inner}goto {label};",
                                                                     pad + "}"]
            lines += [line[4:] for line in body(**apart)]
            self.targets = labels
            return lines + [f"{pad}{label}:;"]
        i = self.loop_variable()
        self.fixed["uint"].remove(i)
        limit = self.r.randrange(1, 5)
        if kind == "back":
            return [f"{pad}{i} = 0;", f"{pad}{label}:;"] + [line[4:] for line in body(**apart)] + \
                [f"{pad}if ({i}++ < {limit}u && {self.condition(1)})", f"{inner}goto {label};"]
        return [f"{pad}{i} = 0;", f"{pad}if ({self.condition(1)})", f"{inner}goto {label};",
                f"{pad}while ({i}++ < {limit}u && {self.condition(1)}) {{"] + body(**apart) + \
            [f"{inner}{label}:;"] + body(**apart) + [pad + "}"]

    def leaf_statement(self, pad, context):
        r = self.r
        x = r.random()
        if context["loop"] and x < 0.1:
            what = r.choice(["continue", "break", "break"])
            if what == "break" and context.get("switch"):
                what = "continue"
            self.count(what)
            return [f"{pad}if ({self.condition(1)})", f"{pad}    {what};"]
        if self.targets and x < 0.15 and not context["uniform"]:
            self.count("goto out of blocks")
            return [f"{pad}if ({self.condition(1)})", f"{pad}    goto {r.choice(self.targets)};"]
        if context["returns"] and x < 0.2 and not context["uniform"]:
            self.count("early return")
            return [f"{pad}if ({self.condition(1)})", f"{pad}    {self.return_text()}"]
        if self.in_kernel and x < 0.32:
            if context["uniform"] and self.barriers and self.chance(0.6):
                return self.exchange(pad)
            return self.atomic(pad)
        return self.assign(pad)

    def return_text(self):
        if not self.in_kernel:
            return f"return {self.expr(self.result, 1)};"
        t, x = self.any_variable()
        return f"{{ out[gid * 32u] = {self.convert(t, 'ulong', x)}; return; }}"

    def exchange(self, pad):
        """Values go between work-items through local memory."""
        r = self.r
        t = r.choice(["uint", "int", "ulong", "short", "uchar", "float"])
        array = self.local_array(t)
        u, x = self.any_variable()
        self.count("local memory")
        store = f"{array}[lid] = {self.expr(t, 2)};"
        shift = r.randrange(1, 96)
        load = f"{array}[(lid + {shift}u) % 96u]"
        if self.chance(0.3):
            load = f"{array}[95u - lid]"
        lines = [f"{pad}barrier(CLK_LOCAL_MEM_FENCE);", pad + store,
                 f"{pad}barrier(CLK_LOCAL_MEM_FENCE);", f"{pad}{x} = {self.convert(t, u, load)};"]
        if self.chance(0.4):
            self.count("local atomic")
            f = r.choice(["atomic_add", "atomic_or", "atomic_xor", "atomic_max", "atomic_umin"])
            shared = self.local_array("sum")
            f = f.replace("umin", "min")
            lines += [f"{pad}if (lid < 4u) {shared}[lid] = {r.choice(['0u', 'n'])};",
                      f"{pad}barrier(CLK_LOCAL_MEM_FENCE);",
                      # never a constant: clang makes stores of what saturates, which look like races
                      f"{pad}{f}(&{shared}[{self.index(2)}], {self.expr('uint', 1)} + lid);",
                      f"{pad}barrier(CLK_LOCAL_MEM_FENCE);",
                      f"{pad}{x} = {self.convert('uint', u, f'{shared}[lid & 3u]')};",
                      f"{pad}barrier(CLK_LOCAL_MEM_FENCE);"]
        return lines

    def local_array(self, t):
        name = f"local_{t}"
        if name not in self.locals:
            self.locals[name] = f"local {'uint' if t == 'sum' else t} " \
                                f"{name}[{4 if t == 'sum' else 96}];"
        return name

    def atomic(self, pad):
        r = self.r
        x = r.random()
        if x < 0.5:
            self.count("global atomic")
            f, at = r.choice([("add", 0), ("xor", 8), ("or", 16), ("and", 24), ("max", 32),
                              ("min", 40)])
            index = f"{at}u + ({self.index(3)})"
            if f == "add" and self.chance(0.3):
                call = r.choice(["atomic_inc", "atomic_dec"])
                return [f"{pad}{call}(&acc[{index}]);"]
            if f == "add" and self.chance(0.2):
                f = "sub"
            return [f"{pad}atomic_{f}(&acc[{index}], {self.expr('int', 2)});"]
        self.count("atomic with result")
        t, v = self.any_variable()
        f = r.choice(["add", "sub", "xchg", "and", "or", "xor", "min", "max", "inc", "dec",
                      "cmpxchg"])
        args = {"inc": "", "dec": "", "cmpxchg": f", {self.expr('uint', 0)} & 1u, "
                f"{self.expr('uint', 1)}"}.get(f, f", {self.expr('uint', 1)}")
        call = f"atomic_{f}((volatile global uint *)own + ({self.index(5)}){args})"
        return [f"{pad}{v} = ({t}){call};"]

    # ---- functions ----
    def declare(self, pad, scalars, parameters=()):
        """Declarations, each with a value; loops' variables come later."""
        lines = []
        for _ in range(scalars):
            t, name = self.scalar_type(), self.name("v")
            lines.append(f"{pad}{t} {name} = {self.expr(t, 1)};")
            self.variables[t].append(name)
        if not self.variables:
            lines.append(f"{pad}int v0 = 1;")
            self.variables["int"].append("v0")
        return lines

    def declare_more(self, pad):
        r = self.r
        lines = []
        wanted = [(e, l) for _, _, e, l in self.effects]
        wanted += [(self.scalar_type(), r.choice([1, 2, 3, 4])) for _ in range(r.randrange(0, 3))]
        for t, log2 in wanted:
            name = self.name("a")
            values = ", ".join(self.expr(t, 0) for _ in range(1 << log2))
            lines.append(f"{pad}{t} {name}[{1 << log2}] = {{{values}}};")
            self.arrays.append((name, t, log2))
            self.count("private array")
        if self.use_half:
            for _ in range(r.randrange(1, 4)):
                name = self.name("h")
                lines.append(f"{pad}half {name} = {self.half(1)};")
                self.halves.append(name)
        if self.chance(0.3):
            name = self.name("n")
            lines.append(f"{pad}union {{ uint u; int i; ulong l; ushort4 v; uchar c[8]; short s[4]; }} "
                         f"{name}; {name}.l = {self.expr('ulong', 1)};")
            self.unions.append(name)
        if self.in_kernel and self.chance(0.5):
            t = self.scalar_type()
            name = f"mine_{t}"
            lines.append(f"{pad}local {t} {name}[96]; {name}[lid] = {self.expr(t, 1)};")
            self.mine[t] = name
        if self.use_vectors:
            for _ in range(r.randrange(1, 5)):
                v, name = self.vector_type(), self.name("w")
                lines.append(f"{pad}{v.name} {name} = {self.vector_literal(v, 0)};")
                self.vectors.append((name, v))
                self.count(f"{v.name}")
            if self.chance(0.4):
                v, name, log2 = self.vector_type(), self.name("r"), r.choice([1, 2])
                values = ", ".join(self.vector_literal(v, 0) for _ in range(1 << log2))
                lines.append(f"{pad}{v.name} {name}[{1 << log2}] = {{{values}}};")
                self.rows.append((name, v, log2))
        wanted = [index for _, index, _ in self.struct_functions]
        for index in wanted + [r.randrange(2) for _ in range(r.randrange(0, 3))]:
            name = self.name("s")
            # One line, so that reduce.py cannot leave members without a value.
            lines.append(f"{pad}struct S{self.seed}_{index} {name}; " +
                         " ".join(self.fill_struct(name, index, "")))
            self.structs.append((name, index))
        return lines

    def pure_function(self):
        self.reset()
        self.loops, self.targets = [], []
        self.budget = 8
        result = self.scalar_type()
        parameters = [self.scalar_type() for _ in range(self.r.randrange(1, 4))]
        name = f"f{self.seed}_{len(self.pure)}"
        self.result = result
        names = []
        for i, t in enumerate(parameters):
            self.variables[t].append(f"p{i}")
            names.append(f"{t} p{i}")
        self.fixed["uint"] += ["n", "group"]
        lines = ["    uint n = 5u, group = 2u;"] + self.declare("    ", 2)
        body = self.statements(4, 2, "    ", dict(loop=False, uniform=False, returns=True))
        lines += self.loop_lines() + body + [f"    return {self.expr(result, 2)};"]
        self.functions.append(f"{result} {name}({', '.join(names)})\n{{\n" + "\n".join(lines) +
                              "\n}\n")
        self.pure.append((name, result, parameters))

    def effect_function(self):
        self.reset()
        self.loops, self.targets = [], []
        self.budget = 6
        element, log2 = self.scalar_type(), self.r.choice([1, 2])
        result = self.int_type()
        name = f"g{self.seed}_{len(self.effects)}"
        self.result = result
        self.variables["int"].append("p")
        self.arrays.append(("q", element, log2))
        self.fixed["uint"] += ["n", "group"]
        lines = ["    uint n = 6u, group = 1u;"] + self.declare("    ", 1)
        body = self.statements(4, 1, "    ", dict(loop=False, uniform=False, returns=True))
        lines += self.loop_lines() + body + [f"    return {self.expr(result, 2)};"]
        self.functions.append(f"{result} {name}({element} *q, int p)\n{{\n" + "\n".join(lines) +
                              "\n}\n")
        self.effects.append((name, result, element, log2))

    def struct_function(self):
        self.reset()
        self.loops, self.targets = [], []
        index, t = self.r.randrange(2), self.scalar_type()
        name = f"h{self.seed}_{len(self.struct_functions)}"
        struct = f"struct S{self.seed}_{index}"
        self.structs.append(("s", index))
        self.variables[t].append("p")
        self.fixed["uint"] += ["n", "group"]
        self.budget = 4
        body = self.statements(3, 1, "    ", dict(loop=False, uniform=False, returns=False))
        lines = ["    uint n = 6u, group = 1u;"] + self.loop_lines() + body + ["    return s;"]
        self.functions.append(f"{struct} {name}({struct} s, {t} p)\n{{\n" + "\n".join(lines) +
                              "\n}\n")
        self.struct_functions.append((name, index, t))

    def loop_lines(self):
        return [f"    uint {', '.join(i + ' = 0' for i in self.loops)};"] if self.loops else []

    def results(self, pad):
        """Every variable goes to the output, mixed into 16 words."""
        words = []
        for t, names in self.variables.items():
            for name in names:
                words.append(f"bits{t[0]}({name})" if self.is_float(t) else f"(ulong){name}")
        for name, t, log2 in self.arrays:
            for i in range(1 << log2):
                words.append(f"bits{t[0]}({name}[{i}])" if self.is_float(t)
                             else f"(ulong){name}[{i}]")
        for name, v in self.vectors:
            for i in range(v.size):
                c = f"{name}.s{'0123456789abcdef'[i]}"
                words.append(f"bits{v.base[0]}({c})" if self.is_float(v.base) else f"(ulong){c}")
        for name, v, log2 in self.rows:
            for i in range(1 << log2):
                for k in range(v.size):
                    c = f"{name}[{i}].s{'0123456789abcdef'[k]}"
                    words.append(f"bits{v.base[0]}({c})" if self.is_float(v.base) else f"(ulong){c}")
        words += [f"{name}.l" for name in self.unions]
        words += [f"bitsf((float){name})" for name in self.halves]
        for t, name in self.mine.items():
            c = f"{name}[lid]"
            words.append(f"bits{t[0]}({c})" if self.is_float(t) else f"(ulong){c}")
        for name, index in self.structs:
            for kind, text, t, size in self.struct_members[index]:
                places = {"scalar": [""], "array": [f"[{i}]" for i in range(1 << size)],
                          "vector": [f".{NAMES[i]}" for i in range(size)] if size else []}[kind]
                for place in places:
                    c = f"{name}.{text}{place}"
                    words.append(f"bits{t[0]}({c})" if self.is_float(t) else f"(ulong){c}")
        lines = []
        for i in range(16):
            mine = words[i::16]
            text = "0ul"
            for word in mine:
                text = word if text == "0ul" else f"(rotate((ulong)({text}), 7ul) ^ {word})"
            lines.append(f"{pad}out[gid * 32u + {i}u] = {text};")
        return lines

    def kernel(self):
        r = self.r
        self.struct_functions = []
        self.make_structs()
        for i in range(r.randrange(0, 3)):
            t, log2 = self.scalar_type(), r.choice([1, 2, 3])
            name = f"t{self.seed}_{i}"
            values = ", ".join(self.constant(t) for _ in range(1 << log2))
            self.functions.append(f"constant {t} {name}[{1 << log2}] = {{{values}}};\n")
            self.tables.append((name, t, log2))
        for _ in range(r.randrange(0, 3)):
            self.pure_function()
        for _ in range(r.randrange(0, 2)):
            self.effect_function()
        for _ in range(r.randrange(0, 3)):
            self.struct_function()
        self.reset()
        self.in_kernel = True
        self.loops, self.targets, self.locals = [], [], {}
        self.barriers = self.chance(0.6)
        self.fixed["uint"] += ["gid", "lid", "n", "group"]
        lines = self.declare("    ", r.randrange(4, 9)) + self.declare_more("    ")
        self.budget = r.choice([10, 20, 35])
        body = self.statements(10, 3, "    ", dict(loop=False, uniform=True, returns=False))
        tree = Tree(self.seed, self.counts)
        body += tree.lines
        self.budget = r.choice([5, 15])
        body += self.statements(6, 2, "    ", dict(loop=False, uniform=False, returns=True))
        head = ["    uint gid = get_global_id(0), lid = get_local_id(0), group = get_group_id(0);",
                "    global ulong *own = out + gid * 32u + 16u;"]
        head += ["    " + text for text in self.locals.values()]
        head += tree.head
        text = "".join(self.functions) + tree.text
        return text + f"kernel void k{self.seed}(global ulong *out, global const ulong *in,\n" \
            "    volatile global int *acc, uint n)\n{\n" + \
            "\n".join(head + lines + self.loop_lines() + body + self.results("    ")) + "\n}\n"


def main():
    args = [a for a in sys.argv[1:] if not a.startswith("--")]
    counts = collections.Counter()
    first, number = int(args[0]), int(args[1]) if len(args) > 1 else 1
    often = "--literals" in sys.argv
    text = [PRELUDE] + [Kernel(seed, counts, often).kernel()
                        for seed in range(first, first + number)]
    if "--count" in sys.argv:
        for what, times in sorted(counts.items()):
            print(f"{times:7} {what}")
    else:
        print("\n".join(text), end="")


main()
