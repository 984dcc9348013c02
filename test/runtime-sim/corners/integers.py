"""Integer instructions in Python's integers: CLRX's GcnInstrs pages and AMD's ISA manuals, "Operation".

Each function takes the sources and a context x (old: what the destination held, carry, clamp, lane) and
gives the result, or (result, mask or SCC).  Bits above the destination are cut off by who calls."""

M16, M32, M64 = 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF


def s(a, bits=32):
    """The signed number."""
    a &= (1 << bits) - 1
    return a - (1 << bits) if a >> (bits - 1) else a


def limit(value, bits, signed, x):
    """Saturated under clamp, else cut off."""
    least, most = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    return max(least, min(most, value)) & ((1 << bits) - 1) if x.clamp else value & ((1 << bits) - 1)


def bits_of(a, width):
    return [a >> k & 1 for k in range(width)]


def reverse(a, width):
    return int("".join(str(bit) for bit in bits_of(a, width)), 2)


def first(a, width, bit):
    """The number of the lowest such bit, -1: none."""
    return next((k for k in range(width) if a >> k & 1 == bit), -1)


def leading(a, width, bit):
    """How many bits above the highest such bit, -1: none."""
    return next((k for k in range(width) if a >> (width - 1 - k) & 1 == bit), -1)


def sign_change(a, width):
    """How many bits above the highest one that is not like the sign, -1: none."""
    return leading(a, width, 1 - (a >> (width - 1) & 1))


def extract(a, offset, width, size, signed):
    if not width:
        return 0
    width = min(width, size - offset)  # what is above does not exist
    value = a >> offset & ((1 << width) - 1)
    return s(value, width) if signed else value


def bytes_of(a):
    return [a >> k & 255 for k in (0, 8, 16, 24)]


def sad8(a, b, masked=False):
    return sum(abs(p - q) for p, q in zip(bytes_of(a), bytes_of(b)) if q or not masked)


def perm(a, b, c):
    data, result = a << 32 | b, 0
    for k, select in enumerate(bytes_of(c)):
        if select < 8:
            byte = data >> 8 * select & 255
        elif select < 12:
            byte = 255 * (data >> (16 * (select - 8) + 15) & 1)
        else:
            byte = 0 if select == 12 else 255
        result |= byte << 8 * k
    return result


def quad_sad(a, b, c, masked):
    return sum((sad8(a >> 8 * k & M32, b, masked) + (c >> 16 * k & M16) & M16) << 16 * k
               for k in range(4))


def mqsad32(a, b, c):
    return sum((sad8(a >> 8 * k & M32, b, True) + (c >> 32 * k & M32) & M32) << 32 * k
               for k in range(4))


def lanes_below(mask, low, lane):
    return bin(mask << low & ((1 << lane) - 1) & (M32 << low)).count("1")


def with_carry(total, bits=32):
    return total, int(total < 0 or total >> bits != 0)


def clamped_carry(total, x):
    return limit(total, 32, False, x), int(total < 0 or total >> 32 != 0)


def dot(a, b, c, width, signed, x):
    count = 32 // width
    part = (lambda v, k: s(v >> k * width, width)) if signed else \
        (lambda v, k: v >> k * width & ((1 << width) - 1))
    return limit(sum(part(a, k) * part(b, k) for k in range(count)) + (s(c) if signed else c), 32,
                 signed, x)


def mad64(a, b, c, signed):
    product = s(a) * s(b) if signed else a * b
    total = product + (s(c, 64) if signed else c)
    return total, total >> 64 & 1


def halves(a):
    return a & M16, a >> 16 & M16


def packed(function, *values):
    low, high = (function(*(halves(v)[k] for v in values)) for k in (0, 1))
    return (low & M16) | (high & M16) << 16


