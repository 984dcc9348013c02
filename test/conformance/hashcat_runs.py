"""Launches of hashcat's kernels: arguments as the program makes them, with passwords that are to be
found.

A unit of ATTACK_EXEC 11 tries every candidate in one launch (kernels _m04 to _s16, _mxx, _sxx: several
digests or a single one, and the longest password in words); one of 10 has a chain of kernels (_init,
_loop, _comp).  hashcat_hashes.py knows some hash functions; for these modes the digests of some
candidates are among those searched for, and exactly these must be reported.  Of others the arguments
are random where that is safe.
"""
import random
import re
import struct

import hashcat_hashes

SAMPLE = {"m00000_a3-optimized.cl", "m00010_a0-pure.cl", "m00110_a1-optimized.cl", "m01000_a3-pure.cl",
          "m01500_a0-pure.cl", "m01740_a0-optimized.cl", "m03200-pure.cl", "m06100_a0-pure.cl",
          "m10900-pure.cl", "m11700_a1-optimized.cl", "m13711-pure.cl"}

ITEMS = 140     # passwords: two waves of the first work-group and a part of one of the next
GROUP = 128
RULE_NONE, RULE_APPEND_1 = [ord(":")], [ord("$") | ord("1") << 8]
LEFT = 10001    # COMBINATOR_MODE_BASE_LEFT
STRUCTURES = ["pw_t", "kernel_rule_t", "bs_word_t", "plain_t", "digest_t", "salt_t", "kernel_param_t"]
RIGHT = [b"1", b"zz"]
ORDER = ["init", "loop_prepare", "hook12", "loop", "loop_extended", "hook23", "init2", "loop2_prepare",
         "loop2", "comp", "aux1", "aux2", "aux3", "aux4"]
LOOPS = [(0, 3), (3, 2)]    # the first iteration and the number of each launch of a _loop kernel


def number_of(name):
    """A unit's mode; 00000 of those that are none's."""
    found = re.match(r"m(\d+)", name)
    return found[1] if found else "00000"


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


# Fields of a mode's own structure that may not be zero.
ESALTS = {**{number: {"salt_buf": chain.salt} for number, chain in hashcat_hashes.CHAINS.items()
             if chain.esalt},
          "11300": {"cry_master_len": 48}, "16300": {"enc_seed_len": 32}, "17010": {"encrypted_data_size": 64},
          "22911": {"data_len": 64}, "22921": {"data_len": 64}, "22931": {"data_len": 64},
          "22941": {"data_len": 64}, "22951": {"data_len": 64}}

# Without points of the curve their kernels look for the inverse of zero for ever.
LEFT_OUT = {"m21700-pure.cl", "m21800-pure.cl"}


def types_of(path):
    """Types of a unit that are arguments of the macros of its kernels' parameters."""
    found = set()
    for words in re.findall(r"KERNEL_FQ [^;{]*?KERN_ATTR_\w+ *\(([^)]+)\)", read(path)):
        found |= {word.strip() for word in words.split(",")} - {""}
    return STRUCTURES + sorted(found)


def lighter(unit):
    """A unit whose tables for scrypt are no larger than a launch of its loop needs."""
    name, path, options = unit
    return name, path, ["SCRYPT_N=1024" if word.startswith("SCRYPT_N=") else word for word in options]


def source(unit):
    """The unit, and a kernel that tells the sizes of its structures."""
    types = types_of(unit[1])
    esalt = re.search(r"KERN_ATTR_\w*ESALT *\(.*?(\w+)\)", read(unit[1]))
    lines = ["    occ_out[%d] = sizeof(%s);" % row for row in enumerate(types)]
    lines += ["    occ_out[%d] = (uint)&((%s *)0)->%s;" % (len(types) + index, esalt[1], field)
              for index, field in enumerate(ESALTS.get(number_of(unit[0]), ()))]
    return '#include "%s"\n__kernel void occ_sizes(__global uint *occ_out)\n{\n%s\n}\n' \
        % (unit[1], "\n".join(lines))


