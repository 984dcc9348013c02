#!/usr/bin/env bash
# Runs every example and e2e kernel on the simulator: occ compiles them, clang's objects are those of the build
# (../clang_objects.cmake).  occ-obj reads and verifies what clang wrote, llvm-readelf 22 what occ wrote in the version
# that only it knows.
#   run.sh BUILD TARGET occ|clang|clang22 VERSION [occ options...]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1 target=$2 compiler=$3 version=$4
shift 4
objects=$build/e2e/$compiler-$target-v$version${1:-}${OCC_ROUNDING:+-$OCC_ROUNDING}${OCC_SCHEDULE:+-s$OCC_SCHEDULE}${OCC_SIMULATOR:+-$OCC_SIMULATOR}
foreign=

cases=$("$build/bin/run-e2e" --list | cut -f1)
# clang 16 crashes over halves on GFX6, and rounds a fma of them twice on GFX7.
# Elsewhere it takes v_sqrt_f16 for correctly rounded, which no document says (OpenCL C 3.0, 7.4, asks
# for it).
case $compiler-$target${OCC_ROUNDING:+-$OCC_ROUNDING} in
clang-gfx[67]* | clang-*-worst) cases=$(grep -vx half <<<"$cases") ;;
esac

compile_occ() {
    "$build/bin/occ" -mcpu="$target" -mcode-object-version="$version" "$@"
}
if [ "$compiler" = occ ]; then
    mkdir -p "$objects"
    rm -f "$objects"/*.co
    for source in "$root"/examples/*.cl "$root"/test/e2e/*.cl; do
        grep -qx "$(basename "$source" .cl)" <<<"$cases" || continue
        base=$objects/$(basename "$source" .cl)
        compile_occ "$@" "$source" -o "$base.co" || echo "$(basename "$source"): does not compile"
        # Deletions want the text where LLVM cannot disassemble.
        case $target in gfx[67]*) compile_occ "$@" -S "$source" -o "$base.s" ;; esac
    done
else
    foreign=--foreign objects=$build/e2e/$compiler-$target-v$version # the build made them
fi

# looks OBJECT: what is wrong with it.  clang 16's version 2 lacks ValueType, which LLVM 4 to 10 want.
looks() {
    local dump notes
    dump=$("$build/bin/occ-obj" dump "$1" 2>&1) || echo "$dump"
    grep -qx "  version: $version" <<<"$dump" || echo "not dumped as version $version"
    grep -q "^    name: " <<<"$dump" || echo "dumped without kernels"
    if [ -n "$foreign" ]; then
        "$build/bin/occ-obj" verify "$1" 2>&1 | if [ "$compiler$version" = clang2 ]; then grep -v ' lacks ValueType, '; else cat; fi
    elif [ "$version" = 6 ]; then
        /usr/lib/llvm-22/bin/llvm-readelf -a "$1" 2>&1 >/dev/null
        notes=$(/usr/lib/llvm-22/bin/llvm-readelf --notes "$1")
        grep -iE 'invalid|unknown|corrupt' <<<"$notes"
        [ "$(grep -c '^ *\.symbol: ' <<<"$notes")" = "$(grep -c '^    name: ' <<<"$dump")" ] ||
            echo "llvm-readelf finds other kernels"
    fi
    return 0
}
wrong=
for object in "$objects"/*.co; do
    said=$(looks "$object")
    [ -z "$said" ] || wrong+="FAIL $(basename "$object"): $said"$'\n'
done
printf %s "$wrong"
"$build/bin/run-e2e" $foreign --objects "$objects" $cases
[ -z "$wrong" ]
