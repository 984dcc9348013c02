#!/usr/bin/env bash
# What is said where there is no GPU, or no ROCr that can be used.
#   open.sh OPEN_GPU OPEN_GPU_ABSENT FAKES ROCM
#       FAKES    folder of old/ and full/, each with a libhsa-runtime64.so.1
#       ROCM     folder of the stand-in
set -euo pipefail
open=$1 absent=$2 fakes=$3 rocm=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 count=0

# expect TEXT LIBRARIES [VARIABLE=VALUE...]: a line of what is said matches TEXT.
expect() {
    local text=$1 libraries=$2 program=${PROGRAM:-$open}
    shift 2
    count=$((count + 1))
    env LD_LIBRARY_PATH="$libraries" "$@" timeout 10 "$program" >"$work/said" 2>&1 && grep -Exq -- "$text" "$work/said" ||
        { echo "wanted '$text', said:"; cat "$work/said"; failed=$((failed + 1)); }
}

mkdir "$work/broken" "$work/empty"
: >"$work/broken/libhsa-runtime64.so.1"
[ -e /dev/kfd ] || expect 'none: no GPU: /dev/kfd: No such file or directory' ''
expect 'none: no ROCr: .*libhsa-runtime64\.so\.1: file too short' "$work/broken"
expect 'none: libhsa-runtime64\.so\.1 is too old: it has no hsa_system_get_info' "$fakes/old"
expect 'refused gfx1030: occ has no target for it' "$fakes/full"
expect 'refused amdgcn-amd-amdhsa--gfx900:xnack-: a GPU of Acme' "$fakes/full"
expect 'refused spirv64: not the name of a GCN processor' "$fakes/full"
expect "ROCr 0\.0 \($fakes/full/libhsa-runtime64\.so\.1\)" "$fakes/full"
expect 'gfx906:sramecc[-+]:xnack-: .+' "$rocm" OCC_DEVICES=gfx906
expect 'gfx803: .+' "$rocm" OCC_DEVICES=gfx900,gfx803
PROGRAM=$absent expect "none: occ was built without HSA's headers" ''
echo "$count cases, $failed failed"
[ $failed = 0 ]
