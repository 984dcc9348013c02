"""What functions give that work component by component: from OpenCL C 3.0, 6.15.2 to 6.15.4, 6.15.6, 6.15.7, and
cl_amd_media_ops and cl_amd_media_ops2.

A model gets the type of the result (Scalar) and a number of each argument; of what a pointer points to it gets the
number there, and gives (result, what is there afterwards).  Limits are the specification's, in ULP; what takes the
exact value from the host's double-precision library adds that library's error (double: 2 ULP).
"""
import math
from fractions import Fraction

from data import (DIGITS, Near, Scalar, between, bits, floats, integers, nearest, number_of_bits, of_bits, one_of, special,
                  ulp)


class Model:
    """draws: how inputs of each parameter are made, the last one for all that follow."""

    def __init__(self, function, *draws):
        self.function, self.draws = function, draws


MODELS = {}


def limited(limit, function):
    def model(t, *args):
        value = function(*args)
        return Near(value, (limit + 2 * (t.name == 'double')) * ulp(t, value)) if math.isfinite(value) else value
    return model


def floats_are(limit, draws, **functions):
    for name, function in functions.items():
        MODELS[name] = Model(limited(limit, function), *draws)


def exact(draws, **functions):
    for name, function in functions.items():
        MODELS[name] = Model(lambda t, *args, f=function: t.wrap(f(*args)), *draws)


def raw(draws, **functions):
    for name, function in functions.items():
        MODELS[name] = Model(function, *draws)


# ---- math (6.15.2) ----

def sinpi(x):
    whole = round(x)
    rest = x - whole
    size = abs(rest)
    value = math.sin(math.pi * size) if size <= 0.25 else math.cos(math.pi * (0.5 - size))
    return math.copysign(value, rest) * (-1 if whole % 2 else 1)


def cospi(x):
    size = abs(x - 2 * round(x / 2))
    return math.cos(math.pi * size) if size <= 0.25 else math.sin(math.pi * (0.5 - size)) if size <= 0.75 else \
        -math.cos(math.pi * (1 - size))


def cbrt(x):
    return math.copysign(abs(x) ** (1 / 3), x)


UNIT, POSITIVE, SMALL = [between(-1, 1)], [between(0.01, 90)], [between(-8, 8)]
floats_are(2, [floats], cbrt=cbrt)
floats_are(2, POSITIVE, rsqrt=lambda x: 1 / math.sqrt(x))
floats_are(2, [between(-0.9, 9)], log1p=math.log1p)
floats_are(2, [floats], degrees=math.degrees, radians=math.radians)
floats_are(3, SMALL, exp=math.exp, exp2=lambda x: 2.0 ** x, expm1=math.expm1)
floats_are(3, [between(-4, 4)], exp10=lambda x: 10.0 ** x)
floats_are(3, POSITIVE, log=math.log, log2=math.log2, log10=math.log10, sqrt=math.sqrt)
floats_are(4, UNIT, acos=math.acos, asin=math.asin)
floats_are(4, [between(1, 90)], acosh=math.acosh)
floats_are(4, [floats], asinh=math.asinh, cos=math.cos, sin=math.sin, hypot=math.hypot, sinpi=sinpi, cospi=cospi)
floats_are(4, SMALL, cosh=math.cosh, sinh=math.sinh)
floats_are(5, UNIT, acospi=lambda x: math.acos(x) / math.pi, asinpi=lambda x: math.asin(x) / math.pi)
floats_are(5, [floats], atan=math.atan, atanpi=lambda x: math.atan(x) / math.pi, tan=math.tan, tanh=math.tanh)
floats_are(5, [between(-0.99, 0.99)], atanh=math.atanh)
floats_are(6, [floats], atan2=math.atan2, atan2pi=lambda y, x: math.atan2(y, x) / math.pi)
floats_are(6, [between(-0.45, 0.45)], tanpi=lambda x: sinpi(x) / cospi(x))
floats_are(16, [between(-3, 3)], erf=math.erf, erfc=math.erfc)
floats_are(16, [between(0.3, 6)], tgamma=math.gamma)
floats_are(16, [between(0.25, 4), between(-4, 4)], pow=math.pow, powr=math.pow, pown=math.pow)
floats_are(16, [between(0.1, 90), one_of(1, 2, 3, 4, 7, -1, -3)], rootn=lambda x, n: x ** (1 / n))
raw([floats], sincos=lambda t, x, _: (limited(4, math.sin)(t, x), limited(4, math.cos)(t, x)))


