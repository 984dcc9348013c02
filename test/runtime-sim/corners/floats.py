"""Floating point of any width in exact integer arithmetic: IEEE 754 and AMD's ISA manuals.

A number is its bits.  Arithmetic decodes to a sign and m * 2^e, computes exactly and rounds once."""

NEAREST, UP, DOWN, ZERO = 0, 1, 2, 3  # MODE's rounding modes


class Format:
    def __init__(self, width, fraction):
        self.width, self.fraction = width, fraction
        self.sign = 1 << (width - 1)
        self.inf = self.sign - (1 << fraction)
        self.quiet = 1 << (fraction - 1)
        self.nan = self.inf | self.quiet
        self.bias = (1 << (width - fraction - 2)) - 1
        self.least = 1 - self.bias - fraction  # exponent of the smallest number
        self.max = self.inf - 1
        self.one = self.bias << fraction

    def is_nan(self, a):
        return a & (self.sign - 1) > self.inf

    def is_snan(self, a):
        return self.is_nan(a) and not a & self.quiet

    def is_inf(self, a):
        return a & (self.sign - 1) == self.inf

    def is_zero(self, a):
        return not a & (self.sign - 1)

    def is_denormal(self, a):
        return not a & self.inf and not self.is_zero(a)

    def negative(self, a):
        return bool(a & self.sign)

    def flush(self, a):
        return a & self.sign if self.is_denormal(a) else a

    def split(self, a):
        """The finite number as (signed m, e)."""
        field, m = (a & self.inf) >> self.fraction, a & ((1 << self.fraction) - 1)
        if field:
            m |= 1 << self.fraction
        e = self.least + max(field, 1) - 1
        return (-m if self.negative(a) else m), e

    def order(self, a):
        """Integers in the order of the numbers, -0 and +0 equal."""
        size = a & (self.sign - 1)
        return -size if self.negative(a) else size

    def round(self, m, e, mode, zero_negative=False):
        """m * 2^e to this format."""
        if m == 0:
            return self.sign if zero_negative else 0
        negative, m = m < 0, abs(m)
        quantum = max(e + m.bit_length() - 1 - self.fraction, self.least)
        if e >= quantum:
            kept, rest, half = m << (e - quantum), 0, 1
        else:
            shift = quantum - e
            kept, rest, half = m >> shift, m & ((1 << shift) - 1), 1 << (shift - 1)
        if mode == NEAREST:
            kept += rest > half or (rest == half and kept & 1)
        elif (mode == UP and not negative) or (mode == DOWN and negative):
            kept += rest != 0
        bits = kept
        if kept >> self.fraction:
            bits = ((quantum - self.least + 1) << self.fraction) + kept - (1 << self.fraction)
        if bits >= self.inf:
            stays = mode == ZERO or (mode == UP and negative) or (mode == DOWN and not negative)
            bits = self.max if stays else self.inf
        return bits | (self.sign if negative else 0)


F16, F32, F64 = Format(16, 10), Format(32, 23), Format(64, 52)
BY_NAME = {"f16": F16, "f32": F32, "f64": F64}


def any_nan(f, *values):
    return any(f.is_nan(a) for a in values)


def exact_sum(first, second):
    (m, e), (n, k) = first, second
    low = min(e, k)
    return (m << (e - low)) + (n << (k - low)), low


def fma(f, a, b, c, mode, to=None):
    """a * b + c rounded once; f.nan for every NaN."""
    to = to or f
    if any_nan(f, a, b, c):
        return to.nan
    product_negative = f.negative(a) != f.negative(b)
    if f.is_inf(a) or f.is_inf(b):
        if f.is_zero(a) or f.is_zero(b) or (f.is_inf(c) and f.negative(c) != product_negative):
            return to.nan
        return to.inf | (to.sign if product_negative else 0)
    if f.is_inf(c):
        return to.inf | (to.sign if f.negative(c) else 0)
    (m, e), (n, k) = f.split(a), f.split(b)
    total, low = exact_sum((m * n, e + k), f.split(c))
    if total == 0:  # 6.3: equal signs keep theirs
        both = m * n == 0 and f.is_zero(c) and product_negative == f.negative(c)
        return to.round(0, 0, mode, product_negative if both else mode == DOWN)
    return to.round(total, low, mode)


