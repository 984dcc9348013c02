#!/usr/bin/env bash
# The ICD on GPUs of HSA's runtime, on the stand-in for their kernel driver, under ThreadSanitizer, built for that in a
# folder of its own.
#   threads_hsa.sh FOLDER
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
launcher=()
command -v ccache >/dev/null && launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache)
cmake -G Ninja -S "$source" -B "$build" -DOCC_TESTS=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_C_FLAGS=-fsanitize=thread "${launcher[@]}" >/dev/null
ninja -C "$build" occ_icd hsakmt icd-stress icd-lost test_icd_order >/dev/null
# How ROCr waits for the GPU is not seen: what it stores then looks as if it had not waited.  So do texels that it has
# copied by itself: no images here.
echo called_from_lib:libhsa-runtime64.so >"$build/suppressions"
export OCL_ICD_VENDORS=$build/icd LD_LIBRARY_PATH=$build/lib/occ/rocm OCC_ICD_DEVICES=gpu
export TSAN_OPTIONS=exitcode=66:suppressions=$build/suppressions
for devices in gfx900 gfx900,gfx803; do
    export OCC_KFD_DEVICES=$devices
    "$build/bin/icd-stress" 20 16 1000
    "$build/bin/icd-lost" trap 20
    "$build/bin/icd-lost" far 5
    "$build/bin/test_icd_order"
done
