#!/usr/bin/env bash
# occ's objects of our kernels through the judges of clang's.   occ.sh BUILD WORK CHIP...
set -u
build=$(realpath "$1") work=$2
shift 2
here=$(dirname "$(realpath "$0")")
mkdir -p "$work"
export POCL_CACHE_DIR=$work/pocl OCL_ICD_VENDORS=libpocl.so.2
failed=0

# objects STD FILE CHIP...: optimised and not; their names in `made`
objects() {
    local std=$1 file=$2 chip level
    shift 2
    made=()
    for chip; do
        for level in O3 O0; do
            made+=("$work/$(basename "$file" .cl)-$chip-$level.co")
            "$build/bin/occ" "-cl-std=$std" "-mcpu=$chip" "-$level" -mcode-object-version=4 \
                -fverify-passes -w "$file" -o "${made[-1]}" || failed=1
        done
    done
}

with_levels=() # of detail, which gfx90a cannot sample
for chip; do
    [ "$chip" = gfx90a ] || with_levels+=("$chip")
done
objects CL1.2 "$here/kernels.cl" "$@"
"$build/bin/image-judge" "$here/kernels.cl" -cl-std=CL1.2 "$here/kernels.txt" "${made[@]}" || failed=1
objects CL2.0 "$here/formats.cl" "${with_levels[@]}"
"$build/bin/image-formats" --srgb-writes "${made[@]}" || failed=1
objects CL1.2 "$here/../image_kernels.cl" "$@"
sampled=("${made[@]}")
objects CL2.0 "$here/../image_mipmaps.cl" "${with_levels[@]}"
"$build/bin/test_image_kernels" "${sampled[@]}" "${made[@]}" || failed=1
exit $failed
