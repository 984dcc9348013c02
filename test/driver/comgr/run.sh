#!/usr/bin/env bash
# Runs a program written to AMD's comgr with our library.
#   run.sh build|handles|memory|exports BUILD AMD_LIBRARY
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
what=$1 build=$2 theirs=$3
ours=$build/lib/occ/libocc_comgr.so
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
memcheck=(valgrind -q --error-exitcode=9 --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all)
helgrind=(valgrind -q --error-exitcode=9 --tool=helgrind --suppressions="$here/helgrind.supp")
with_ours() { LD_LIBRARY_PATH=$build/lib/occ "$@"; }
fail() {
    echo "FAIL: $*"
    exit 1
}
program=$build/bin/comgr-$what
occ=$build/bin/occ
symbols() { readelf -W --dyn-syms "$1" | awk '$8 ~ /^amd_comgr_.*@@/ { print $8 }' | sort; }

case $what in
build) # what was built runs: 3 * 1.5 * 0, 1, 2, 3
    mkdir "$work/shared"
    printf '#ifndef FACTOR\n#define FACTOR 3\n#endif\n' >"$work/shared/factor.h"
    with_ours "${memcheck[@]}" "$program" "$work/out.co" "$work"
    with_ours "${helgrind[@]}" "$program" threads
    "$build/bin/gcnsim" run "$work/out.co" --global 4 --arg buf:4*f32=iota@print=f32 --arg f32:1.5 |
        grep -qE '^ *0: 0 4\.5 9 13\.5$' || fail "what was built does not compute what it should"
    ;;
handles) # objects of every version and kind, whole and damaged
    source=$here/../../../examples/vector_add.cl
    "$occ" -mcode-object-version=4 "$source" -o "$work/4.co"
    "$occ" -mcode-object-version=2 -c "$source" -o "$work/2.o"
    "$occ" -flto -c "$source" -o "$work/ir.o"
    with_ours "${memcheck[@]}" "$program" "$work/4.co" "$work/2.o" "$work/ir.o"
    ;;
memory) with_ours "$program" ;;
exports) # the same names and versions as Debian's, and nothing else
    diff <(symbols "$theirs") <(symbols "$ours") || fail "exports differ"
    nm -D --defined-only "$ours" | awk '$2 != "A" && $3 !~ /^amd_comgr_/' | grep . && fail "it exports more"
    readelf -d "$ours" | grep -q 'SONAME.*\[libamd_comgr.so.2\]' || fail "its name"
    readelf -d "$ours" | grep -E 'NEEDED.*(LLVM|occ|stdc)' && fail "it needs other libraries"
    [ "$(readlink "$build/lib/occ/libamd_comgr.so.2")" = libocc_comgr.so ] || fail "the link"
    ;;
esac
echo "1 passed, 0 failed"
