#!/usr/bin/env bash
# runtime/hsa under ThreadSanitizer, built for that, with the stand-in, in a folder of its own.
#   threads.sh FOLDER
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
launcher=()
command -v ccache >/dev/null && launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache)
cmake -G Ninja -S "$source" -B "$build" -DOCC_TESTS=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_C_FLAGS=-fsanitize=thread "${launcher[@]}" >/dev/null
ninja -C "$build" hsakmt gpu_stress test_gpu >/dev/null
# How ROCr waits for the GPU is not seen: what it stores then looks as if it had not waited.
echo called_from_lib:libhsa-runtime64.so >"$build/suppressions"
export TSAN_OPTIONS=exitcode=66:suppressions=$build/suppressions STRESS_TELLS=1 LD_LIBRARY_PATH=$build/lib/occ/rocm
OCC_DEVICES=gfx900 "$build/bin/gpu_stress" 8 250
OCC_DEVICES=gfx803 "$build/bin/gpu_stress" 8 250
# In the tests the host also looks at what only ROCr has waited for: reports that the stand-in has a part in are left out.
echo race:libhsakmt.so >>"$build/suppressions"
OCC_DEVICES=gfx900 "$build/bin/test_gpu"