VALU = {
    "v_mov_b32": lambda a, x: a,
    "v_not_b32": lambda a, x: ~a,
    "v_bfrev_b32": lambda a, x: reverse(a, 32),
    "v_ffbh_u32": lambda a, x: leading(a, 32, 1),
    "v_ffbl_b32": lambda a, x: first(a, 32, 1),
    "v_ffbh_i32": lambda a, x: sign_change(a, 32),
    "v_sat_pk_u8_i16": lambda a, x: sum(max(0, min(255, s(h, 16))) << 8 * k
                                        for k, h in enumerate(halves(a))),
    "v_and_b32": lambda a, b, x: a & b,
    "v_or_b32": lambda a, b, x: a | b,
    "v_xor_b32": lambda a, b, x: a ^ b,
    "v_xnor_b32": lambda a, b, x: ~(a ^ b),
    "v_lshl_b32": lambda a, b, x: a << (b & 31),
    "v_lshlrev_b32": lambda a, b, x: b << (a & 31),
    "v_lshr_b32": lambda a, b, x: a >> (b & 31),
    "v_lshrrev_b32": lambda a, b, x: b >> (a & 31),
    "v_ashr_i32": lambda a, b, x: s(a) >> (b & 31),
    "v_ashrrev_i32": lambda a, b, x: s(b) >> (a & 31),
    "v_min_i32": lambda a, b, x: min(s(a), s(b)),
    "v_max_i32": lambda a, b, x: max(s(a), s(b)),
    "v_min_u32": lambda a, b, x: min(a, b),
    "v_max_u32": lambda a, b, x: max(a, b),
    "v_add_u32": lambda a, b, x: limit(a + b, 32, False, x),
    "v_sub_u32": lambda a, b, x: limit(a - b, 32, False, x),
    "v_subrev_u32": lambda a, b, x: limit(b - a, 32, False, x),
    "v_add_i32": lambda a, b, x: limit(s(a) + s(b), 32, True, x),
    "v_sub_i32": lambda a, b, x: limit(s(a) - s(b), 32, True, x),
    "v_mul_i32_i24": lambda a, b, x: s(a, 24) * s(b, 24),
    "v_mul_hi_i32_i24": lambda a, b, x: s(a, 24) * s(b, 24) >> 32,
    "v_mul_u32_u24": lambda a, b, x: (a & 0xFFFFFF) * (b & 0xFFFFFF),
    "v_mul_hi_u32_u24": lambda a, b, x: (a & 0xFFFFFF) * (b & 0xFFFFFF) >> 32,
    "v_mul_lo_u32": lambda a, b, x: a * b,
    "v_mul_lo_i32": lambda a, b, x: s(a) * s(b),
    "v_mul_hi_u32": lambda a, b, x: a * b >> 32,
    "v_mul_hi_i32": lambda a, b, x: s(a) * s(b) >> 32,
    "v_bcnt_u32_b32": lambda a, b, x: bin(a).count("1") + b,
    "v_bfm_b32": lambda a, b, x: ((1 << (a & 31)) - 1) << (b & 31),
    "v_cvt_pk_u16_u32": lambda a, b, x: min(a, M16) | min(b, M16) << 16,
    "v_cvt_pk_i16_i32": lambda a, b, x: sum((max(-32768, min(32767, s(v))) & M16) << 16 * k
                                            for k, v in enumerate((a, b))),
    "v_mbcnt_lo_u32_b32": lambda a, b, x: lanes_below(a, 0, x.lane) + b,
    "v_mbcnt_hi_u32_b32": lambda a, b, x: lanes_below(a, 32, x.lane) + b,
    "v_add_u16": lambda a, b, x: limit(a + b, 16, False, x),
    "v_sub_u16": lambda a, b, x: limit(a - b, 16, False, x),
    "v_subrev_u16": lambda a, b, x: limit(b - a, 16, False, x),
    "v_mul_lo_u16": lambda a, b, x: a * b,
    "v_lshlrev_b16": lambda a, b, x: b << (a & 15),
    "v_lshrrev_b16": lambda a, b, x: b >> (a & 15),
    "v_ashrrev_i16": lambda a, b, x: s(b, 16) >> (a & 15),
    "v_min_u16": lambda a, b, x: min(a, b),
    "v_max_u16": lambda a, b, x: max(a, b),
    "v_min_i16": lambda a, b, x: min(s(a, 16), s(b, 16)),
    "v_max_i16": lambda a, b, x: max(s(a, 16), s(b, 16)),
    "v_add_i16": lambda a, b, x: limit(s(a, 16) + s(b, 16), 16, True, x),
    "v_sub_i16": lambda a, b, x: limit(s(a, 16) - s(b, 16), 16, True, x),
    "v_bfe_u32": lambda a, b, c, x: extract(a, b & 31, c & 31, 32, False),
    "v_bfe_i32": lambda a, b, c, x: extract(a, b & 31, c & 31, 32, True),
    "v_bfi_b32": lambda a, b, c, x: (a & b) | (~a & c),
    "v_alignbit_b32": lambda a, b, c, x: (a << 32 | b) >> (c & 31),
    "v_alignbyte_b32": lambda a, b, c, x: (a << 32 | b) >> 8 * (c & 3),
    "v_perm_b32": lambda a, b, c, x: perm(a, b, c),
    "v_lerp_u8": lambda a, b, c, x: sum(((a >> k & 255) + (b >> k & 255) + (c >> k & 1) >> 1) << k
                                        for k in (0, 8, 16, 24)),
    "v_mad_u32_u24": lambda a, b, c, x: limit((a & 0xFFFFFF) * (b & 0xFFFFFF) + c, 32, False, x),
    "v_mad_i32_i24": lambda a, b, c, x: limit(s(a, 24) * s(b, 24) + s(c), 32, True, x),
    "v_add3_u32": lambda a, b, c, x: a + b + c,
    "v_lshl_add_u32": lambda a, b, c, x: (a << (b & 31)) + c,
    "v_add_lshl_u32": lambda a, b, c, x: a + b << (c & 31),
    "v_lshl_or_b32": lambda a, b, c, x: (a << (b & 31)) | c,
    "v_and_or_b32": lambda a, b, c, x: (a & b) | c,
    "v_or3_b32": lambda a, b, c, x: a | b | c,
    "v_xad_u32": lambda a, b, c, x: (a ^ b) + c,
    "v_sad_u8": lambda a, b, c, x: sad8(a, b) + c,
    "v_sad_hi_u8": lambda a, b, c, x: (sad8(a, b) << 16) + c,
    "v_sad_u16": lambda a, b, c, x: sum(abs(p - q) for p, q in zip(halves(a), halves(b))) + c,
    "v_sad_u32": lambda a, b, c, x: abs(a - b) + c,
    "v_msad_u8": lambda a, b, c, x: sad8(a, b, True) + c,
    "v_qsad_pk_u16_u8": lambda a, b, c, x: quad_sad(a, b, c, False),
    "v_mqsad_pk_u16_u8": lambda a, b, c, x: quad_sad(a, b, c, True),
    "v_mqsad_u32_u8": lambda a, b, c, x: mqsad32(a, b, c),
    "v_mad_u16": lambda a, b, c, x: limit(a * b + c, 16, False, x),
    "v_mad_i16": lambda a, b, c, x: limit(s(a, 16) * s(b, 16) + s(c, 16), 16, True, x),
    "v_mad_u32_u16": lambda a, b, c, x: limit(a * b + c, 32, False, x),
    "v_mad_i32_i16": lambda a, b, c, x: limit(s(a, 16) * s(b, 16) + s(c), 32, True, x),
    "v_pack_b32_f16": lambda a, b, x: a | b << 16,
    "v_cndmask_b32": lambda a, b, x: b if x.carry else a,
    "v_add_co_u32": lambda a, b, x: clamped_carry(a + b, x),
    "v_sub_co_u32": lambda a, b, x: clamped_carry(a - b, x),
    "v_subrev_co_u32": lambda a, b, x: clamped_carry(b - a, x),
    "v_addc_co_u32": lambda a, b, x: clamped_carry(a + b + x.carry, x),
    "v_subb_co_u32": lambda a, b, x: clamped_carry(a - b - x.carry, x),
    "v_subbrev_co_u32": lambda a, b, x: clamped_carry(b - a - x.carry, x),
    "v_mad_u64_u32": lambda a, b, c, x: mad64(a, b, c, False),
    "v_mad_i64_i32": lambda a, b, c, x: mad64(a, b, c, True),
    "v_lshl_b64": lambda a, b, x: a << (b & 63),
    "v_lshr_b64": lambda a, b, x: a >> (b & 63),
    "v_ashr_i64": lambda a, b, x: s(a, 64) >> (b & 63),
    "v_lshlrev_b64": lambda a, b, x: b << (a & 63),
    "v_lshrrev_b64": lambda a, b, x: b >> (a & 63),
    "v_ashrrev_i64": lambda a, b, x: s(b, 64) >> (a & 63),
    "v_dot4_i32_i8": lambda a, b, c, x: dot(a, b, c, 8, True, x),
    "v_dot4_u32_u8": lambda a, b, c, x: dot(a, b, c, 8, False, x),
    "v_dot2_i32_i16": lambda a, b, c, x: dot(a, b, c, 16, True, x),
    "v_dot2_u32_u16": lambda a, b, c, x: dot(a, b, c, 16, False, x),
    "v_dot8_i32_i4": lambda a, b, c, x: dot(a, b, c, 4, True, x),
    "v_dot8_u32_u4": lambda a, b, c, x: dot(a, b, c, 4, False, x),
    "v_pk_mad_i16": lambda a, b, c, x: packed(
        lambda p, q, r: limit(s(p, 16) * s(q, 16) + s(r, 16), 16, True, x), a, b, c),
    "v_pk_mad_u16": lambda a, b, c, x: packed(lambda p, q, r: limit(p * q + r, 16, False, x), a, b, c),
}
for _name in ("mad_u16", "mad_i16"):
    VALU["v_mad_legacy_" + _name[4:]] = VALU["v_" + _name]
