#!/usr/bin/env bash
# occ -S, assembled by llvm-mc, gives the bytes of occ -c in .text and .rodata; llvm-readelf reads
# the notes without a warning.
#   assemble.sh BUILD TARGET VERSION
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1 target=$2 version=$3
llvm=/usr/lib/llvm-16/bin
work=$build/e2e/assemble-$target-v$version
passed=0 failed=0 skipped=0
mkdir -p "$work"
# Version 6, which LLVM 16 lacks, is 5 with another number in the ELF header.
known=$version
case $version in
6) known=5 ;;
esac
features=
case $("$build/bin/occ" --list-targets | grep "^$target ") in
*'xnack on by default'*) features=-mattr=+xnack ;;
*gfx9*) features=-mattr=-xnack ;;
esac

fail() {
    echo "FAIL $1: $2"
    failed=$((failed + 1))
}

for source in "$root"/examples/*.cl "$root"/test/e2e/*.cl "$root"/test/e2e/objects/*.cl \
    "$root"/test/language/functions/*.cl "$root"/test/language/images/*.cl; do
    name=$(basename "$source" .cl)
    base=$work/$name
    only=$(sed -n 's|^// targets: ||p' "$source")
    if [ -n "$only" ] && [[ " $only " != *" $target "* ]]; then # its program needs these chips
        skipped=$((skipped + 1))
        continue
    fi
    read -ra flags < <(sed -n 's|^// options: ||p' "$source") || true
    flags+=(-mcpu="$target" -mcode-object-version="$version")
    if ! "$build/bin/occ" "${flags[@]}" -S "$source" -o "$base.s" ||
        ! "$build/bin/occ" "${flags[@]}" -c "$source" -o "$base.o" ||
        ! "$build/bin/occ" "${flags[@]}" "$source" -o "$base.co"; then
        fail "$name" "does not compile"
        continue
    fi
    if ! $llvm/llvm-mc -triple=amdgcn-amd-amdhsa -mcpu="$target" $features -filetype=obj \
        --amdhsa-code-object-version="$known" "$base.s" -o "$base.mc.o" 2>"$base.err"; then
        fail "$name" "llvm-mc: $(head -n 3 "$base.err")"
        continue
    fi
    same=yes
    for section in .text .rodata; do
        for kind in o mc.o; do
            rm -f "$base.$kind.bin"
            $llvm/llvm-objcopy -O binary --only-section=$section "$base.$kind" "$base.$kind.bin"
        done
        cmp "$base.o.bin" "$base.mc.o.bin" || same=no
    done
    warnings=$($llvm/llvm-readelf -a "$base.co" 2>&1 >/dev/null)
    warnings+=$($llvm/llvm-readelf --notes "$base.co" | grep -iE 'invalid|unknown|corrupt' || true)
    if [ $same = no ]; then
        fail "$name" "bytes differ"
    elif [ -n "$warnings" ]; then
        fail "$name" "llvm-readelf: $warnings"
    else
        passed=$((passed + 1))
    fi
done
echo "$passed passed, $failed failed, $skipped for other chips"
[ $failed = 0 ]
