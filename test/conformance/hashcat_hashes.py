"""Hash functions of hashcat's modes, as far as Python or a few lines have them."""
import crypt
import hashlib
import hmac
import math
import struct


def md4(data):
    """RFC 1320."""
    def turn(x, by):
        x &= 0xffffffff
        return (x << by | x >> 32 - by) & 0xffffffff
    state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
    data += b"\x80" + b"\0" * ((55 - len(data)) % 64) + struct.pack("<Q", 8 * len(data))
    rounds = [(lambda x, y, z: x & y | ~x & z, 0, (3, 7, 11, 19), range(16)),
              (lambda x, y, z: x & y | x & z | y & z, 0x5a827999, (3, 5, 9, 13),
               [i % 4 * 4 + i // 4 for i in range(16)]),
              (lambda x, y, z: x ^ y ^ z, 0x6ed9eba1, (3, 9, 11, 15),
               [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15])]
    for at in range(0, len(data), 64):
        block = struct.unpack_from("<16I", data, at)
        a, b, c, d = state
        for function, constant, turns, order in rounds:
            for i, word in enumerate(order):
                a, b, c, d = d, turn(a + function(b, c, d) + block[word] + constant, turns[i % 4]), b, c
        state = [(x + y) & 0xffffffff for x, y in zip(state, (a, b, c, d))]
    return struct.pack("<4I", *state)


def primes(count):
    found = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def roots(of, bits):
    """The first bits behind the point of square roots: where the SHA-2 functions begin."""
    return [math.isqrt(prime << 2 * bits) & (1 << bits) - 1 for prime in of]


OLD = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]  # MD4 to SHA-1
SHA256 = roots(primes(8), 32)
SHA512 = roots(primes(8), 64)
SHA384 = roots(primes(16)[8:], 64)
SHA224 = [word & 0xffffffff for word in SHA384]


def plain_hash(name):
    return lambda data: hashlib.new(name, data).digest()


md5, sha1 = plain_hash("md5"), plain_hash("sha1")
sha224, sha256 = plain_hash("sha224"), plain_hash("sha256")
sha384, sha512 = plain_hash("sha384"), plain_hash("sha512")
ripemd160 = plain_hash("ripemd160")


def utf16(data):
    return data.decode().encode("utf-16-le")


class Style:
    """How the program hands passwords over.  end: behind them (right halves and masks); bits: the word
    for their length in bits; big: words have the first byte on top; wide: UTF-16; inside: the salt is
    part of a mask; salt_end: behind a salt; reduced: kernels do not add the state they began with."""

    def __init__(self, end=b"", bits=0, big=False, wide=False, inside=b"", salt_end=b"", reduced=False):
        self.end, self.bits, self.big, self.wide = end, bits, big, wide
        self.inside, self.salt_end, self.reduced = inside, salt_end, reduced


class Fast:
    """function(password, salt): bytes.  form: how they become words ("<I", ">I", and "Q" as two words,
    the lower first); start: what optimized kernels do not add at the end.  utf16: it hashes UTF-16;
    place: of the salt: "" (none), "behind" or "before" the password, behind its "digest", "data" or
    "key" of an HMAC."""

    def __init__(self, function, form, start=(), place="", utf16=False, big=None, salt=b"NaCl"):
        self.function, self.form, self.start, self.place = function, form, start, place
        self.salt, self.utf16 = salt, utf16
        self.big = form[0] == ">" if big is None else big

    def style(self, mode):
        """The kernels for masks get passwords as the first round wants them."""
        mask = mode.attack == 3
        if not mode.optimized:
            return Style(big=self.big and mask)
        padded = self.place in ("behind", "data")
        return Style(end=b"" if padded and not (mask and self.place == "behind") else b"\x80",
                     bits=15 if self.big else 14, big=self.big and mask, wide=self.utf16 and mask,
                     inside=self.salt if mask and self.place == "behind" else b"",
                     salt_end=b"\x80" if padded or self.place == "digest" else b"", reduced=bool(self.start))

    def words(self, plain, mode):
        data = self.function(plain, self.salt)
        size = struct.calcsize(self.form)
        values = [one for one, in struct.iter_unpack(self.form, data[:len(data) // size * size])]
        if self.style(mode).reduced:
            values = [(value - start) % (1 << 8 * size)
                      for value, start in zip(values, [*self.start, *[0] * len(values)])]
        if size == 8:
            values = [half for value in values for half in (value & 0xffffffff, value >> 32)]
        return (values + [0] * mode.elements)[:mode.elements]


def salted(number, name, form, start):
    """The modes of one hash function: NUMBER + 0 to NUMBER + 70."""
    def keyed(key, data):
        return hmac.new(key, data, name).digest()
    function = plain_hash(name)
    rows = {0: Fast(lambda p, s: function(p), form, start),
            10: Fast(lambda p, s: function(p + s), form, start, "behind"),
            20: Fast(lambda p, s: function(s + p), form, start, "before"),
            30: Fast(lambda p, s: function(utf16(p) + s), form, start, "behind", True),
            40: Fast(lambda p, s: function(s + utf16(p)), form, start, "before", True),
            50: Fast(keyed, form, (), "data"),
            60: Fast(lambda p, s: keyed(s, p), form, (), "key"),
            70: Fast(lambda p, s: function(utf16(p)), form, start, "", True)}
    return {"%05d" % (number + add): row for add, row in rows.items()}


MODES = {}
MODES.update(salted(0, "md5", "<I", OLD))
MODES.update(salted(100, "sha1", ">I", OLD))
MODES.update(salted(1400, "sha256", ">I", SHA256))
MODES.update(salted(1700, "sha512", ">Q", SHA512))
MODES.update(salted(10800, "sha384", ">Q", SHA384))
MODES.update({
    "00300": Fast(lambda p, s: sha1(sha1(p)), ">I", OLD),
    "00900": Fast(lambda p, s: md4(p), "<I", OLD),
    "01000": Fast(lambda p, s: md4(utf16(p)), "<I", OLD, utf16=True),
    "01100": Fast(lambda p, s: md4(md4(utf16(p)) + utf16(s)), "<I", OLD, utf16=True),
    "01300": Fast(lambda p, s: sha224(p), ">I", SHA224),
    "02600": Fast(lambda p, s: md5(md5(p).hex().encode()), "<I", OLD),
    "02610": Fast(lambda p, s: md5(md5(p).hex().encode() + s), "<I", OLD, "digest"),
    "04400": Fast(lambda p, s: md5(sha1(p).hex().encode()), "<I", OLD, big=True),
    "04500": Fast(lambda p, s: sha1(sha1(p).hex().encode()), ">I", OLD),
    "04700": Fast(lambda p, s: sha1(md5(p).hex().encode()), ">I", OLD, big=False),
    "06000": Fast(lambda p, s: ripemd160(p), "<I"),
    "00600": Fast(lambda p, s: hashlib.blake2b(p).digest(), "<Q"),
})


def of(mode):
    return MODES.get(mode.number)
