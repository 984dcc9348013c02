"""Hash functions of hashcat's modes, as far as Python or a few lines have them."""
import hashlib
import hmac
import math
import struct
import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import crypt


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


def numbers(data, form):
    size = struct.calcsize(form)
    return [one for one, in struct.iter_unpack(form, data[:len(data) // size * size])]


def halves(values, size, mode):
    if size == 8:
        values = [half for value in values for half in (value & 0xffffffff, value >> 32)]
    return (values + [0] * mode.elements)[:mode.elements]


class Fast:
    """function(password, salt): bytes.  form: how they become words ("<I", ">I", and "Q" as two words,
    the lower first); start: what optimized kernels do not add at the end.  utf16: it hashes UTF-16;
    place: of the salt: "" (none), "behind" or "before" the password, behind its "digest", the same in
    UTF-16 ("wide"), "data" or "key" of an HMAC."""

    def __init__(self, function, form, start=(), place="", utf16=False, big=None, salt=b"NaCl"):
        self.function, self.form, self.start, self.place = function, form, start, place
        self.salt, self.utf16 = salt, utf16
        self.big = form[0] == ">" if big is None else big

    def style(self, mode):
        """The kernels for masks get passwords as the first round wants them."""
        mask = mode.attack == 3
        if not mode.optimized:
            return Style(big=self.big and mask)
        padded = self.place in ("behind", "data", "wide")
        bare = self.place == "data" or self.place == "behind" and not mask or self.form == "<Q"
        return Style(end=b"" if bare else b"\x80",
                     bits=0 if self.form == "<Q" else 15 if self.big else 14, big=self.big and mask, wide=self.utf16 and mask,
                     inside=self.salt if mask and self.place == "behind" else b"",
                     salt_end=b"\x80" if padded or self.place == "digest" else b"", reduced=bool(self.start))

    def stored(self, mode):
        return utf16(self.salt) if self.place == "wide" and mode.optimized else self.salt

    def words(self, plain, mode):
        values = numbers(self.function(plain, self.salt), self.form)
        size = struct.calcsize(self.form)
        if self.style(mode).reduced:
            values = [(value - start) % (1 << 8 * size)
                      for value, start in zip(values, [*self.start, *[0] * len(values)])]
        return halves(values, size, mode)


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
    "01100": Fast(lambda p, s: md4(md4(utf16(p)) + utf16(s)), "<I", OLD, "wide", True),
    "01300": Fast(lambda p, s: sha224(p), ">I", SHA224),
    "02600": Fast(lambda p, s: md5(md5(p).hex().encode()), "<I", OLD),
    "02610": Fast(lambda p, s: md5(md5(p).hex().encode() + s), "<I", OLD, "digest"),
    "04400": Fast(lambda p, s: md5(sha1(p).hex().encode()), "<I", OLD, big=True),
    "04500": Fast(lambda p, s: sha1(sha1(p).hex().encode()), ">I", OLD),
    "04700": Fast(lambda p, s: sha1(md5(p).hex().encode()), ">I", OLD, big=False),
    "06000": Fast(lambda p, s: ripemd160(p), "<I"),
    "00600": Fast(lambda p, s: hashlib.blake2b(p).digest(), "<Q"),
})



# ---- chains of kernels ----

class Slow:
    """function(password, salt, iterations): bytes.  loops: the first iteration and the number of each
    launch of a _loop kernel; esalt: the salt is in a field of the mode's own structure, too; big: the
    words of the salt have the first byte on top."""

    def __init__(self, function, form, loops=((0, 3), (3, 2)), salt=b"saltsalt", esalt=False, big=False):
        self.function, self.form, self.loops, self.salt = function, form, loops, salt
        self.esalt, self.big = esalt, big

    def stored(self, _):
        if self.big:
            return struct.pack("<%dI" % (len(self.salt) // 4), *numbers(self.salt, ">I"))
        return self.salt

    def words(self, plain, mode):
        data = self.function(plain, self.salt, sum(count for _, count in self.loops))
        return halves(numbers(data, self.form), struct.calcsize(self.form), mode)


def phpass(plain, salt, iterations):
    data = md5(salt + plain)
    for _ in range(iterations):
        data = md5(data + plain)
    return data


def pbkdf2(name):
    """_init does the first iteration."""
    return lambda plain, salt, iterations: hashlib.pbkdf2_hmac(name, plain, salt, iterations + 1)


CRYPT = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
BCRYPT = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def crypt_bytes(text, order):
    """Bytes of the base 64 of crypt(): groups of 24 bits, the last sextet on top, whose bytes are
    those that `order` names."""
    data = bytearray(3 * ((len(order) + 2) // 3))
    places = list(order)
    for at in range(0, len(text), 4):
        bits = sum(CRYPT.index(one) << 6 * i for i, one in enumerate(text[at:at + 4]))
        group, places = places[:3], places[3:]
        for i, place in enumerate(reversed(group)):
            data[place] = bits >> 8 * i & 255
    return bytes(data[:len(order)])


def turning(first, following, count):
    """The order of bytes: a triple, and each next one made of the one before."""
    triple, found = first, []
    for _ in range(count):
        found += triple
        triple = following(*triple)
    return found


ORDERS = {"$1$": turning((0, 6, 12), lambda a, b, c: (a + 1, b + 1, c + 1), 4) + [4, 10, 5, 11],
          "$5$": turning((0, 10, 20), lambda a, b, c: (c + 1, a + 1, b + 1), 10) + [31, 30],
          "$6$": turning((0, 21, 42), lambda a, b, c: (b + 1, c + 1, a + 1), 21) + [63]}


def unix(prefix, setting=""):
    def function(plain, salt, _):
        text = crypt.crypt(plain.decode(), prefix + setting + salt.decode())
        return crypt_bytes(text.rsplit("$", 1)[1], ORDERS[prefix])
    return function


def bcrypt(plain, salt, iterations):
    bits = int.from_bytes(salt, "big") << 4     # 22 digits
    digits = "".join(BCRYPT[bits >> 6 * i & 63] for i in reversed(range(22)))
    text = crypt.crypt(plain.decode(), "$2a$%02d$%s" % (iterations.bit_length() - 1, digits))
    value = 0
    for one in text[-31:]:
        value = value << 6 | BCRYPT.index(one)
    return (value >> 2).to_bytes(23, "big")


CHAINS = {
    "00400": Slow(phpass, "<I"),
    "00500": Slow(unix("$1$"), "<I", [(0, 600), (600, 400)]),
    "01800": Slow(unix("$6$", "rounds=1000$"), "<I", [(0, 600), (600, 400)]),
    "03200": Slow(bcrypt, ">I", [(0, 9), (9, 7)], b"0123456789abcdef", big=True),
    "07400": Slow(unix("$5$", "rounds=1000$"), "<I", [(0, 600), (600, 400)]),
    "08900": Slow(lambda p, s, n: hashlib.scrypt(p, salt=s, n=1024, r=1, p=1, dklen=32), "<I", [(0, 1024)]),
    "10900": Slow(pbkdf2("sha256"), ">I", esalt=True),
    "11900": Slow(pbkdf2("md5"), "<I", esalt=True),
    "12000": Slow(pbkdf2("sha1"), ">I", esalt=True),
    "07100": Slow(pbkdf2("sha512"), ">Q", esalt=True),
}


def of(mode):
    """What is known of a mode, or None."""
    return (MODES if mode.fast else CHAINS).get(mode.number)
