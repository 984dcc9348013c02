"""ffmpeg's OpenCL filters on the ICD, as rows of programs.py.

Where ffmpeg has the same filter for the CPU, that judges; it has none of the others, and some filters for
the CPU treat edges or colours otherwise: pocl's frames judge those.  pocl knows no images of two channels,
so tonemap's launch is judged by clang's code for the same kernel.
"""
import os

from place import BUILD, want

POCL = "libpocl.so.2"  # as ocl-icd takes it, registered or not
CLANG = ["/usr/lib/llvm-16/bin/clang", "-x", "cl", "-cl-std=CL1.2", "-target", "amdgcn-amd-amdhsa",
         "-mcpu=gfx900:xnack-", "-mcode-object-version=4", "-Xclang", "-finclude-default-header", "-O2",
         "--rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode", "--rocm-path=/usr"]

# How the filter is told, for the GPU and for the CPU; the format; how far bytes may differ; how many
# pixels at the edges do not count.
FILTERS = {
    "dilation": ("dilation_opencl", "dilation", "yuv420p", 0, 0),
    "erosion": ("erosion_opencl", "erosion", "yuv420p", 0, 0),
    "pad": ("pad_opencl=w=80:h=64:x=8:y=8:color=black", "pad=w=80:h=64:x=8:y=8:color=black",
            "yuv420p", 0, 0),
    "transpose": ("transpose_opencl=dir=clock", "transpose=dir=clock", "yuv420p", 0, 0),
    "convolution": ("convolution_opencl=0 -1 0 -1 5 -1 0 -1 0", "convolution=0 -1 0 -1 5 -1 0 -1 0",
                    "gray", 0, 0),
    "prewitt": ("prewitt_opencl", "prewitt", "gray", 1, 0),
    "roberts": ("roberts_opencl", "roberts", "gray", 1, 0),
    "sobel": ("sobel_opencl", "sobel", "gray", 1, 0),
    "avgblur": ("avgblur_opencl=sizeX=3:sizeY=3", "avgblur=sizeX=3:sizeY=3", "gray", 1, 6),
    "boxblur": ("boxblur_opencl=lr=2:lp=1", "boxblur=lr=2:lp=1", "gray", 1, 6),
}
SIZE = 64, 48
DEVICE = ["-init_hw_device", "opencl=ocl:0.0", "-filter_hw_device", "ocl"]


def lavfi(*sources):
    return [word for source in sources for word in ("-f", "lavfi", "-i", source)]


def source(width, height, name="testsrc2"):
    """Two frames."""
    return "%s=size=%dx%d:rate=2:duration=1" % (name, width, height)


SOURCE = source(*SIZE)

# Of our own, for the filters that run what they are given.
KERNELS = """
const sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |
                          CLK_FILTER_NEAREST;

kernel void chequers(write_only image2d_t out, unsigned frame)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 white = (float4)(1, at.x / 64.0f, at.y / 48.0f, 1);
    write_imagef(out, at, (at.x / 8 + at.y / 8 + frame) % 2 ? white : white / 4);
}

kernel void twirl(write_only image2d_t out, unsigned frame, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float2 p = (convert_float2(at) + 0.5f) / convert_float2(get_image_dim(out)) - 0.5f;
    float angle = (0.5f - fmin(length(p), 0.5f)) * (1 + frame);
    float2 q = (float2)(p.x * cos(angle) - p.y * sin(angle), p.x * sin(angle) + p.y * cos(angle));
    write_imagef(out, at, read_imagef(in, linear, q + 0.5f));
}

kernel void dissolve(write_only image2d_t out, read_only image2d_t a, read_only image2d_t b, float part)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, mix(read_imagef(a, nearest, at), read_imagef(b, nearest, at), part));
}
"""


def plain(form, told):
    """ffmpeg's options for one filter on the usual two frames."""
    return lavfi(SOURCE) + ["-vf", "format=%s,hwupload,%s,hwdownload,format=%s" % (form, told, form)]


def xfade(told):
    return lavfi(SOURCE, source(*SIZE, "smptebars")) + [
        "-filter_complex", "[0]format=yuv420p,hwupload[a];[1]format=yuv420p,hwupload[b];"
        "[a][b]xfade_opencl=%s:duration=1:offset=0,hwdownload,format=yuv420p" % told]


def remap(interpolation):
    """Mirrored, and rolled by seven lines."""
    maps = [source(*SIZE, "color") + ",format=gray16,geq=lum=" + lum for lum in ("63-X", "'mod(Y+7,48)'")]
    return lavfi(SOURCE, *maps) + [
        "-filter_complex", "[0]format=yuv444p,hwupload[a];[1]format=gray16,hwupload[x];"
        "[2]format=gray16,hwupload[y];"
        "[a][x][y]remap_opencl=interp=%s,hwdownload,format=yuv444p" % interpolation]


# A still picture, shaken; deshake finds no motion in less, and then reads at coordinates that are NaN.
SHAKEN = lavfi("testsrc2=size=144x112:rate=3:duration=1") + [
    "-vf", "trim=end_frame=1,loop=2:1:0,crop=128:96:x='4+3*mod(n,3)':y='4+2*mod(n,2)',format=yuv420p,"
    "hwupload,deshake_opencl,hwdownload,format=yuv420p"]

