#!/usr/bin/env python3
"""Where texels of tiled images lie, computed once more: by numbers of blocks, tiles, pipes and banks
instead of equations of bits, from the values of the cards' registers.

tiling.py IMAGE-TILING [SURFACES]    SURFACES: of each card, layout and size of texel
"""
import random
import subprocess
import sys

TYPES = {"1d": 8, "2d": 9, "3d": 10, "1da": 12, "2da": 13}
# GB_ADDR_CONFIG of GFX9
CONFIGS = {"gfx900": 0x2a114042, "gfx902": 0x24000042, "gfx904": 0x24104041, "gfx906": 0x2a114042,
           "gfx908": 0x2a114042, "gfx909": 0x26013041, "gfx90a": 0x2a114042, "gfx90c": 0x26010042}
# Pipes, and of tile mode 14 with each size of texel: tiles of a bank in x and y, aspect, banks
KAVERI = (2, ((1, 4, 4, 8), (1, 2, 4, 8), (1, 2, 2, 8), (1, 1, 2, 8), (1, 1, 2, 8)))
CARRIZO = (2, ((1, 4, 4, 8), (1, 2, 4, 8), (1, 1, 2, 8), (1, 1, 2, 8), (1, 1, 2, 8)))
HAWAII = (16, ((1, 4, 2, 16), (1, 2, 2, 16), (1, 1, 1, 16), (1, 1, 1, 16), (1, 1, 1, 8)))
TONGA = (8, ((1, 4, 4, 16), (1, 4, 4, 16), (1, 4, 4, 16), (1, 4, 4, 16), (1, 2, 2, 16)))
TABLES = {"gfx700": KAVERI, "gfx701": HAWAII, "gfx702": HAWAII, "gfx801": CARRIZO, "gfx802": TONGA,
          "gfx803": TONGA, "gfx805": TONGA, "gfx810": CARRIZO}
# Offsets of texels within the smallest block, in units of texels: which coordinate's bit comes next
DISPLAY = ("xxxyyyxy", "xxxyyyx", "xxyxyy", "xyxxy", "xyxy")
STANDARD = ("xxxxyyyy", "xxxyyyx", "xxyyyx", "xyyxx", "yyxx")
THICK = ("xyxyzzxzyx", "xyxyzzzyx", "xyxzyzyx", "xyzxzyx", "xyzzyx")


def bit(number, index):
    return number >> index & 1


def reverse(number, count):
    return sum(bit(number, i) << (count - 1 - i) for i in range(count))


def weave(order, **coordinates):
    """The bits of the coordinates in that order; and what is left of each."""
    place = 0
    for i, axis in enumerate(order):
        place |= (coordinates[axis] & 1) << i
        coordinates[axis] >>= 1
    return place, coordinates


