#!/usr/bin/env bash
# Runs a program written to AMD's comgr with our library.
#   run.sh build|handles|memory|options|exports|start|start.all|start.peers BUILD AMD_LIBRARY
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
# What a loader is to find, and where it writes the addresses.
borrowed() { # OBJECT
    llvm-readelf-16 -r --dyn-syms "$1" | awk '
        /R_AMDGPU_ABS64/ { print $3, $5 }
        / UND [a-z]/ { print $4, $5, $6, $7, $8 }' | sort
}
symbols() { readelf -W --dyn-syms "$1" | awk '$8 ~ /^amd_comgr_.*@@/ { print $8 }' | sort; }

case $what in
build) # what was built runs: 3 * 1.5 * 0, 1, 2, 3
    mkdir "$work/shared"
    printf '#ifndef FACTOR\n#define FACTOR 3\n#endif\n' >"$work/shared/factor.h"
    cp "$here/../external.cl" "$work"
    with_ours "${memcheck[@]}" "$program" "$work/out.co" "$work"
    with_ours "${helgrind[@]}" "$program" threads
    "$build/bin/gcnsim" run "$work/out.co" --global 4 --arg buf:4*f32=iota@print=f32 --arg f32:1.5 |
        grep -qE '^ *0: 0 4\.5 9 13\.5$' || fail "what was built does not compute what it should"
    # Variables that the loader finds: as the command leaves them.
    (cd "$work" && "$occ" -cl-std=CL2.0 -mcpu=gfx900 -mcode-object-version=4 -O3 external.cl -o command.co)
    borrowed "$work/command.co" >"$work/wanted"
    [ "$(wc -l <"$work/wanted")" = 5 ] || fail "the command leaves: $(cat "$work/wanted")"
    for object in external text; do
        borrowed "$work/$object.co" | diff "$work/wanted" - || fail "$object.co: not as the command leaves it"
        "$build/bin/gcnsim" run "$work/$object.co" --global 1 --local 1 --arg buf:4@print=i32 \
            --variable counter=i32=100@print=i32 --variable table=i32=7,8,9,10 >"$work/out"
        printf '%s\n' '    0: 110' '    0: 101' | cmp -s - <(grep '^ ' "$work/out") || fail "$object.co: $(cat "$work/out")"
    done
    [ -z "$(borrowed "$work/whole.co")" ] || fail "what is defined is left to the loader"
    ;;
handles) # objects of every version and kind, whole and damaged
    source=$here/../../../examples/vector_add.cl
    "$occ" -mcode-object-version=4 "$source" -o "$work/4.co"
    "$occ" -mcode-object-version=2 -c "$source" -o "$work/2.o"
    "$occ" -flto -c "$source" -o "$work/ir.o"
    with_ours "${memcheck[@]}" "$program" "$work/4.co" "$work/2.o" "$work/ir.o"
    ;;
memory | options) with_ours "$program" ;;
start) # what AMD's runtimes do when their first queue is created
    with_ours "$program" some || fail "start" ;;
start.peers) # what the tests expect is what AMD's device library does, as clang-16 links it
    with_ours "$build/bin/comgr-start" some "$work" >"$work/log" || fail "start"
    for chip in gfx701 gfx803 gfx900 gfx90a; do
        for source in "$work/$chip"*.cl; do
            name=$(basename "$source" .cl)
            case $name in *.5.5.v* | *.6.2.v*) continue ;; esac # Debian's library is of 5.2
            /usr/lib/llvm-16/bin/clang -x cl -cl-std=CL1.2 -target amdgcn-amd-amdhsa -mcpu="${name%%.*}" -O3 -w \
                -mcode-object-version=4 --rocm-path=/usr \
                --rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode "$source" -o "$work/${name%.v*}.v4.peer.co"
        done
    done
    with_ours "$build/bin/comgr-start" peers "$work"/*.peer.co || fail "peers" ;;
start.all) with_ours "${program%.all}" all || fail "start" ;;
exports) # the same names and versions as Debian's, what later runtimes load by name, and nothing else
    later='amd_comgr_get_mangled_name@@amd_comgr_2.5
amd_comgr_map_name_expression_to_symbol_name@@amd_comgr_2.6
amd_comgr_populate_mangled_names@@amd_comgr_2.5
amd_comgr_populate_name_expression_map@@amd_comgr_2.6'
    diff <(symbols "$theirs" | cat - <(echo "$later") | sort -u) <(symbols "$ours") || fail "exports differ"
    nm -D --defined-only "$ours" | awk '$2 != "A" && $3 !~ /^amd_comgr_/' | grep . && fail "it exports more"
    readelf -d "$ours" | grep -q 'SONAME.*\[libamd_comgr.so.2\]' || fail "its name"
    readelf -d "$ours" | grep -E 'NEEDED.*(LLVM|occ|stdc)' && fail "it needs other libraries"
    for link in libamd_comgr.so libamd_comgr.so.1 libamd_comgr.so.2; do
        [ "$(readlink "$build/lib/occ/$link")" = libocc_comgr.so ] || fail "the link $link"
    done
    ;;
esac
echo "1 passed, 0 failed"
