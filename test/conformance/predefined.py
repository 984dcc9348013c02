#!/usr/bin/env python3
"""Predefined macros against clang-16's, for each generation and version of the language.

  predefined.py BUILD    prints what differs and is not in the lists below; status 1 if anything is

What occ defines, clang defines as the same; what clang defines of OpenCL, occ does.
"""
import os
import re
import subprocess
import sys

CLANG = ["/usr/lib/llvm-16/bin/clang", "-x", "cl", "-target", "amdgcn-amd-amdhsa", "-nogpulib"]
TARGETS = ("gfx600", "gfx700", "gfx701", "gfx803", "gfx900", "gfx906", "gfx90a")
VERSIONS = ("CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0")
# Names that belong to OpenCL; the others of clang's are its own.
OPENCL = re.compile(r"cl_khr|cl_amd|__opencl_c_|__OPENCL|CL|FP_|[A-Z]+_(MAX|MIN|DIG)|M_|__gfx|__GFX|"
                    r"__amdgcn|__AMD|__HAS_F|__ENDIAN|__IMAGE|__FAST|NAN|INFINITY|HUGE|NULL|MAXFLOAT")


def own_extensions():
    """Rows of feature.def: of what clang 16 knows none for this target."""
    table = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../frontend/feature.def")
    with open(table) as file:
        return re.findall(r'^EXTENSION\(\w+, "(\w+)"', file.read(), re.M)


# clang's amdgcn does without: images and their extensions, the features of 3.0 that its front end
# leaves to headers, the version of the device, XNACK.
OURS = re.compile(r"__occ__|__IMAGE_SUPPORT__|__OPENCL_VERSION__|__amdgcn_feature_xnack__|"
                  r"cl_khr_(depth_images|gl_msaa_sharing|3d_image_writes|srgb_image_writes|mipmap_image(_writes)?)|"
                  r"__opencl_c_\w+|CLK_UNORM_INT_101010_2|" + "|".join(own_extensions()))
# Not there yet: what occ takes only when asked with -cl-ext=+name.
THEIRS = {"__opencl_c_device_enqueue"}
# Chips without levels of detail (docs/abi.md, Images).
LACKING = {"gfx90a": {"cl_khr_mipmap_image", "cl_khr_mipmap_image_writes"}}
# The same by other words.
REWORDED = {"NAN", "__VERSION__", "__amdgcn_target_id__", "CLK_NULL_RESERVE_ID"}


def macros(command, target, version):
    text = subprocess.run(command + ["-mcpu=" + target, "-cl-std=" + version, "-E", "-dM",
                                     "/dev/null"], capture_output=True, text=True).stdout
    return dict(re.findall(r"^#define (\w+)(.*?) *$", text, re.M))


def main():
    bad = compared = 0
    for target in TARGETS:
        for version in VERSIONS if target == "gfx900" else ("CL1.2", "CL2.0", "CL3.0"):
            ours = macros([sys.argv[1] + "/bin/occ", "-x", "cl"], target, version)
            theirs = macros(CLANG, target, version)
            faults = ["lacks " + name for name in sorted(theirs)
                      if OPENCL.match(name) and name not in ours and name not in THEIRS and
                      name not in LACKING.get(target, ())]
            for name, body in sorted(ours.items()):
                if name not in theirs and not OURS.fullmatch(name):
                    faults.append("has " + name)
                elif name in theirs and name not in REWORDED and \
                        body.split() != theirs[name].split():
                    faults.append("says %s is%s, clang%s" % (name, body, theirs[name]))
            compared += len(set(ours) & set(theirs))
            bad += len(faults)
            for fault in faults:
                print("%s %s: occ %s" % (target, version, fault))
    print("%d macros compared, %d faults" % (compared, bad))
    return 1 if bad or not compared else 0


sys.exit(main())