def lgamma(t, x):
    value = math.lgamma(x)
    return Near(value, 32 * ulp(t, max(abs(value), 1)))


def lgamma_r(t, x, _):
    return lgamma(t, x), 1 if x > 0 or math.floor(x) % 2 == 0 else -1


raw([between(0.1, 30)], lgamma=lgamma)
raw([one_of(-3.5, -2.25, -0.5, 0.75, 4.0, 11.5)], lgamma_r=lgamma_r)


def modf(t, x, _):
    return math.copysign(math.modf(x)[0], x), float(math.trunc(x))


def fract(t, x, _):
    return min(nearest(t, Fraction(x) - math.floor(x)), 1 - 2.0 ** -DIGITS[t.name]), float(math.floor(x))


def remquo(t, x, y, _):
    quotient = round(Fraction(x) / Fraction(y))
    return math.remainder(x, y), int(math.copysign(abs(quotient) & 127, quotient))


def nextafter(t, x, y):
    if x == y:
        return y
    number = number_of_bits(t, x)
    if x == 0:
        return math.copysign(of_bits(t, 1), y)
    return of_bits(t, number + (1 if (y > x) == (x > 0) else -1))


def magnitude(pick):
    return lambda a, b: pick(a, b) if abs(a) == abs(b) else pick(a, b, key=abs)


def away(x):
    return math.copysign(math.floor(abs(x) + 0.5), x)


def not_zero(draw):
    def other(t, dice):
        return draw(t, dice) or t.wrap(1)
    return other


exact([floats], ceil=math.ceil, copysign=math.copysign, fabs=abs, floor=math.floor, fmax=max, fmin=min, rint=round,
      round=away, trunc=math.trunc, maxmag=magnitude(max), minmag=magnitude(min),
      sign=lambda x: math.copysign(x != 0, x), step=lambda edge, x: float(x >= edge))
exact([floats, not_zero(floats)], fmod=math.fmod, remainder=math.remainder)
exact([floats, between(-4, 4)], ldexp=math.ldexp)
exact([not_zero(floats)], logb=lambda x: math.frexp(x)[1] - 1, ilogb=lambda x: math.frexp(x)[1] - 1)
exact([integers], nan=lambda _: math.nan)
raw([floats], modf=modf, fract=fract, frexp=lambda t, x, _: math.frexp(x), nextafter=nextafter,
    fdim=lambda t, x, y: nearest(t, Fraction(x) - Fraction(y)) if x > y else 0.0,
    fma=lambda t, a, b, c: nearest(t, Fraction(a) * Fraction(b) + Fraction(c)),
    mad=lambda t, a, b, c: Near(a * b + c, 4 * ulp(t, max(abs(a * b), abs(c)))))
raw([floats, not_zero(floats)], remquo=remquo)
LOOSE = dict(cos=(math.cos, between(-3, 3)), sin=(math.sin, between(-3, 3)), tan=(math.tan, between(-1.4, 1.4)),
             exp=(math.exp, *SMALL), exp2=(lambda x: 2.0 ** x, *SMALL), exp10=(lambda x: 10.0 ** x, between(-4, 4)),
             log=(math.log, between(2, 90)), log2=(math.log2, between(2, 90)), log10=(math.log10, between(2, 90)),
             divide=(lambda x, y: x / y, *POSITIVE), recip=(lambda x: 1 / x, *POSITIVE), sqrt=(math.sqrt, *POSITIVE),
             rsqrt=(lambda x: 1 / math.sqrt(x), *POSITIVE), powr=(math.pow, between(0.25, 4), between(-4, 4)))
