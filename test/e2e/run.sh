#!/usr/bin/env bash
# Compiles every example and e2e kernel with one compiler and runs them on the simulator.
#   run.sh BUILD TARGET occ|clang VERSION [occ options...]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1 target=$2 compiler=$3 version=$4
shift 4
objects=$build/e2e/$compiler-$target-v$version${1:-}${OCC_ROUNDING:+-$OCC_ROUNDING}${OCC_SCHEDULE:+-s$OCC_SCHEDULE}${OCC_SIMULATOR:+-$OCC_SIMULATOR}
foreign=
mkdir -p "$objects"
rm -f "$objects"/*.co

compile_occ() {
    "$build/bin/occ" -mcpu="$target" -mcode-object-version="$version" "$@"
}
compile_clang() {
    local chip=$target
    case $target in gfx9*) chip=$target:xnack- ;; esac
    /usr/lib/llvm-16/bin/clang -x cl -cl-std=CL1.2 -target amdgcn-amd-amdhsa -mcpu="$chip" \
        -mcode-object-version="$version" -cl-kernel-arg-info -O3 --rocm-path=/usr \
        --rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode "$@"
}

cases=$("$build/bin/run-e2e" --list | cut -f1)
# clang 16 crashes over halves on GFX6, and rounds a fma of them twice on GFX7.
# Elsewhere it takes v_sqrt_f16 for correctly rounded, which no document says (OpenCL C 3.0, 7.4, asks
# for it).
case $compiler-$target${OCC_ROUNDING:+-$OCC_ROUNDING} in
clang-gfx[67]* | clang-*-worst) cases=$(grep -vx half <<<"$cases") ;;
esac

for source in "$root"/examples/*.cl "$root"/test/e2e/*.cl; do
    grep -qx "$(basename "$source" .cl)" <<<"$cases" || continue
    base=$objects/$(basename "$source" .cl)
    "compile_$compiler" "$@" "$source" -o "$base.co" ||
        echo "$(basename "$source"): does not compile"
    # Deletions want the text where LLVM cannot disassemble.
    case $target in gfx[67]*) "compile_$compiler" "$@" -S "$source" -o "$base.s" ;; esac
done
[ "$compiler" = clang ] && foreign=--foreign
"$build/bin/run-e2e" $foreign --objects "$objects" $cases
