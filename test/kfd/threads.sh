#!/usr/bin/env bash
# The stand-in and threads that launch under ThreadSanitizer, built for that in a folder of their own.
#   threads.sh FOLDER
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
launcher=()
command -v ccache >/dev/null && launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache)
cmake -G Ninja -S "$source" -B "$build" -DOCC_TESTS=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_C_FLAGS=-fsanitize=thread "${launcher[@]}" >/dev/null
ninja -C "$build" hsakmt hsa_stress test_driver >/dev/null
# How HSA's runtime waits for the GPU is not seen: what it stores then looks as if it had not waited.
echo called_from_lib:libhsa-runtime64.so >"$build/suppressions"
export OCC_DEVICES=gfx900 TSAN_OPTIONS=exitcode=66:suppressions=$build/suppressions
LD_LIBRARY_PATH=$build/lib/occ/rocm "$build/bin/hsa_stress" 8 1000
OCC_DEVICES=gfx803,gfx900 "$build/bin/test_driver"