def add(f, a, b, mode):
    return fma(f, a, f.one, b, mode)


def mul(f, a, b, mode):
    """A product of zero has the sign of the factors."""
    if any_nan(f, a, b) or (f.is_inf(a) and f.is_zero(b)) or (f.is_zero(a) and f.is_inf(b)):
        return f.nan
    negative = f.negative(a) != f.negative(b)
    if f.is_inf(a) or f.is_inf(b):
        return f.inf | (f.sign if negative else 0)
    (m, e), (n, k) = f.split(a), f.split(b)
    return f.round(m * n, e + k, mode, negative)


def choose(f, a, b, ieee, largest):
    """V_MIN, V_MAX: with IEEE a signalling NaN wins, else the number; -0 is below +0."""
    if ieee and (f.is_snan(a) or f.is_snan(b)):
        return f.nan
    if f.is_nan(a) or f.is_nan(b):
        return b if f.is_nan(a) else a
    below = (f.order(a), not f.negative(a)) < (f.order(b), not f.negative(b))
    return (b if below else a) if largest else (a if below else b)


def med3(f, a, b, c, ieee):
    if any_nan(f, a, b, c):
        return choose(f, choose(f, a, b, ieee, False), c, ieee, False)
    return sorted((a, b, c), key=lambda v: (f.order(v), not f.negative(v)))[1]


def integral(f, a, mode):
    """To an integer: mode, with "even" for NEAREST."""
    if f.is_nan(a) or f.is_inf(a):
        return a if f.is_inf(a) else f.nan
    m, e = f.split(a)
    return a if e >= 0 else f.round(to_integer(m, e, mode), 0, NEAREST, f.negative(a))


def to_integer(m, e, mode):
    if e >= 0:
        return m << e
    down, rest, half = m >> -e, m & ((1 << -e) - 1), 1 << (-e - 1)
    if mode == NEAREST:
        return down + (rest > half or (rest == half and down & 1))
    if mode == UP:
        return down + (rest != 0)
    if mode == ZERO:
        return down + (m < 0 and rest != 0)
    return down


def convert(f, to, a, mode):
    if f.is_nan(a):
        return to.nan
    if f.is_inf(a):
        return to.inf | (to.sign if f.negative(a) else 0)
    m, e = f.split(a)
    return to.round(m, e, mode, f.negative(a))


def saturate(f, a, least, most, mode=ZERO, add_half=False):
    """To an integer type; NaN gives 0."""
    if f.is_nan(a):
        return 0
    if f.is_inf(a):
        return least if f.negative(a) else most
    m, e = f.split(a)
    if add_half:
        m, e = exact_sum((m, e), (1, -1))
    return min(most, max(least, to_integer(m, e, mode)))


def ldexp(f, a, n, mode):
    if f.is_nan(a) or f.is_inf(a):
        return a if f.is_inf(a) else f.nan
    m, e = f.split(a)
    return f.round(m, e + max(-5000, min(5000, n)), mode, f.negative(a))


def frexp(f, a):
    """(mantissa in [0.5, 1), exponent) of a finite number."""
    m, e = f.split(a)
    if not m:
        return a, 0
    exponent = e + abs(m).bit_length()
    return f.round(m, e - exponent, NEAREST), exponent


def fract(f, a, mode, below_one=True):
    """x - floor(x), below 1."""
    if f.is_nan(a) or f.is_inf(a):
        return f.nan
    m, e = f.split(a)
    rest = 0 if e >= 0 else m & ((1 << -e) - 1)
    result = f.round(rest, e, mode, mode == DOWN)
    return f.one - 1 if result == f.one and below_one else result


def classify(f, a):
    """V_CMP_CLASS: the bit of what a is."""
    if f.is_nan(a):
        return 0 if f.is_snan(a) else 1
    kind = 0 if f.is_inf(a) else 3 if f.is_zero(a) else 2 if f.is_denormal(a) else 1
    return 2 + kind if f.negative(a) else 9 - kind


def clamp(f, a, dx10):
    if f.is_nan(a):
        return 0 if dx10 else f.nan
    return 0 if f.order(a) <= 0 else f.one if f.order(a) >= f.one else a