for _name, _width in (("dot4c_i32_i8", 8), ("dot2c_i32_i16", 16), ("dot8c_i32_i4", 4)):
    VALU["v_" + _name] = lambda a, b, x, w=_width: dot(a, b, x.old & M32, w, True, x)
for _kind in ("i32", "u32", "i16", "u16"):
    _w = int(_kind[1:])
    _key = (lambda v, w=_w: s(v, w)) if _kind[0] == "i" else (lambda v: v)
    VALU["v_min3_" + _kind] = lambda a, b, c, x, k=_key: min(a, b, c, key=k)
    VALU["v_max3_" + _kind] = lambda a, b, c, x, k=_key: max(a, b, c, key=k)
    VALU["v_med3_" + _kind] = lambda a, b, c, x, k=_key: sorted((a, b, c), key=k)[1]
for _name in ("add_u16", "sub_u16", "add_i16", "sub_i16", "min_i16", "max_i16", "min_u16", "max_u16",
              "mul_lo_u16", "lshlrev_b16", "lshrrev_b16", "ashrrev_i16"):
    VALU["v_pk_" + _name] = lambda a, b, x, f=VALU["v_" + _name]: packed(lambda p, q: f(p, q, x), a, b)

COMPARE = {"f": lambda a, b: False, "lt": lambda a, b: a < b, "eq": lambda a, b: a == b,
           "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "lg": lambda a, b: a != b,
           "ne": lambda a, b: a != b, "ge": lambda a, b: a >= b, "t": lambda a, b: True}
