"""Launches of darktable's kernels: arguments by their names and types, with what darktable.arguments says."""
import os
import random
import re
import struct

SAMPLE = {"bilateral.cl", "demosaic_markesteijn.cl", "demosaic_ppg.cl", "gaussian.cl", "nlmeans.cl"}

SIZES = "24x20 --global 32,32 --local 16,8"
SIDES = {"width": 0, "w": 0, "height": 1, "h": 1}
LEFT_OUT = set()
HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "darktable.arguments")
FLOATS = 16384      # in a buffer, unless the table says otherwise


CONTENTS = re.compile(r"(hexagons)|(floats|[bif])(?:\[(\d+)\])?(?:\*(\d+))?:(.*)")
FORMS = {"buffer": CONTENTS, "value": re.compile(r"[-0-9].*"), "local": re.compile(r"local:.*"),
         "image": re.compile(r"[0-9]+x[0-9]+,.*")}


class Table:
    """The rows by their first word."""

    def __init__(self):
        self.rows = {}
        with open(TABLE, encoding="utf-8") as file:
            for line in file:
                if line.strip() and line[0] != "#":
                    name, rest = line.split("#")[0].split(None, 1)
                    self.rows[name] = rest.strip()

    def find(self, kernel, parameter):
        """The row for it; rows of the same name are for parameters of other kinds."""
        for name in ("%s.%s" % (kernel, parameter.name), parameter.name):
            row = self.rows.get(name, "")
            if row and FORMS[parameter.kind].fullmatch(row):
                return row
        return None


def lighter(unit):
    return unit


def source(_):
    return None


def floats(count, scale, seed):
    chance = random.Random(seed)
    return struct.pack("<%df" % count, *(chance.random() * scale for _ in range(count)))


# Green are the places (0,0), (1,1), (2,1), (1,2) and (2,2) of each 3 x 3 of X-Trans.
GREEN = {(0, 0), (1, 1), (2, 1), (1, 2), (2, 2)}


def hexagons():
    near = sorted(((x, y) for x in range(-2, 3) for y in range(-2, 3) if x or y),
                  key=lambda one: (max(map(abs, one)), one))
    places = []
    for y in range(3):
        for x in range(3):
            to_green = [(h, v) for h, v in near if ((x + h) % 3, (y + v) % 3) in GREEN]
            places += to_green[:8]
    return struct.pack("144b", *(number for place in places for number in place))


def contents(row, seed):
    """Bytes of a buffer as the table has them."""
    green, kind, pad, times, rest = CONTENTS.fullmatch(row).groups()
    if green:
        return hexagons()
    if kind == "floats":
        count, _, scale = rest.partition("*")
        return floats(int(count), float(scale or 1), seed)
    values = [float(one) if kind == "f" else int(one, 0) for one in rest.split(",")]
    if kind == "i":
        values = [one - (1 << 32) if one >= 1 << 31 else one for one in values]
    values += [0] * (int(pad or 0) - len(values))
    return struct.pack("<%d%s" % (len(values), kind), *values) * int(times or 1)


def value(parameter, given=None):
    """A number for all components, or one for each."""
    scalar, width = re.fullmatch(r"([a-z_]+?)(2|4|8|16)?", parameter.type).groups() \
        if not parameter.type.startswith("dt_") else ("int", None)
    kind = {"char": "i8", "uchar": "u8", "int": "i32", "uint": "u32", "float": "f32"}[scalar]
    numbers = (given or ("0.5" if scalar == "float" else "1")).split(",")
    if len(numbers) == 1:
        numbers *= int(width or 1)
    return "%s%s:%s" % (kind, "x" + width if width else "", ",".join(numbers))


def argument(table, kernel, parameter, buffers, size):
    """The SPEC; adds a buffer if it needs one.  size: of the images, width and height."""
    given = table.find(kernel.name, parameter)
    if parameter.name in SIDES and not given:
        given = size[SIDES[parameter.name]]
    if parameter.kind == "local":
        return given or "local:16384"
    if parameter.kind == "value":
        return value(parameter, given)
    name = parameter.name
    arrow = ">" if parameter.written else ""
    if parameter.kind == "image":
        buffers[name] = b""
        chance = len(buffers)
        if not parameter.written:
            return "image:" + (given or "%sx%s,RGBA,FLOAT=random,%d" % (*size, chance))
        buffers[name] = bytes(16 * int(size[0]) * int(size[1]))
        return "image:%sx%s,RGBA,FLOAT={>%s}" % (*size, name)
    buffers[name] = contents(given or "floats:%d" % FLOATS, name)
    return "buf:{%s%s}" % (arrow, name)


def programs(unit, kernels, gcnsim, Program, Launch):
    table = Table()
    for kernel in kernels:
        buffers = {}
        image, *switches = table.rows.get(kernel.name, SIZES).split()
        arguments = [argument(table, kernel, parameter, buffers, image.split("x"))
                     for parameter in kernel.parameters]
        program = Program(kernel.name, [Launch(kernel.name, switches, arguments)], buffers)
        program.close = {row[len(kernel.name) + 1:] for row, said in table.rows.items()
                         if said == "sums" and row.startswith(kernel.name + ".")}
        yield program
