"""Floating-point instructions whose result the manuals define exactly, in floats.py's arithmetic.

Each entry is a function of the sources, by then negated and flushed, and a context x (mode, old, carry).
MAD: denormals are flushed whatever MODE says.  RAW: sources as they are."""
from floats import (BY_NAME, DOWN, F16, F32, F64, NEAREST, UP, ZERO, add, any_nan, choose, classify,
                    convert, fma, fract, frexp, integral, ldexp, med3, mul, saturate)
from integers import M16, M32, s

MAD, RAW = {}, {}
VALU = {}


def mad(f, a, b, c, x):
    product = f.flush(mul(f, a, b, x.round(f)))
    return f.nan if any_nan(f, a, b, c) else add(f, product, c, x.round(f))


def legacy(f, a, b, x):
    """Zero times anything is +0."""
    return 0 if f.is_zero(a) or f.is_zero(b) else mul(f, a, b, x.round(f))


def legacy_choice(f, a, b, largest):
    """A comparison without a rule for NaN: D = S0 < S1 ? S0 : S1, D = S0 >= S1 ? S0 : S1."""
    if any_nan(f, a, b):
        return b
    below = f.order(a) < f.order(b)
    return (b if below else a) if largest else (a if below else b)


def frexp_mant(f, a, x):
    if f.is_nan(a):
        return f.nan
    if f.is_inf(a):
        return f.nan if x.generation == 6 else a
    return frexp(f, a)[0]


def frexp_exp(f, a, x):
    if f.is_nan(a) or f.is_inf(a):
        return -1 if x.generation == 6 else 0
    return frexp(f, a)[1]


def fixup(f, a, b, c):
    """V_DIV_FIXUP: a is the quotient, b the denominator, c the numerator."""
    sign = (b ^ c) & f.sign
    if any_nan(f, b, c) or (f.is_zero(b) and f.is_zero(c)) or (f.is_inf(b) and f.is_inf(c)):
        return f.nan
    if f.is_zero(b) or f.is_inf(c):
        return sign | f.inf
    if f.is_inf(b) or f.is_zero(c):
        return sign
    distance = ((c & f.inf) >> f.fraction) - ((b & f.inf) >> f.fraction)
    if f is not F16 and distance < (-150 if f is F32 else -1075):
        return sign
    return sign | (f.inf if f.is_nan(a) else a & ~f.sign)


def fraction(f, a, x):
    """GFX6 has a bug: 1 where the difference rounds up, and of NaN nobody knows what."""
    if x.generation == 6 and (f.is_nan(a) or f.is_inf(a)):
        return None, None
    return fract(f, a, x.round(f), x.generation != 6)


def ordered(f, a, b):
    return not any_nan(f, a, b)


COMPARE = {
    "f": lambda f, a, b: False, "tru": lambda f, a, b: True,
    "lt": lambda f, a, b: ordered(f, a, b) and f.order(a) < f.order(b),
    "eq": lambda f, a, b: ordered(f, a, b) and f.order(a) == f.order(b),
    "le": lambda f, a, b: ordered(f, a, b) and f.order(a) <= f.order(b),
    "gt": lambda f, a, b: ordered(f, a, b) and f.order(a) > f.order(b),
    "lg": lambda f, a, b: ordered(f, a, b) and f.order(a) != f.order(b),
    "ge": lambda f, a, b: ordered(f, a, b) and f.order(a) >= f.order(b),
    "o": ordered,
}
for _name, _opposite in (("u", "o"), ("nge", "ge"), ("nlg", "lg"), ("ngt", "gt"), ("nle", "le"),
                         ("neq", "eq"), ("nlt", "lt")):
    COMPARE[_name] = lambda f, a, b, t=COMPARE[_opposite]: not t(f, a, b)