for name, (function, *draws) in LOOSE.items():
    floats_are(8192, draws, **{'half_' + name: function})  # of native_ the specification says nothing
    raw(draws, **{'native_' + name: lambda t, *args, f=function: Near(f(*args), 2.0 ** -12 * max(1, abs(f(*args))))})


# ---- common (6.15.4): those of integers (6.15.3) with the same names, too ----

def mix(t, x, y, a):
    return Near(x + (y - x) * a, 4 * ulp(t, max(abs(x), abs(y), abs((y - x) * a))))


def smoothstep(t, low, high, x):
    part = min(max((x - low) / (high - low), 0), 1)
    return Near(part * part * (3 - 2 * part), 8 * ulp(t, 1))


def clamp(x, low, high):
    return min(max(x, low), high)


raw([floats], mix=mix)
raw([between(-2, -1), between(1, 2), between(-3, 3)], smoothstep=smoothstep)
exact([floats], max=max, min=min)
LOW = lambda t, dice: t.wrap(dice.randint(0, 40))  # noqa: E731
HIGH = lambda t, dice: t.wrap(dice.randint(40, 90))  # noqa: E731
exact([floats, LOW, HIGH], clamp=clamp)


# ---- integers (6.15.3) ----

def saturated(function):
    return lambda t, *args: min(max(function(*args), t.least), t.greatest)


def of_width(function):
    """With the width in bits."""
    return lambda t, *args: t.wrap(function(t.bits, *args))


def lowest(width, x):
    x &= (1 << width) - 1
    return (x & -x).bit_length() - 1 if x else width


def rotate(width, x, n):
    x, n = x & (1 << width) - 1, n % width
    return x << n | x >> width - n