def sizes(unit, gcnsim):
    """Bytes of the structures; places of the fields of ESALTS."""
    names = types_of(unit[1]) + list(ESALTS.get(number_of(unit[0]), ()))
    said = gcnsim("occ_sizes", "--global", "1", "--arg", "buf:%d*u32@print=u32,%d" % (2 * (len(names),)))
    return dict(zip(names, map(int, said.split(":", 2)[2].split())))


# ---- structures ----

def words(data, count, big=False):
    """Bytes as words of 32 bits, zeros behind them."""
    return list(struct.unpack("%s%dI" % (">" if big else "<", count), data.ljust(4 * count, b"\0")))


def pack(values):
    return struct.pack("<%dI" % len(values), *values)


def password(data):
    return pack(words(data, 64) + [len(data.rstrip(b"\x80"))])


def salt(data=b"", iterations=0, iterations2=0, digests=1, repeats=0, more=(), pc=b"", behind=b""):
    """more: scrypt's N, r and p."""
    return pack(words(data + behind, 64) + words(pc, 64) + [len(data), len(pc), iterations, iterations2, 0, 0, repeats,
                0, digests, 0, 0] + list(more or (0, 0, 0)))


def parameters(items, candidates=1, digests=1, loop=(0, 0), mask=0, repeat=0):
    return struct.pack("<11I4xQQ", mask, 0, 8, 0, loop[0], loop[1], candidates, digests, 0, LEFT, repeat,
                       0, items)


MASK = 255      # of the bitmaps: 256 words


def bitmaps(digests, order):
    """The eight, s1_a to s2_d."""
    made = {}
    for which, shift in (("s1", 0), ("s2", 8)):
        for letter, word in zip("abcd", order):
            bits = [0] * (MASK + 1)
            for one in digests:
                bits[one[word] >> shift & MASK] |= 1 << (one[word] & 31)
            made["bitmaps_buf_%s_%s" % (which, letter)] = pack(bits)
    return made


class Mode:
    """What the options of a unit say: order and number of a digest's words, kind of attack."""

    def __init__(self, unit, text):
        options = dict(word.partition("=")[::2] for word in unit[2] if "=" in word)
        self.order = [int(options["DGST_R%d" % i]) for i in range(4)]
        self.elements = int(options["DGST_ELEM"])
        self.number = number_of(unit[0])
        self.attack = int(options["ATTACK_KERN"])
        self.fast = options["ATTACK_EXEC"] == "11"
        self.optimized = "optimized" in unit[0]
        scrypt = [int(options.get("SCRYPT_" + letter, 0)) for letter in "NR"]
        self.items = 20 if scrypt[0] or "FIXED_THREAD_COUNT" in text else ITEMS
        self.extra = 64 + 128 * scrypt[0] * scrypt[1] * GROUP // 4
        # Places in local memory: for a number that the program chooses, or for 64.
        self.group = int(options.get("FIXED_LOCAL_SIZE", 64 if "COPY_PW" in text else GROUP))

    def sort(self, digests):
        """As the binary search of the kernels wants them."""
        return sorted(digests, key=lambda one: [one[word] for word in reversed(self.order)])


def found_of(buffers, plain):
    """What the kernels report: (item, candidate, digest) of each."""
    count = struct.unpack_from("<I", buffers["d_return_buf"])[0]
    rows = [struct.unpack_from("<QIIIIII", buffers["plains_buf"], i * plain) for i in range(count)]
    return sorted((row[0], row[1], row[4]) for row in rows)


def settle(plain, known):
    """Which report comes first is a matter of chance: sorted, with all else in their buffer.  Whose it
    is, too, where zeros may be right for all."""
    def settled(buffers):
        result = dict(buffers)
        if not known:
            del result["plains_buf"]
            return result
        count = struct.unpack_from("<I", buffers["d_return_buf"])[0]
        rows = [buffers["plains_buf"][i * plain:(i + 1) * plain] for i in range(count)]
        result["plains_buf"] = b"".join(sorted(rows)) + buffers["plains_buf"][count * plain:]
        return result
    return settled


