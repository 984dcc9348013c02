"""Reads from a code object of version 3 or later what a unit costs, whichever compiler made it.

  figures(path) gives the bytes of .text and the largest private segment of its kernels, in bytes
  (AMDGPUUsage, Kernel Descriptor: private_segment_fixed_size at 4)
"""
import struct

PRIVATE_SIZE = 4
SHT_SYMTAB = 2


def sections(image):
    """Name -> (type, address, offset, size, link) in the order of the table."""
    table, = struct.unpack_from("<Q", image, 40)
    size, count, names = struct.unpack_from("<HHH", image, 58)
    rows = [struct.unpack_from("<IIQQQQI", image, table + i * size) for i in range(count)]
    start = rows[names][4]
    found = []
    for name, kind, _, address, offset, length, link in rows:
        end = image.index(b"\0", start + name)
        found.append((image[start + name:end].decode(), kind, address, offset, length, link))
    return found


def section_bytes(path, name):
    """Of the section of that name; none if there is no such section."""
    with open(path, "rb") as file:
        image = file.read()
    return b"".join(image[row[3]:row[3] + row[4]] for row in sections(image) if row[0] == name)


def figures(path):
    with open(path, "rb") as file:
        image = file.read()
    table = sections(image)
    text = sum(row[4] for row in table if row[0] == ".text")
    private = 0
    for _, kind, _, offset, length, link in table:
        if kind != SHT_SYMTAB:
            continue
        strings = table[link][3]
        for at in range(offset, offset + length, 24):
            name, _, _, section, value, _ = struct.unpack_from("<IBBHQQ", image, at)
            end = image.index(b"\0", strings + name)
            if image[strings + name:end].endswith(b".kd"):
                home = table[section]
                place = value - home[2] + home[3]
                size, = struct.unpack_from("<I", image, place + PRIVATE_SIZE)
                private = max(private, size)
    return text, private
