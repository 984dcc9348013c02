#!/usr/bin/env bash
# occ_add_kernels: an example project is built by ninja and by make, again when a header changes, and by
# way of ccache, which compiles nothing in a second build folder.
#   kernels.sh BUILD CC
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1 compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/occ" >/dev/null
cp -r "$root/examples/kernels" "$work/project"

configure() { # FOLDER GENERATOR SWITCH...
    cmake -S "$work/project" -B "$work/$1" -G "$2" -DCMAKE_PREFIX_PATH="$work/occ" \
        -DCMAKE_C_COMPILER="$compiler" "${@:3}" >"$work/log" || { cat "$work/log"; exit 1; }
}
make_all() { cmake --build "$work/$1" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }
fail() {
    echo "FAIL: $*"
    cat "$work/log"
    exit 1
}

value=11 # 2 * (5 + 0.5)
for generator in Ninja "Unix Makefiles"; do
    folder=build-${generator// /-}
    configure "$folder" "$generator"
    make_all "$folder"
    "$work/$folder/uses-kernels" | grep -q 'scale takes [0-9]* bytes for gfx900' || fail "uses-kernels"
    loose=$work/$folder/kernels/loose-kernels/scale-gfx900.co
    ran=$("$build/bin/gcnsim" run "$loose" --global 1 --arg buf:f32=2@print=f32 2>/dev/null | tail -n 1)
    [ "$ran" = "    0: $value" ] || fail "scale-gfx900.co gives $ran"
    value=13 # 2 * (5 + 1.5), with the header that is written now
    make_all "$folder"
    ! grep -q Compiling "$work/log" || fail "built again for nothing"
    sleep 1.1 # make counts seconds
    echo '#define OFFSET 1.5f' >"$work/project/scale.h"
    make_all "$folder"
    [ "$(grep -c Compiling "$work/log")" -ge 3 ] || fail "a header has changed"
done

if command -v ccache >/dev/null; then
    export CCACHE_DIR=$work/cache CCACHE_CONFIGPATH=/dev/null CCACHE_NODEPEND=1
    unset CCACHE_BASEDIR CCACHE_NOHASHDIR
    for folder in first second; do
        ccache -z >/dev/null
        configure "$folder" Ninja -DOCC_COMPILER_LAUNCHER=ccache
        make_all "$folder"
    done
    ccache --print-stats >"$work/log"
    grep -q '^cache_miss.0$' "$work/log" || fail "the second folder compiles"
    grep -qE '^(direct|preprocessed)_cache_hit.[1-9]' "$work/log" || fail "no hits"
    cmp "$work"/{first,second}/kernels/loose-kernels/scale-gfx900.co
fi
