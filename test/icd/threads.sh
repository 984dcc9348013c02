#!/usr/bin/env bash
# The ICD and its host programs under ThreadSanitizer, built for that in a folder of their own.
#   threads.sh FOLDER
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
programs=(icd-stress test_icd_commands test_icd_programs test_icd_errors test_icd_order test_icd_images
    test_icd_version3 test_icd_devices test_icd_externals test_icd_parts test_icd_undefined)
launcher=()
command -v ccache >/dev/null && launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache)
cmake -G Ninja -S "$source" -B "$build" -DOCC_TESTS=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_C_FLAGS=-fsanitize=thread "${launcher[@]}" >/dev/null
ninja -C "$build" occ_icd "${programs[@]}" >/dev/null
export OCL_ICD_VENDORS=$build/icd TSAN_OPTIONS=exitcode=66
for program in "${programs[@]}"; do
    case $program in
    *version3) export OCC_ICD_VERSION=3.0 ;;
    *devices | *externals) export OCC_ICD_DEVICES=gfx900,gfx803 ;;
    *undefined) export OCC_ICD_CHECK=all ;;
    esac
    "$build/bin/$program" 20 16
done
