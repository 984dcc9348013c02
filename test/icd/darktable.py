"""An export of darktable on the ICD, as rows of programs.py.

The history switches on modules with presets that darktable has brought along: their parameters lie in the
database that it makes at its first start.  GPU and CPU compute the same except for roundings in the modules
of HISTORY.  Others differ in darktable itself: sharpen leaves the pixels at the edges as they are on the CPU
only; atrous computes exponentials on the CPU by a trick that its kernel says it does without (2); tone
equalizer and dithering have no code for the GPU.  vignette (43) and diffuse (3) differ for a reason unknown:
vignette's kernel gives what its text says, to 2e-7, diffuse_pde what clang's code for it gives.
"""
import glob
import re
import shutil
import sqlite3
import struct
import zlib

from place import want

# A module, its preset, and how darktable's log calls it.
HISTORY = [
    ("exposure", "scene-referred default", "exposure"),
    ("graduatednd", "neutral gray ND2 (soft)", "graduated density"),
    ("splittoning", "authentic sepia", "split-toning"),
    ("lowpass", "local contrast mask", "lowpass"),
    ("colorzones", "natural skin tones", "color zones"),
    ("tonecurve", "contrast compression", "tone curve"),
    ("colorcorrection", "warm tone", "color correction"),
    ("bilat", "clarity", "local contrast"),
    ("relight", "fill-light 0.25EV with 4 zones", "fill light"),
    ("colorbalance", "generic film", "color balance"),
    ("channelmixerrgb", "B&W: luminance-based", "color calibration"),
    ("colorbalancergb", "basic colorfulness: natural skin", "color balance rgb"),
    ("rgbcurve", "contrast compression", "rgb curve"),
    ("channelmixer", "color contrast boost", "channel mixer"),
    ("filmic", "09 EV (low-key)", "filmic"),
    ("colorchecker", "it8 skin tones", "color look up table"),
    ("denoiseprofile", "wavelets: chroma only", "denoise (profiled)"),
]
SIZE = 96, 64

SIDECAR = """<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:darktable="http://darktable.sf.net/" darktable:xmp_version="5"
    darktable:auto_presets_applied="1" darktable:history_end="%d" darktable:iop_order_version="4">
   <darktable:history>
    <rdf:Seq>
%s
    </rdf:Seq>
   </darktable:history>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
"""
ENTRY = """     <rdf:li darktable:num="%d" darktable:operation="%s" darktable:enabled="1"
       darktable:modversion="%d" darktable:params="%s" darktable:multi_name=""
       darktable:multi_priority="0" darktable:blendop_version="%d" darktable:blendop_params="%s"/>"""


def png(width, height, pixel):
    """A PNG file of 8-bit colours; pixel gives the three of a place."""
    rows = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height))
    chunks = (b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)), \
        (b"IDAT", zlib.compress(rows)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks)


def picture():
    """Gradients in two colours, and detail in the third."""
    width, height = SIZE
    return png(width, height, lambda x, y: (x * 255 // (width - 1), y * 255 // (height - 1),
                                            (7 * x ^ 5 * y) & 255))


def nearest(left, up, corner):
    """PNG's predictor after Paeth."""
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


def pixels(data):
    """The bytes of a PNG picture of 8-bit colours, without its filters."""
    at, packed, width = 8, b"", 0
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at:at + 8])
        if name == b"IHDR":
            width, _, depth, kind = struct.unpack(">2I2B", data[at + 8:at + 18])
            want((depth, kind) == (8, 2), "a PNG of %d bits, type %d" % (depth, kind))
        packed += data[at + 8:at + 8 + size] if name == b"IDAT" else b""
        at += size + 12
    raw, stride = zlib.decompress(packed), 3 * width
    out, above = bytearray(), bytes(stride)
    for start in range(0, len(raw), stride + 1):
        row = bytearray(raw[start + 1:start + 1 + stride])
        for x in range(stride):
            left, corner = (row[x - 3], above[x - 3]) if x >= 3 else (0, 0)
            row[x] = row[x] + (0, left, above[x], (left + above[x]) // 2,
                               nearest(left, above[x], corner))[raw[start]] & 255
        out += row
        above = row
    return bytes(out)


def sidecar(database):
    """The history, with what the presets say."""
    entries = []
    with sqlite3.connect(database) as presets:
        for number, (operation, name, _) in enumerate(HISTORY):
            row = presets.execute("select op_version, op_params, blendop_version, blendop_params"
                                  " from presets where operation = ? and name = ?",
                                  (operation, name)).fetchone()
            want(row, "no preset %s of %s" % (name, operation))
            entries.append(ENTRY % (number, operation, row[0], row[1].hex(), row[2], row[3].hex()))
    presets.close()
    return SIDECAR % (len(entries), "\n".join(entries))


def cli(place, out, history, *options):
    return place.run("darktable-cli", "in.png", *history, out, "--core", "--configdir", "config",
                     "--cachedir", "cache", "--library", ":memory:", *options)


def export(place):
    with open(place.folder + "/in.png", "wb") as file:
        file.write(picture())
    cli(place, "plain.png", [], "--disable-opencl")
    place.write("in.xmp", sidecar(place.folder + "/config/data.db"))
    cli(place, "cpu.png", ["in.xmp"], "--disable-opencl")
    text = cli(place, "gpu.png", ["in.xmp"], "-d", "opencl", "-d", "perf", "--conf", "opencl=TRUE",
               "--conf", "opencl_scheduling_profile=very fast GPU")
    where = dict(re.findall(r"processed `(.*)' on ([GC]PU)", text))
    for _, _, called in HISTORY:
        want(where.get(called) == "GPU", "%s: %s" % (called, where.get(called)))
    events = re.search(r"(\d+) out of (\d+) events were successful", text)
    # It forgets the last event of its measuring at the first start without a look at it.
    want(events and int(events[2]) - int(events[1]) <= 1, "events fail: %s" % (events and events[0]))
    cpu, gpu, plain = (pixels(place.read(name)) for name in ("cpu.png", "gpu.png", "plain.png"))
    differ = max(abs(a - b) for a, b in zip(gpu, cpu))
    want(len(gpu) == len(cpu) and differ <= 1, "it differs by %d" % differ)
    want(max(abs(a - b) for a, b in zip(gpu, plain)) > 16, "the history changes nothing")


def cltest(place):
    text = place.run("darktable-cltest")
    want("FINALLY: opencl is AVAILABLE on this system" in text.replace("opencl_init] ", "") or
         re.search(r"opencl.*AVAILABLE", text), text[-300:])


def cltest_amd(place):
    """With the define that its kernels have for AMD's vendor."""
    place.settings = {"OCC_ICD_VENDOR": "amd"}
    cltest(place)
    place.settings["OCC_ICD_RECORD"] = "launches"
    shutil.rmtree(place.folder + "/../darktable", ignore_errors=True)  # or it measures nothing
    place.run("darktable-cltest", reported=False)
    options = [open(name, encoding="utf-8").read()
               for name in glob.glob(place.folder + "/launches/*/options")]
    want(any("-DAMD=1" in text for text in options), "not taken for AMD's: %s" % options[:1])


ROWS = [
    ("darktable-cltest", True, cltest),
    ("darktable-cltest.amd", True, cltest_amd),
    ("darktable-cli", True, export),
]