for _suffix, _f in BY_NAME.items():
    def _put(name, function, table=VALU, f=_f, suffix=_suffix):
        table[f"v_{name}_{suffix}"] = lambda *args, g=function, f=f: g(f, *args)
    _put("add", lambda f, a, b, x: add(f, a, b, x.round(f)))
    _put("sub", lambda f, a, b, x: add(f, a, b ^ f.sign, x.round(f)))
    _put("subrev", lambda f, a, b, x: add(f, b, a ^ f.sign, x.round(f)))
    _put("mul", lambda f, a, b, x: mul(f, a, b, x.round(f)))
    _put("fma", lambda f, a, b, c, x: fma(f, a, b, c, x.round(f)))
    _put("min", lambda f, a, b, x: choose(f, a, b, x.ieee, False))
    _put("max", lambda f, a, b, x: choose(f, a, b, x.ieee, True))
    _put("min3", lambda f, a, b, c, x: choose(f, choose(f, a, b, x.ieee, False), c, x.ieee, False))
    _put("max3", lambda f, a, b, c, x: choose(f, choose(f, a, b, x.ieee, True), c, x.ieee, True))
    _put("med3", lambda f, a, b, c, x: med3(f, a, b, c, x.ieee))
    _put("trunc", lambda f, a, x: integral(f, a, ZERO))
    _put("ceil", lambda f, a, x: integral(f, a, UP))
    _put("floor", lambda f, a, x: integral(f, a, DOWN))
    _put("rndne", lambda f, a, x: integral(f, a, NEAREST))
    _put("frexp_mant", lambda f, a, x: frexp_mant(f, a, x))
    _put("div_fixup", lambda f, a, b, c, x: fixup(f, a, b, c))
    _put("ldexp", lambda f, a, b, x: ldexp(f, a, s(b, 16 if f is F16 else 32), x.round(f)))
    for _form in ("v_cmp_", "v_cmpx_"):
        for _condition, _test in COMPARE.items():
            VALU[f"{_form}{_condition}_{_suffix}"] = \
                lambda a, b, x, t=_test, f=_f: (None, int(t(f, a, b)))
            if _f is not F16:  # GFX6 and GFX7: the same but for exceptions
                VALU[_form.replace("cmp", "cmps") + f"{_condition}_{_suffix}"] = \
                    VALU[f"{_form}{_condition}_{_suffix}"]
        RAW[f"{_form}class_{_suffix}"] = \
            lambda a, b, x, f=_f: (None, b >> classify(f, a) & 1)
    if _f is not F64:
        _put("mad", mad, MAD)
        MAD[f"v_mac_{_suffix}"] = lambda a, b, x, f=_f: mad(f, a, b, x.float_old(f), x)
        _put("madmk", mad, MAD)
        _put("madak", mad, MAD)
for _suffix in ("f32", "f64"):
    VALU[f"v_fract_{_suffix}"] = lambda a, x, f=BY_NAME[_suffix]: fraction(f, a, x)
    VALU[f"v_fmac_{_suffix}"] = \
        lambda a, b, x, f=BY_NAME[_suffix]: fma(f, a, b, x.float_old(f), x.round(f))
    VALU[f"v_frexp_exp_i32_{_suffix}"] = lambda a, x, f=BY_NAME[_suffix]: frexp_exp(f, a, x)
    VALU[f"v_cvt_i32_{_suffix}"] = lambda a, x, f=BY_NAME[_suffix]: saturate(f, a, -1 << 31, (1 << 31) - 1)
    VALU[f"v_cvt_u32_{_suffix}"] = lambda a, x, f=BY_NAME[_suffix]: saturate(f, a, 0, M32)
    VALU[f"v_cvt_{_suffix}_i32"] = lambda a, x, f=BY_NAME[_suffix]: f.round(s(a), 0, x.round(f))
    VALU[f"v_cvt_{_suffix}_u32"] = lambda a, x, f=BY_NAME[_suffix]: f.round(a, 0, x.round(f))
