#!/usr/bin/env bash
# Random kernels through occ in several modes and through clang; what they compute must agree.
#   run.sh BUILD FIRST NUMBER [BATCH]    seeds FIRST ... FIRST + NUMBER - 1, BATCH kernels a file
#   run.sh BUILD cases                   the programs of cases/, against the hashes that they hold
#   run.sh BUILD FILE.cl...              one program again, with the words that differ
# KEEP=DIR keeps the programs in DIR; NO_CLANG=1 compares occ with itself only.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1
shift
work=${KEEP:-$(mktemp -d)}
mkdir -p "$work"
[ -n "${KEEP:-}" ] || trap 'rm -rf "$work"' EXIT
modes=(-mode "-mcpu=gfx900 -fverify-passes" -mode "-mcpu=gfx803" -mode "-mcpu=gfx900 -O0"
    -mode "-mcpu=gfx900 -fspill-everything" -mode "-mcpu=gfx803 -O0 -fspill-everything"
    -mode "-mcpu=gfx900 -fno-sched -fwait-everything")

run_file() {
    local source=$1 object=$work/$(basename "$1" .cl).co options=()
    shift
    if [ -z "${NO_CLANG:-}" ]; then
        timeout 100 /usr/lib/llvm-16/bin/clang -x cl -cl-std=CL1.2 -target amdgcn-amd-amdhsa \
            -mcpu=gfx900:xnack- -mcode-object-version=4 -O1 -DPEER -w -fno-strict-aliasing \
            -ferror-limit=1 -cl-fp32-correctly-rounded-divide-sqrt --rocm-path=/usr \
            --rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode \
            "$source" -o "$object" || { echo "FAIL $source: clang refuses it"; return 1; }
        options=(-object "$object")
    fi
    timeout 300 "$build/bin/random-run" "$@" "${options[@]}" "${modes[@]}" "$source"
}

status=0
if [ "$1" = cases ]; then
    for file in "$here"/cases/*.cl; do
        "$build/bin/random-run" -expect "${modes[@]}" "$file" || status=1
    done
    exit $status
fi
if [[ $1 == *.cl ]]; then
    for file in "$@"; do
        run_file "$file" -v || status=1
    done
    exit $status
fi
first=$1 number=$2 batch=${3:-10}
for ((seed = first; seed < first + number; seed += batch)); do
    ((size = first + number - seed < batch ? first + number - seed : batch))
    python3 "$here/generate.py" $seed $size >"$work/r$seed.cl"
    run_file "$work/r$seed.cl" || status=1
done
exit $status
