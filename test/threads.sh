#!/usr/bin/env bash
# Programs under ThreadSanitizer, built for that in a folder of their own.
#   threads.sh FOLDER SUITE
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
build=$1
suite=$2
options=exitcode=66:suppressions
sim2="OCC_ICD_VERSION=3.0 OCC_ICD_DEVICES=gfx900,gfx803"
gpu1="OCC_ICD_VERSION=3.0 OCC_ICD_DEVICES=gpu OCC_KFD_DEVICES=gfx900"
gpu2="$gpu1,gfx803"
host=TSAN_OPTIONS=$options=$source/test/hsa/threads.supp # which also looks at what only ROCr has waited for

# A suite, settings, a program and its arguments.  ROCr copies texels by itself: no images on GPUs of it.
rows="
icd     icd-stress 20 16
icd     test_icd_commands
icd     test_icd_programs
icd     OCC_ICD_VERSION=1.2 test_icd_errors
icd     test_icd_order
icd     OCC_ICD_VERSION=1.2 test_icd_images
icd     test_icd_parts
icd     test_icd_waits
icd     OCC_ICD_VERSION=3.0 test_icd_version3
icd     OCC_ICD_VERSION=3.0 OCC_ICD_CHECK=all test_icd_undefined
icd     $sim2 test_icd_devices
icd     $sim2 test_icd_externals
icd     $sim2 test_icd_prints
icd     $sim2 OCC_ICD_SECONDS=40 test_icd_children
icd.hsa $gpu1 icd-stress 20 16 1000
icd.hsa $gpu1 icd-lost trap 20
icd.hsa $gpu1 icd-lost far 5
icd.hsa $gpu1 test_icd_order
icd.hsa $gpu2 icd-stress 20 16 1000
icd.hsa $gpu2 icd-lost trap 20
icd.hsa $gpu2 icd-lost far 5
icd.hsa $gpu2 test_icd_order
icd.hsa $gpu2 test_icd_prints
icd.hsa $gpu2 icd-lost child_trap 20
icd.hsa $gpu2 icd-lost child_far 5
icd.hsa $gpu2 OCC_ICD_SECONDS=40 test_icd_children
hsa     OCC_DEVICES=gfx900 STRESS_TELLS=1 gpu_stress 8 250
hsa     OCC_DEVICES=gfx803 STRESS_TELLS=1 gpu_stress 8 250
hsa     OCC_DEVICES=gfx900 $host test_gpu
kfd     OCC_DEVICES=gfx900 hsa_stress 8 1000
kfd     OCC_DEVICES=gfx803,gfx900 test_driver
"
rows=$(awk -v suite="$suite" '$1 == suite { $1 = ""; print }' <<<"$rows")
[ -n "$rows" ] || { echo "threads.sh: there is no suite '$suite'" >&2; exit 2; }

launcher=()
command -v ccache >/dev/null && launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache)
cmake -G Ninja -S "$source" -B "$build" -DOCC_TESTS=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_C_FLAGS=-fsanitize=thread "${launcher[@]}" >/dev/null
programs=$(awk '{ for (i = 1; $i ~ /=/; i++) ; print $i }' <<<"$rows" | sort -u)
[ "$suite" != icd.hsa ] || programs+=" hsakmt"
# shellcheck disable=SC2086
ninja -C "$build" $programs >/dev/null
export PATH=$build/bin:$PATH OCL_ICD_VENDORS=$build/icd LD_LIBRARY_PATH=$build/lib/occ/rocm
export TSAN_OPTIONS=$options=$source/test/kfd/threads.supp
while read -r -a row; do
    echo "${row[*]}"
    env "${row[@]}" </dev/null
done <<<"$rows"