for _kind in ("i16", "u16", "i32", "u32", "i64", "u64"):
    _w = int(_kind[1:])
    for _condition, _test in COMPARE.items():
        for _form in ("v_cmp_", "v_cmpx_"):
            if _kind[0] == "i":
                VALU[_form + _condition + "_" + _kind] = \
                    lambda a, b, x, t=_test, w=_w: (None, int(t(s(a, w), s(b, w))))
            else:
                VALU[_form + _condition + "_" + _kind] = lambda a, b, x, t=_test: (None, int(t(a, b)))


# ---- scalar: (result, SCC); SCC None: as it was ----

def nonzero(value, width):
    return value, int(value & ((1 << width) - 1) != 0)


def overflow(value):
    """A signed sum: SCC is its overflow."""
    return value, int(not -(1 << 31) <= value < 1 << 31)


def field(b, size):
    return (b & (31 if size == 32 else 63)), b >> 16 & 0x7F


def sbfe(a, b, size, signed):
    offset, width = field(b, size)
    return nonzero(extract(a, offset, width, size, signed), size)


def quads(a, width, spread):
    """A bit for each four of which one is set, or all four."""
    found = [int(a >> k & 15 != 0) for k in range(0, width, 4)]
    return sum(bit * 15 << 4 * k for k, bit in enumerate(found)) if spread else \
        sum(bit << k for k, bit in enumerate(found))


def put_bit(x, a, width, bit):
    place = 1 << (a & (width - 1))
    return (x.old | place if bit else x.old & ~place), None


def pick(tie, a, b, chosen):
    """s_min, s_max: SCC where the first is chosen; sources differ on ties."""
    return chosen, ("either" if a == b else int(chosen == a)) if tie else None