def expects(expected, plain):
    def judge(buffers):
        found = found_of(buffers, plain)
        if found != expected:
            return "found %s instead of %s" % (found, expected)
        return None
    return judge


# ---- candidates ----

def word(length, item):
    """Letters, of which the last two tell the item."""
    chance = random.Random(1000 * length + item)
    letters = [chance.choice(b"abcdefghijklmnopqrstuvwxyz") for _ in range(length - 2)]
    return bytes(letters + [97 + item // 26, 97 + item % 26])


class Candidates:
    """ITEMS passwords of a length and two changes of each: rules, right halves or first words."""

    def __init__(self, mode, style, length):
        self.mode, self.style = mode, style
        self.plain = {}         # (item, change) -> password
        self.buffers = {"rules_buf": pack(RULE_APPEND_1 + [0] * 31 + RULE_NONE + [0] * 31),
                        "combs_buf": b"".join(password(right + style.end) for right in RIGHT),
                        "bfs_buf": bytes(8)}
        bases = [word(length, item) for item in range(ITEMS)]
        for item, base in enumerate(bases):
            self.plain[item, 0], self.plain[item, 1] = self.changed(base)
        rows = map(password, bases)
        if mode.attack == 3:
            rows = [self.masked(self.plain[item, 0]) for item in range(ITEMS)]
            firsts = pack([self.first(self.plain[0, change]) for change in (0, 1)])
            self.buffers.update(words_buf_r=firsts, bfs_buf=firsts)
        self.buffers["pws"] = b"".join(rows)

    def changed(self, base):
        if self.mode.attack == 0:
            return base + b"1", base
        if self.mode.attack == 1:
            return tuple(base + right for right in RIGHT)
        size = 2 if self.style.wide else 4      # the first word in memory
        return b"FIRS"[:size] + base[size:], b"OTHE"[:size] + base[size:]

    def encoded(self, text):
        return text.decode().encode("utf-16-le") if self.style.wide else text

    def first(self, text):
        return words(self.encoded(text)[:4], 1, self.style.big)[0]

    def masked(self, text):
        """A password without its first word, with what the program puts behind it."""
        data = self.encoded(text) + self.style.inside
        block = words(data + self.style.end, 64, self.style.big)
        block[0] = 0
        if self.style.bits:
            block[self.style.bits] = 8 * len(data)
        return pack(block + [len(data) - len(self.style.inside)])


HITS = [(3, 1), (90, 0), (131, 1)]   # item and change of the passwords that are searched for


def fast_program(Program, Launch, mode, kernel, structures, length, function):
    style = function.style(mode) if function else hashcat_hashes.Style()
    candidates = Candidates(mode, style, length)
    single = re.search(r"_s(\d\d|xx)$", kernel.name)
    hits = HITS[-1:] if single else HITS
    chance = random.Random(kernel.name)
    salted = function.stored(mode) if function else b"salty123"
    if function:
        made = [function.words(candidates.plain[hit], mode) for hit in hits]
    else:
        made = [[chance.getrandbits(32) for _ in range(mode.elements)] for hit in hits]
    digests = mode.sort(made)
    buffers = dict(candidates.buffers)
    buffers.update(bitmaps(digests, mode.order))
    buffers.update({
        "plains_buf": bytes(structures["plain_t"] * len(digests)),
        "digests_buf": b"".join(map(pack, digests)), "hashes_shown": bytes(4 * len(digests)),
        "salt_bufs": salt(salted, behind=style.salt_end, digests=len(digests)),
        "d_return_buf": bytes(4),
        "kernel_param": parameters(ITEMS, 2, len(digests), mask=MASK)})
    program = Program(kernel.name, [launch_of(Launch, mode, kernel, buffers, structures)], buffers)
    if function:
        program.judge = expects(sorted((item, change, digests.index(one))
                                       for (item, change), one in zip(hits, made)),
                                structures["plain_t"])
    program.settle = settle(structures["plain_t"], function)
    return program


def filled(data, mode, structures):
    """With the fields of ESALTS."""
    data = bytearray(data)
    for field, value in ESALTS.get(mode.number, {}).items():
        value = value if isinstance(value, bytes) else pack([value])
        data[structures[field]:structures[field] + len(value)] = value
    return bytes(data)


def launch_of(Launch, mode, kernel, buffers, structures, items=ITEMS, renamed=None):
    """Adds the buffers that are not there."""
    size = kernel.size or mode.group
    groups = (items + size - 1) // size
    buffers["pws"] = buffers["pws"].ljust(260 * groups * size, b"\0")
    arguments = []
    for parameter in kernel.parameters:
        name = (renamed or {}).get(parameter.name, parameter.name)
        if name not in buffers:
            kind = re.sub(r"\b(const|global|constant) |\*", "", parameter.type)
            count = groups * size if name in ("tmps", "hooks") else 1
            buffers[name] = bytes(structures.get(kind, 4) * count if kind != "void" else
                                  mode.extra if "extra" in name else 64)
            if name == "esalt_bufs":
                buffers[name] = filled(buffers[name], mode, structures)
        arguments.append("buf:{%s%s}" % (">" if parameter.written else "", name))
    return Launch(kernel.name, ["--global", str(groups * size), "--local", str(size)], arguments)


# ---- chains ----

def slow_programs(Program, Launch, mode, kernels, structures, function):
    named = {kernel.name.split("_", 1)[1]: kernel for kernel in kernels}
    unknown = set(named) - set(ORDER)
    assert not unknown, unknown
    items = mode.items
    hit = items - 3
    plain = [word(8, item) for item in range(items)]
    salted = function.stored(mode) if function else b"saltsalt"
    chance = random.Random(mode.number)
    digest = function.words(plain[hit], mode) if function else \
        [chance.getrandbits(32) for _ in range(mode.elements)]
    loops = function.loops if function else LOOPS
    total = sum(count for _, count in loops)
    buffers = bitmaps([digest], mode.order)
    buffers.update({
        "pws": b"".join(map(password, plain)), "plains_buf": bytes(structures["plain_t"]),
        "rules_buf": bytes(256), "combs_buf": bytes(520), "bfs_buf": bytes(8),
        "digests_buf": pack(digest), "hashes_shown": bytes(4), "d_return_buf": bytes(4),
        "salt_bufs": salt(salted, iterations=total, iterations2=total)})
    launches = []
    for part in ORDER:
        if part not in named:
            continue
        for start, count in loops if part.startswith("loop") and "prepare" not in part else [(0, total)]:
            which = "parameters_%d_%d" % (start, count)
            buffers[which] = parameters(items, 1, 1, (start, count), mask=MASK)
            launches.append(launch_of(Launch, mode, named[part], buffers, structures, items,
                                      {"kernel_param": which}))
    program = Program(named["init"].name[:-5], launches, buffers)
    if function:
        program.judge = expects([(hit, 0, 0)], structures["plain_t"])
    program.settle = settle(structures["plain_t"], function)
    yield program


# With a salt of four and the padding they fit into 4, 8 and 16 words, as letters or as UTF-16.
LENGTHS = {"04": 8, "08": 20, "16": 34, "xx": 9}
WIDE = {"04": 5, "08": 12, "16": 22}


def programs(unit, kernels, gcnsim, Program, Launch):
    structures = sizes(unit, gcnsim)
    kernels = [kernel for kernel in kernels if kernel.name != "occ_sizes"]
    text = read(unit[1])
    mode = Mode(unit, text)
    function = hashcat_hashes.of(mode)
    if not mode.fast:
        yield from slow_programs(Program, Launch, mode, kernels, structures, function)
        return
    for kernel in kernels:
        which = re.search(r"_[ms](\d\d|xx)$", kernel.name)
        if not which:
            continue
        known = function
        if re.search(kernel.name + r" \(KERN_ATTR_\w+ *\([^)]*\)\)\s*\{\s*\}", text):
            known = None    # it is empty
        lengths = WIDE if function and function.style(mode).wide else LENGTHS
        yield fast_program(Program, Launch, mode, kernel, structures, lengths[which[1]], known)
