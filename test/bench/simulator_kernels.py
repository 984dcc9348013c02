"""What `tools/bench simulator` and `tools/bench check` run of test/bench/simulator."""

# Kernel of test/bench/simulator, work-items, their groups, arguments.
SIMULATOR = [
    ("alu", "alu", "65536", "256", ["buf:65536*f32", "u32:300"]),
    ("lds", "lds", "256,256", "16,16", ["buf:65536*f32=random,7"] * 2 + ["buf:65536*f32", "u32:256"]),
    ("memory", "memory", "262144", "256",
     ["buf:1048576*u32=random,7", "buf:4194304*u32", "u32:1048576"]),
    ("divergent", "divergent", "32768", "64", ["buf:32768*u32", "u32:400"]),
    ("double", "doubles", "4096", "64", ["buf:16384*f64=random,7", "buf:16384*f64", "u32:4096"]),
    ("sha", "sha", "65536", "64", ["buf:1048576*u32=random,7", "buf:524288*u32"])]