def upsample(t, high, low):
    return t.wrap(high << t.bits // 2 | low & (1 << t.bits // 2) - 1)


exact([integers], abs=abs, abs_diff=lambda a, b: abs(a - b), hadd=lambda a, b: a + b >> 1, rhadd=lambda a, b: a + b + 1 >> 1)
raw([integers], add_sat=saturated(lambda a, b: a + b), sub_sat=saturated(lambda a, b: a - b),
    mad_sat=saturated(lambda a, b, c: a * b + c), upsample=upsample,
    clz=of_width(lambda width, x: width - (x & (1 << width) - 1).bit_length()), ctz=of_width(lowest),
    mul_hi=of_width(lambda width, a, b: a * b >> width), mad_hi=of_width(lambda width, a, b, c: (a * b >> width) + c),
    rotate=of_width(rotate), popcount=of_width(lambda width, x: bin(x & (1 << width) - 1).count('1')))


def narrow(t, dice):
    return dice.randint(-2**23, 2**23 - 1) if t.is_signed else dice.getrandbits(24)


exact([narrow, narrow, integers], mad24=lambda a, b, c: a * b + c, mul24=lambda a, b: a * b)


# ---- media operations: bytes and halves of a word ----

def parts(word, width=8, count=4):
    return [word >> width * i & (1 << width) - 1 for i in range(count)]


def sad(a, b, width=8, count=4):
    return sum(abs(x - y) for x, y in zip(parts(a, width, count), parts(b, width, count)))


def masked_sad(a, b):
    return sum(abs(x - y) for x, y in zip(parts(a), parts(b)) if y)


def four(function):
    """Of the four words that begin at the first four bytes of a; sums in 16 bits each."""
    return lambda a, b, c: sum((function(a >> 8 * i & 2**32 - 1, b) + part & 0xffff) << 16 * i
                               for i, part in enumerate(parts(c, 16)))


def field(t, x, offset, width):
    offset, width = offset & 31, width & 31
    value = x >> offset & (1 << width) - 1
    return t.wrap(value - (1 << width) if t.is_signed and width and value >> width - 1 else value)


SUMS = lambda t, dice: sum(dice.randrange(1000) << 16 * i for i in range(4)) if t.bits == 64 else \
    dice.randrange(1000)  # noqa: E731
exact([integers], amd_bitalign=lambda a, b, c: (a << 32 | b) >> (c & 31), amd_bytealign=lambda a, b, c: (a << 32 | b) >> 8 * (c & 3),
      amd_lerp=lambda a, b, c: sum((x + y + (z & 1) >> 1) << 8 * i for i, (x, y, z) in enumerate(zip(parts(a), parts(b), parts(c)))),
      amd_sad=lambda a, b, c: c + sad(a, b), amd_sadhi=lambda a, b, c: c + (sad(a, b) << 16),
      amd_sadw=lambda a, b, c: c + sad(a, b, 16, 2), amd_sadd=lambda a, b, c: c + abs(a - b),
      amd_msad=lambda a, b, c: c + masked_sad(a, b), amd_bfm=lambda a, b: ((1 << (a & 31)) - 1) << (b & 31))
exact([integers, integers, SUMS], amd_qsad=four(sad), amd_mqsad=four(masked_sad))
raw([integers, integers, between(0, 31)], amd_bfe=lambda t, x, o, w: field(t, x, o, min(w, 31)))
exact([floats], amd_max3=max, amd_min3=min, amd_median3=lambda *v: sorted(v)[1])
for number in range(4):
    exact([integers], **{f'amd_unpack{number}': lambda x, i=number: float(parts(x)[i])})


# ---- relational (6.15.6): 1, of vectors -1 (data.py's Case tells which) ----

def relation(draws, **functions):
    for name, function in functions.items():
        MODELS[name] = Model(lambda t, *args, f=function: bool(f(*args)), *draws)


def is_normal(x):
    return math.isfinite(x) and x != 0


relation([special], isequal=lambda a, b: a == b, isnotequal=lambda a, b: a != b, isgreater=lambda a, b: a > b,
         isgreaterequal=lambda a, b: a >= b, isless=lambda a, b: a < b, islessequal=lambda a, b: a <= b,
         islessgreater=lambda a, b: a < b or a > b, isfinite=math.isfinite, isinf=math.isinf, isnan=math.isnan,
         isnormal=is_normal, isordered=lambda a, b: a == a and b == b, isunordered=lambda a, b: a != a or b != b,
         signbit=lambda x: not math.isnan(x) and math.copysign(1, x) < 0)
RELATIONS = [name for name in MODELS if name.startswith('is')] + ['signbit']


def bitselect(t, a, b, c):
    a, b, c = (number_of_bits(t, x) for x in (a, b, c))
    return of_bits(t, a & ~c | b & c)


raw([bits], bitselect=bitselect)



# ---- cl_intel_bfloat16_conversions ----

FLOAT = Scalar('float')


def bfloat16_of(t, x):
    """Of the two that are next to it the nearer, of two as near the even one; infinity stands for 2**128."""
    first = number_of_bits(FLOAT, x) >> 16
    if not math.isfinite(x):
        return first | 0x40 * math.isnan(x)
    sizes = {k: abs(Fraction(of_bits(FLOAT, k << 16))) if k & 0x7f80 != 0x7f80 else Fraction(2 ** 128) for k in (first, first + 1)}
    return min(sizes, key=lambda k: (abs(abs(Fraction(x)) - sizes[k]), k & 1))


def near_halves(scalar, dice):
    """Those between two of bfloat16, and what is next to them; denormals, the largest, infinity, NaN among them."""
    upper = dice.choice((0, 0x7f, 0x3f80, 0x7f7f, 0x7f80, 0x7fc1)) if not dice.randrange(3) else dice.getrandbits(15)
    return of_bits(scalar, dice.getrandbits(1) << 31 | upper << 16 | dice.choice((0, 1, 0x7fff, 0x8000, 0x8001, 0xffff)))


for count in '', '2', '3', '4', '8', '16':
    raw([near_halves], **{f'intel_convert_bfloat16{count}_as_ushort{count}': bfloat16_of})
    raw([bits], **{f'intel_convert_as_bfloat16{count}_float{count}': lambda t, x: of_bits(t, x << 16)})