VALU["v_fract_f16"] = lambda a, x: fract(F16, a, x.round(F16))
VALU["v_frexp_exp_i16_f16"] = lambda a, x: frexp_exp(F16, a, x)
MAD["v_mad_legacy_f16"] = MAD["v_mad_f16"]
VALU["v_fma_legacy_f16"] = VALU["v_fma_f16"]
VALU["v_div_fixup_legacy_f16"] = VALU["v_div_fixup_f16"]
VALU["v_cvt_f16_u16"] = lambda a, x: F16.round(a, 0, x.round(F16))
VALU["v_cvt_f16_i16"] = lambda a, x: F16.round(s(a, 16), 0, x.round(F16))
VALU["v_cvt_u16_f16"] = lambda a, x: saturate(F16, a, 0, M16)
VALU["v_cvt_i16_f16"] = lambda a, x: saturate(F16, a, -32768, 32767)
VALU["v_cvt_f16_f32"] = lambda a, x: convert(F32, F16, a, x.round(F16))
VALU["v_cvt_f32_f16"] = lambda a, x: convert(F16, F32, a, NEAREST)
VALU["v_cvt_f32_f64"] = lambda a, x: convert(F64, F32, a, x.round(F32))
VALU["v_cvt_f64_f32"] = lambda a, x: convert(F32, F64, a, NEAREST)
for _name, _half in (("rpi", True), ("flr", False)):  # a NaN goes to the end that its sign says (CLRX)
    VALU[f"v_cvt_{_name}_i32_f32"] = lambda a, x, h=_half: \
        saturate(F32, a & F32.sign | F32.inf if F32.is_nan(a) else a, -1 << 31, (1 << 31) - 1, DOWN, h)
VALU["v_fma_mix_f32"] = VALU["v_fma_f32"]
MAD["v_mad_mix_f32"] = MAD["v_mad_f32"]
VALU["v_cvt_off_f32_i4"] = lambda a, x: F32.round(s(a, 4), -4, NEAREST)
VALU["v_cvt_pkrtz_f16_f32"] = lambda a, b, x: sum(
    x.finish(F16, convert(F32, F16, v, ZERO)) << k for k, v in ((0, a), (16, b)))
for _k in range(4):
    VALU[f"v_cvt_f32_ubyte{_k}"] = lambda a, x, k=_k: F32.round(a >> 8 * k & 255, 0, NEAREST)
VALU["v_mul_legacy_f32"] = lambda a, b, x: legacy(F32, a, b, x)
VALU["v_min_legacy_f32"] = lambda a, b, x: legacy_choice(F32, a, b, False)
VALU["v_max_legacy_f32"] = lambda a, b, x: legacy_choice(F32, a, b, True)
MAD["v_mad_legacy_f32"] = lambda a, b, c, x: \
    add(F32, F32.flush(legacy(F32, a, b, x)), c, x.round(F32))
MAD["v_mac_legacy_f32"] = lambda a, b, x: \
    add(F32, F32.flush(legacy(F32, a, b, x)), x.float_old(F32), x.round(F32))


def halves(function, *values):
    return sum(function(*((v >> k & M16) for v in values)) << k for k in (0, 16))


for _name in ("add", "mul", "min", "max"):
    VALU[f"v_pk_{_name}_f16"] = lambda a, b, x, g=VALU[f"v_{_name}_f16"]: \
        halves(lambda p, q: x.finish(F16, g(x.enter(F16, p), x.enter(F16, q), x)), a, b)
VALU["v_pk_fma_f16"] = lambda a, b, c, x: halves(
    lambda p, q, r: x.finish(F16, fma(F16, *(x.enter(F16, v) for v in (p, q, r)), x.round(F16))), a, b, c)
VALU["v_pk_fmac_f16"] = lambda a, b, x: VALU["v_pk_fma_f16"](a, b, x.old & M32, x)


def pair(function, *values):
    return sum(function(*((v >> k & M32) for v in values)) << k for k in (0, 32))


for _name in ("add", "mul", "fma"):
    VALU[f"v_pk_{_name}_f32"] = lambda *args, g=VALU[f"v_{_name}_f32"]: pair(
        lambda *v: args[-1].finish(F32, g(*(args[-1].enter(F32, a) for a in v), args[-1])), *args[:-1])