SALU = {
    "s_add_u32": lambda a, b, x: with_carry(a + b),
    "s_sub_u32": lambda a, b, x: with_carry(a - b),
    "s_add_i32": lambda a, b, x: overflow(s(a) + s(b)),
    "s_sub_i32": lambda a, b, x: overflow(s(a) - s(b)),
    "s_addc_u32": lambda a, b, x: with_carry(a + b + x.carry),
    "s_subb_u32": lambda a, b, x: with_carry(a - b - x.carry),
    "s_min_i32": lambda a, b, x: pick(True, s(a), s(b), min(s(a), s(b))),
    "s_max_i32": lambda a, b, x: pick(True, s(a), s(b), max(s(a), s(b))),
    "s_min_u32": lambda a, b, x: pick(True, a, b, min(a, b)),
    "s_max_u32": lambda a, b, x: pick(True, a, b, max(a, b)),
    "s_cselect_b32": lambda a, b, x: (a if x.carry else b, None),
    "s_cselect_b64": lambda a, b, x: (a if x.carry else b, None),
    "s_mul_i32": lambda a, b, x: (a * b, None),
    "s_mul_hi_u32": lambda a, b, x: (a * b >> 32, None),
    "s_mul_hi_i32": lambda a, b, x: (s(a) * s(b) >> 32, None),
    "s_absdiff_i32": lambda a, b, x: nonzero(abs(s(s(a) - s(b))), 32),
    "s_bfe_u32": lambda a, b, x: sbfe(a, b, 32, False),
    "s_bfe_i32": lambda a, b, x: sbfe(a, b, 32, True),
    "s_bfe_u64": lambda a, b, x: sbfe(a, b, 64, False),
    "s_bfe_i64": lambda a, b, x: sbfe(a, b, 64, True),
    "s_bfm_b32": lambda a, b, x: (((1 << (a & 31)) - 1) << (b & 31), None),
    "s_bfm_b64": lambda a, b, x: (((1 << (a & 63)) - 1) << (b & 63), None),
    "s_pack_ll_b32_b16": lambda a, b, x: ((a & M16) | (b & M16) << 16, None),
    "s_pack_lh_b32_b16": lambda a, b, x: ((a & M16) | (b >> 16) << 16, None),
    "s_pack_hh_b32_b16": lambda a, b, x: (a >> 16 | (b >> 16) << 16, None),
    "s_abs_i32": lambda a, x: nonzero(abs(s(a)), 32),
    "s_bitreplicate_b64_b32": lambda a, x: (sum(3 * bit << 2 * k for k, bit in enumerate(bits_of(a, 32))),
                                            None),
    "s_cmov_b32": lambda a, x: (a if x.carry else x.old, None),
    "s_cmov_b64": lambda a, x: (a if x.carry else x.old, None),
    "s_sext_i32_i8": lambda a, x: (s(a, 8), None),
    "s_sext_i32_i16": lambda a, x: (s(a, 16), None),
    "s_flbit_i32": lambda a, x: (sign_change(a, 32), None),
    "s_flbit_i32_i64": lambda a, x: (sign_change(a, 64), None),
    "s_bitcmp0_b32": lambda a, b, x: (None, 1 - (a >> (b & 31) & 1)),
    "s_bitcmp1_b32": lambda a, b, x: (None, a >> (b & 31) & 1),
    "s_bitcmp0_b64": lambda a, b, x: (None, 1 - (a >> (b & 63) & 1)),
    "s_bitcmp1_b64": lambda a, b, x: (None, a >> (b & 63) & 1),
    "s_movk_i32": lambda k, x: (k, None),
    "s_cmovk_i32": lambda k, x: (k if x.carry else x.old, None),
    "s_addk_i32": lambda k, x: overflow(s(x.old) + k),
    "s_mulk_i32": lambda k, x: (s(x.old) * k, None),
}
for _n in (1, 2, 3, 4):
    SALU[f"s_lshl{_n}_add_u32"] = lambda a, b, x, n=_n: with_carry((a << n) + b)
LOGIC = {"and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b,
         "andn2": lambda a, b: a & ~b, "orn2": lambda a, b: a | ~b, "nand": lambda a, b: ~(a & b),
         "nor": lambda a, b: ~(a | b), "xnor": lambda a, b: ~(a ^ b)}
