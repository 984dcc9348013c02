#!/usr/bin/env bash
# Compiles every example and e2e kernel with one compiler and runs them on the simulator.  occ-obj reads and verifies
# what clang wrote, llvm-readelf 22 what occ wrote in the version that only it knows.
#   run.sh BUILD TARGET occ|clang|clang22 VERSION [occ options...]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1 target=$2 compiler=$3 version=$4
shift 4
objects=$build/e2e/$compiler-$target-v$version${1:-}${OCC_ROUNDING:+-$OCC_ROUNDING}${OCC_SCHEDULE:+-s$OCC_SCHEDULE}${OCC_SIMULATOR:+-$OCC_SIMULATOR}
foreign=
mkdir -p "$objects"
rm -f "$objects"/*.co

# clang's greedy allocators and last scheduler take seconds over spill.cl: two runs have what they make of it, the
# others what clang makes without them.
quick() { # SOURCE
    case $target-v$version-$1 in
    gfx803-v4-* | gfx900-v4-*) ;;
    */spill.cl) echo -mllvm -vgpr-regalloc=basic -mllvm -sgpr-regalloc=basic -mllvm -enable-post-misched=false ;;
    esac
}

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
# clang 22 knows version 6; clang 16's device libraries, of version 5 for it, are named one by one.
compile_clang22() {
    local chip=$target link=() library abi=500
    case $target in gfx9*) chip=$target:xnack- ;; esac
    [ "$version" = 4 ] && abi=400
    for library in opencl ocml ockl oclc_daz_opt_off oclc_unsafe_math_off oclc_finite_only_off \
        oclc_correctly_rounded_sqrt_off oclc_wavefrontsize64_on "oclc_isa_version_${target#gfx}" "oclc_abi_version_$abi"; do
        link+=(-Xclang -mlink-builtin-bitcode -Xclang "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode/$library.bc")
    done
    /usr/lib/llvm-22/bin/clang -x cl -cl-std=CL1.2 -target amdgcn-amd-amdhsa -mcpu="$chip" -nogpulib \
        -mcode-object-version="$version" -cl-kernel-arg-info -O3 "${link[@]}" "$@"
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
    base=$objects/$(basename "$source" .cl) faster=()
    case $compiler in clang*) read -ra faster < <(quick "$source") || true ;; esac
    "compile_$compiler" "$@" "${faster[@]}" "$source" -o "$base.co" ||
        echo "$(basename "$source"): does not compile"
    # Deletions want the text where LLVM cannot disassemble.
    case $target in gfx[67]*) "compile_$compiler" "$@" "${faster[@]}" -S "$source" -o "$base.s" ;; esac
done
case $compiler in clang*) foreign=--foreign ;; esac

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
