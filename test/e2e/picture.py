#!/usr/bin/env python3
"""Is it a PNG of grey points, whole, of that size, with black and with white in it?

  picture.py FILE WIDTH HEIGHT
"""
import struct
import sys
import zlib

with open(sys.argv[1], "rb") as file:
    data = file.read()
at, packed, names = 8, b"", []
while at < len(data):
    size, name = struct.unpack(">I4s", data[at:at + 8])
    body = data[at + 8:at + 8 + size]
    if zlib.crc32(name + body) != struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0]:
        sys.exit("a wrong sum of " + name.decode())
    names.append(name)
    if name == b"IHDR":
        width, height, depth, kind = struct.unpack(">2I2B", body[:10])
    packed += body * (name == b"IDAT")
    at += 12 + size
points = zlib.decompress(packed)
good = data[:8] == b"\x89PNG\r\n\x1a\n" and names[-1] == b"IEND" and [width, height] == [int(a) for a in sys.argv[2:]] and \
    (depth, kind) == (8, 0) and len(points) == (width + 1) * height and len(set(points)) > 8
sys.exit(not good)