for _w in (32, 64):
    _b = f"_b{_w}"
    for _name, _f in LOGIC.items():
        SALU["s_" + _name + _b] = lambda a, b, x, f=_f, w=_w: nonzero(f(a, b), w)
    _m = _w - 1
    SALU["s_lshl" + _b] = lambda a, b, x, m=_m, w=_w: nonzero(a << (b & m), w)
    SALU["s_lshr" + _b] = lambda a, b, x, m=_m, w=_w: nonzero(a >> (b & m), w)
    SALU[f"s_ashr_i{_w}"] = lambda a, b, x, m=_m, w=_w: nonzero(s(a, w) >> (b & m), w)
    SALU["s_mov" + _b] = lambda a, x: (a, None)
    SALU["s_not" + _b] = lambda a, x, w=_w: nonzero(~a, w)
    SALU["s_brev" + _b] = lambda a, x, w=_w: (reverse(a, w), None)
    SALU["s_wqm" + _b] = lambda a, x, w=_w: nonzero(quads(a, w, True), w)
    SALU["s_quadmask" + _b] = lambda a, x, w=_w: nonzero(quads(a, w, False), w)
    SALU["s_bcnt0_i32" + _b] = lambda a, x, w=_w: nonzero(bits_of(a, w).count(0), 32)
    SALU["s_bcnt1_i32" + _b] = lambda a, x, w=_w: nonzero(bits_of(a, w).count(1), 32)
    SALU["s_ff0_i32" + _b] = lambda a, x, w=_w: (first(a, w, 0), None)
    SALU["s_ff1_i32" + _b] = lambda a, x, w=_w: (first(a, w, 1), None)
    SALU["s_flbit_i32" + _b] = lambda a, x, w=_w: (leading(a, w, 1), None)
    SALU["s_bitset0" + _b] = lambda a, x, w=_w: put_bit(x, a, w, 0)
    SALU["s_bitset1" + _b] = lambda a, x, w=_w: put_bit(x, a, w, 1)
for _kind in ("i32", "u32", "u64"):
    for _condition, _test in COMPARE.items():
        _get = s if _kind == "i32" else (lambda v: v)
        SALU[f"s_cmp_{_condition}_{_kind}"] = \
            lambda a, b, x, t=_test, g=_get: (None, int(t(g(a), g(b))))
        SALU[f"s_cmpk_{_condition}_{_kind}"] = \
            lambda k, x, t=_test, g=_get, u=_kind == "u32": (None, int(t(g(x.old & M32),
                                                                    k & M16 if u else k)))
# The destination gets EXEC, EXEC what is computed of source and EXEC: (old EXEC, SCC, new EXEC).
SAVE = {name: (lambda a, e, f=f: f(a, e)) for name, f in LOGIC.items()}
SAVE["andn1"] = lambda a, e: ~a & e
SAVE["orn1"] = lambda a, e: ~a | e
for _name, _f in SAVE.items():
    SALU[f"s_{_name}_saveexec_b64"] = \
        lambda a, x, f=_f: (x.exec, int(f(a, x.exec) & M64 != 0), f(a, x.exec) & M64)
for _name in ("andn1", "andn2"):  # the destination gets it too
    SALU[f"s_{_name}_wrexec_b64"] = \
        lambda a, x, f=SAVE[_name]: (f(a, x.exec) & M64, int(f(a, x.exec) & M64 != 0), f(a, x.exec) & M64)


# ---- LDS atomics: (what is there afterwards); the old value is returned ----

def atomics(width):
    m = (1 << width) - 1
    g = lambda v: s(v, width)
    return {
        "add": lambda o, a, b: o + a, "sub": lambda o, a, b: o - a, "rsub": lambda o, a, b: a - o,
        "inc": lambda o, a, b: 0 if o >= a else o + 1,
        "dec": lambda o, a, b: a if o == 0 or o > a else o - 1,
        "min_i": lambda o, a, b: min(o, a, key=g), "max_i": lambda o, a, b: max(o, a, key=g),
        "min_u": lambda o, a, b: min(o, a), "max_u": lambda o, a, b: max(o, a),
        "and": lambda o, a, b: o & a, "or": lambda o, a, b: o | a, "xor": lambda o, a, b: o ^ a,
        "mskor": lambda o, a, b: (o & ~a & m) | b, "wrxchg": lambda o, a, b: a,
        "cmpst": lambda o, a, b: b if o == a else o,
    }


DS = {32: atomics(32), 64: atomics(64)}