def swizzled(config, mode, volume, log, where, pitch, rows, low):
    """GFX9: blocks of 4 or 64 KiB; the place in one, by 256 bytes, is mixed with its neighbourhood's."""
    x, y, z = where
    size = 12 if mode < 24 else 16
    thick = mode in (20, 24)
    order = (THICK if thick else STANDARD if volume else DISPLAY)[log]
    start = log + len(order)
    swapped = y & ~3 | bit(y, 0) << 1 | bit(y, 1)  # of planes of bytes, y's second bit before its first
    place, left = weave(order, x=x, y=swapped if order == DISPLAY[0] else y, z=z)
    rest = [("xzy"[(start + i) % 3] if thick else "yx"[(start + i) % 2]) for i in range(28)]
    more, _ = weave(rest, **left)
    place = place << log | more << start
    above = place >> 8
    pipes = min((config & 7) + (config >> 19 & 3), size - 8)
    banks = min(config >> 12 & 7, size - 8 - pipes)
    parts, shift = above, 0
    for count in (pipes, banks):
        part = above >> shift
        mask = (1 << count) - 1
        if thick:  # pairs of what comes above it, from the far end
            folded = sum((bit(part, 3 * count - 1 - 2 * i) ^ bit(part, 3 * count - 2 - 2 * i)) << i
                         for i in range(count))
        else:
            folded = reverse(part >> count & mask, count) ^ reverse(z >> shift & mask, count)
        parts ^= folded << shift
        shift += count
    in_block = (place & 255 | parts << 8) & ((1 << size) - 1) ^ low
    counts = [order.count(axis) + rest[:size - start].count(axis) for axis in "xyz"]
    width, height, depth = (1 << count for count in counts)
    block = (z // depth * -(-rows // height) + y // height) * (pitch // width) + x // width
    return (block << size) + in_block


def bank_of(banks, tx, ty):
    x, y = [bit(tx, i) for i in range(4)], [bit(ty, i) for i in range(4)]
    if banks == 16:
        return x[0] ^ y[3] | (x[1] ^ y[2] ^ y[3]) << 1 | (x[2] ^ y[1]) << 2 | (x[3] ^ y[0]) << 3
    return x[0] ^ y[2] | (x[1] ^ y[1] ^ y[2]) << 1 | (x[2] ^ y[0]) << 2


def pipe_of(pipes, tx, ty):
    x, y = [bit(tx, i) for i in range(4)], [bit(ty, i) for i in range(4)]
    first = x[0] ^ y[0]
    if pipes == 2:
        return first
    pair = first ^ x[1] | (x[1] ^ y[1]) << 1
    if pipes == 8:
        return pair | (x[2] ^ y[2]) << 2
    return pair | (x[2] ^ y[3]) << 2 | (x[3] ^ y[2]) << 3


def tiled(table, log, where, pitch, rows, low):
    """GFX7, GFX8: what one bank of one pipe holds of an image is macro tile after macro tile."""
    x, y, z = where
    pipes, (across, down, aspect, banks) = table[0], table[1][log]
    tile = 64 << log
    width, height = 8 * across * pipes * aspect, 8 * down * banks // aspect
    texel, _ = weave("xyxyxy", x=x, y=y)
    number = (z * -(-rows // height) + y // height) * (pitch // width) + x // width
    number = number * across * down + y // 8 % down * across + x // 8 // pipes % across
    inside = number * tile + (texel << log)
    swizzle = low // 256
    pipe = pipe_of(pipes, x // 8, y // 8) ^ swizzle % pipes
    bank = bank_of(banks, x // 8 // (across * pipes), y // 8 // down)
    bank ^= (swizzle // pipes + (banks // 2 - 1) * z) % banks
    return inside % 256 + 256 * (pipe + pipes * (bank + banks * (inside // 256)))


def surfaces(count):
    """Lines for the other side, and what it should say."""
    chance = random.Random(1)
    for target in [*CONFIGS, *TABLES]:
        config = CONFIGS.get(target)
        layouts = ([(mode, kind) for kind in ("2d", "2da", "3d") for mode in (20, 22, 24, 26)
                    if kind == "3d" or mode in (22, 26)] if config else [(14, kind) for kind in TYPES])
        for mode, kind in layouts:
            for log in range(5):
                for _ in range(count):
                    yield from surface(chance, target, config, mode, kind, log)


def surface(chance, target, config, mode, kind, log):
    most = chance.choice((20, 300, 3000))
    width, height = chance.randint(1, most), 1 if "1" in kind else chance.randint(1, most)
    depth = 1 if kind in ("1d", "2d") else chance.randint(1, 40)
    pitch = (width + 255) // 256 * 256
    if config:
        size = 4 if mode < 24 else 8
        pipes = min((config & 7) + (config >> 19 & 3), size)
        flips = pipes + min(config >> 12 & 7, size - pipes)
    else:
        pipes, rows = TABLES[target]
        flips = (pipes * rows[log][3]).bit_length() - 1
    low = 256 * chance.choice((0, chance.randrange(1 << flips)))
    for _ in range(8):
        where = [chance.randrange(size) for size in (width, height, depth)]
        if config:
            at = swizzled(config, mode, kind == "3d", log, where, pitch, height, low)
        else:
            at = tiled(TABLES[target], log, where, pitch, height, low)
        numbers = (mode, TYPES[kind], 1 << log, width, height, depth, pitch, low, *where)
        yield f"{target} {' '.join(map(str, numbers))}", f"{at:x}"


def main(tool, count="2"):
    lines, wanted = zip(*surfaces(int(count)))
    got = subprocess.run([tool, "--addresses"], input="\n".join(lines) + "\n", text=True,
                         stdout=subprocess.PIPE, check=True).stdout.split("\n")[:-1]
    wrong = [(line, w, g) for line, w, g in zip(lines, wanted, got) if w != g]
    for line, want, is_at in wrong[:20]:
        print(f"{line}: {is_at}, should be {want}")
    failed = len(wrong) + abs(len(lines) - len(got))
    print(f"{len(lines) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