# ffmpeg's options, and whether only --all runs it.  All within 1 of pocl's frames.
AS_POCL = {
    "colorkey": (plain("rgba", "colorkey_opencl=color=red:similarity=0.3:blend=0.2"), False),
    "deshake": (SHAKEN, True),
    "nlmeans": (plain("yuv420p", "nlmeans_opencl=s=4:p=3:r=5"), False),
    "unsharp": (plain("yuv420p", "unsharp_opencl=la=1.5:ca=1"), False),
    "unsharp.wide": (plain("yuv420p", "unsharp_opencl=lx=13:ly=13:la=1.5"), True),
    "program": (plain("yuv420p", "program_opencl=source=own.cl:kernel=twirl"), False),
    "openclsrc": (["-filter_complex", "openclsrc=source=own.cl:kernel=chequers:size=64x48:rate=2:"
                   "format=rgba,hwdownload,format=rgba,trim=end_frame=2"], False),
    "remap": (remap("near"), False),
    "remap.linear": (remap("linear"), True),
    "xfade": (xfade("transition=fade"), False),
    "xfade.wipe": (xfade("transition=wipeleft"), True),
    "xfade.slide": (xfade("transition=slidedown"), True),
    "xfade.own": (xfade("transition=custom:source=own.cl:kernel=dissolve"), True),
    "avgblur.pocl": (plain("yuv420p", "avgblur_opencl=sizeX=3:sizeY=3"), True),
    "boxblur.pocl": (plain("yuv420p", "boxblur_opencl=lr=2:lp=1"), True),
    "convolution.pocl": (plain("yuv420p", "convolution_opencl=0 -1 0 -1 5 -1 0 -1 0"), True),
    "prewitt.pocl": (plain("yuv420p", "prewitt_opencl"), True),
    "roberts.pocl": (plain("yuv420p", "roberts_opencl"), True),
    "sobel.pocl": (plain("yuv420p", "sobel_opencl"), True),
}


def frames(place, name, *options, **settings):
    place.run("ffmpeg", "-v", "error", "-y", *options, "-f", "rawvideo", name, **settings)
    return place.read(name)


def compare(gpu, cpu, most, edge, width):
    want(gpu and len(gpu) == len(cpu), "frames of other sizes")
    height = SIZE[1]
    for i, (a, b) in enumerate(zip(gpu, cpu)):
        x, y = i % width, i // width % height
        inside = not edge or (edge <= x < width - edge and edge <= y < height - edge)
        want(abs(a - b) <= most or not inside, "byte %d: %d, not %d" % (i, a, b))


def as_cpu(name):
    def run(place):
        on_gpu, on_cpu, form, most, edge = FILTERS[name]
        gpu = frames(place, "gpu", *DEVICE, *plain(form, on_gpu))
        cpu = frames(place, "cpu", *lavfi(SOURCE), "-vf", "format=%s,%s" % (form, on_cpu))
        compare(gpu, cpu, most, edge, SIZE[0])
    return run


def as_pocl(options):
    def run(place):
        place.write("own.cl", KERNELS)
        gpu = frames(place, "gpu", *DEVICE, *options)
        pocl = frames(place, "pocl", *DEVICE, *options, OCL_ICD_VENDORS=POCL)
        want(len(set(gpu)) > 16, "a frame of one colour proves nothing")
        compare(gpu, pocl, 1, 0, SIZE[0])
    return run


def overlay(place):
    both = lavfi(SOURCE, source(32, 24)) + ["-filter_complex"]
    gpu = frames(place, "gpu", *DEVICE, *both,
                 "[0]format=yuv420p,hwupload[a];[1]format=yuv420p,hwupload[b];"
                 "[a][b]overlay_opencl=x=8:y=8,hwdownload,format=yuv420p")
    cpu = frames(place, "cpu", *both, "[0]format=yuv420p[a];[1]format=yuv420p[b];"
                 "[a][b]overlay=x=8:y=8:format=yuv420")
    compare(gpu, cpu, 0, 0, SIZE[0])


def tonemap(curve):
    """Each recorded launch, with code of clang."""
    def run(place):
        told = ("setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc:range=tv,"
                "hwupload,tonemap_opencl=tonemap=%s:format=nv12:t=bt709:m=bt709:p=bt709" % curve)
        gpu = frames(place, "gpu", *DEVICE, *lavfi(SOURCE), "-vf",
                     "format=p010,%s,hwdownload,format=nv12" % told)
        want(len(set(gpu)) > 16, "a frame of one colour proves nothing")
        frames(place, "again", *DEVICE, *lavfi(SOURCE), "-vf",
               "format=p010,%s,hwdownload,format=nv12" % told, reported=False, OCC_ICD_RECORD="launches")
        folders = os.listdir(os.path.join(place.folder, "launches"))
        want(folders, "no launch is recorded")
        for folder in folders:
            launch = "launches/" + folder
            place.run(*CLANG, launch + "/source.cl", "-o", "clang.co")
            text = place.run(os.path.join(BUILD, "bin/gcnsim"), "replay", launch, "--object", "clang.co")
            want(text.strip() == "the same", text)
    return run


ROWS = [
    *(("ffmpeg." + name, False, as_cpu(name)) for name in FILTERS),
    ("ffmpeg.overlay", False, overlay),
    *(("ffmpeg." + name, slow, as_pocl(options)) for name, (options, slow) in AS_POCL.items()),
    *(("ffmpeg.tonemap." + curve, curve != "hable", tonemap(curve))
      for curve in ("hable", "linear", "gamma", "clip", "reinhard", "mobius")),
]
