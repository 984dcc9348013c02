#!/usr/bin/env bash
# occ-obj convert: version 2 to 5 and back gives the same bytes; between all versions llvm-readelf reads what comes
# out without a warning, and the simulator runs it; objects of clang too; what a version lacks is refused by name.
#   convert.sh BUILD TARGET [--all]   --all: from each version to each
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1 target=$2
pairs="2-5 5-2 4-2 2d-6 3-4 6-2d 2-2d 5-3"
[ "${3:-}" = --all ] && pairs=$(echo {2,2d,3,4,5,6}-{2,2d,3,4,5,6})
llvm=/usr/lib/llvm-16/bin
work=$build/e2e/convert-$target
passed=0 failed=0
rm -rf "$work"
mkdir -p "$work/five"
cd "$work" || exit 1
occ=$build/bin/occ convert="$build/bin/occ-obj convert"

fail() {
    echo "FAIL $1"
    failed=$((failed + 1))
}
readable=() # objects for llvm-readelf, whose start takes longer than what it reads; notes of form 2d are not LLVM's

for source in "$root"/examples/*.cl "$root"/test/e2e/*.cl "$root"/test/e2e/objects/*.cl \
    "$root"/test/language/functions/*.cl "$root"/test/language/images/*.cl; do
    only=$(sed -n 's|^// targets: ||p' "$source")
    if [ -n "$only" ] && [[ " $only " != *" $target "* ]]; then
        continue
    fi
    read -ra flags < <(sed -n 's|^// options: ||p' "$source") || true
    name=$(basename "$source" .cl)
    "$occ" "${flags[@]}" -w -mcpu="$target" -mcode-object-version=2 "$source" -o 2.co || {
        fail "$name: does not compile"
        continue
    }
    $convert -mcode-object-version=5 2.co -o 5.co && $convert -mcode-object-version=2 5.co -o again.co ||
        fail "$name: does not convert"
    cmp -s 2.co again.co && passed=$((passed + 1)) || fail "$name: 2 to 5 and back is another object"
    mv 5.co "five/$name.co" && readable+=("five/$name.co")
done

# By way of form 2d too, where the program names no types: it lacks those that others' values have.
for source in "$root"/examples/*.cl "$root"/test/language/functions/printf.cl; do
    "$occ" -w -mcpu="$target" -mcode-object-version=2 "$source" -o 2.co &&
        $convert -mcode-object-version=2d 2.co -o 2d.co && $convert -mcode-object-version=2 2d.co -o again.co &&
        cmp -s 2.co again.co && passed=$((passed + 1)) || fail "$(basename "$source"): 2 to 2d and back is another object"
done

# Debug information and what metadata say of it come back.
for form in 2 2d; do
    "$occ" -g -mcpu="$target" -mcode-object-version=$form "$root/examples/vector_add.cl" -o debug.co
    for to in 5 4; do
        $convert -mcode-object-version=$to debug.co -o x.co && $convert -mcode-object-version=$form x.co -o again.co &&
            cmp debug.co again.co || fail "-g, $form to $to and back is another object"
    done
done

# What runs as it was runs converted.
cases=$("$build/bin/run-e2e" --list | cut -f1)
for pair in $pairs; do
    mkdir -p "$pair"
    for source in "$root"/examples/*.cl "$root"/test/e2e/*.cl; do
        name=$(basename "$source" .cl)
        grep -qx "$name" <<<"$cases" || continue
        "$occ" -w -mcpu="$target" -mcode-object-version="${pair%-*}" "$source" -o from.co || continue
        $convert -mcode-object-version="${pair#*-}" from.co -o "$pair/$name.co" || fail "$name: $pair"
        [ "${pair#*-}" = 2d ] || readable+=("$pair/$name.co")
        [ "${pair#*-}" = 2d ] || "$build/bin/occ-obj" verify "$pair/$name.co" || fail "$name: $pair breaks a rule"
    done
    if "$build/bin/run-e2e" --objects "$pair" $cases >out 2>&1; then
        passed=$((passed + 1))
    else
        fail "$pair does not run"
        head -n 3 out
    fi
done

# Of clang: version 5 has hidden arguments that those before it lack.
for version in 2 3 4 5; do
    of_clang=$build/e2e/clang-$target-v$version/vector_add.co
    for to in 2 3 4 5 6; do
        mkdir -p clang-$version-$to
        if $convert -mcode-object-version=$to "$of_clang" -o clang-$version-$to/vector_add.co >out 2>&1; then
            readable+=("clang-$version-$to/vector_add.co")
            "$build/bin/run-e2e" --foreign --objects clang-$version-$to vector_add >out 2>&1 &&
                passed=$((passed + 1)) && continue
        fi
        [ $version = 5 ] && [ $to -lt 5 ] && grep -q "version $to does not know 'hidden_" out ||
            fail "clang's $version to $to: $(head -n 1 out)"
    done
done

# What was in a section that is gone is not cleared where others lie now: clang's version 2 by way of others.
for to in 2d 3 4 5; do
    $convert -mcode-object-version=$to "$build/e2e/clang-$target-v2/vector_add.co" -o x.co && $convert -mcode-object-version=2 x.co -o again.co &&
        "$build/bin/occ-obj" verify again.co && passed=$((passed + 1)) || fail "clang's version 2 by way of $to"
done

# Of a chip without SRAM-ECC, which has one bit in version 2 and 3.
for version in 2 3; do
    "$occ" -mcpu=gfx803 -mcode-object-version=$version "$root/examples/vector_add.cl" -o plain.co
    for to in 4 5 6; do
        $convert -mcode-object-version=$to plain.co -o x.co && "$build/bin/occ-obj" verify x.co ||
            fail "gfx803, version $version to $to"
    done
done

# A key of others stays in MsgPack.
echo 'kernel void p(int a) { printf("%d\n", a); }' >vendor.cl
"$occ" -mcpu="$target" -mcode-object-version=4 vendor.cl -o vendor.co
sed -i 's/amdhsa\.printf/vendor.printf/' vendor.co
$convert -mcode-object-version=5 vendor.co -o x.co && $convert -mcode-object-version=4 x.co -o again.co &&
    grep -q 'vendor\.printf' again.co || fail "an unknown key is lost"

# Refused, and nothing is left.
"$occ" -mcpu=gfx90a "$root/examples/vector_add.cl" -o late.co
"$occ" -mcpu="$target" -c "$root/examples/vector_add.cl" -o rel.o
refuses() { # FILE VERSION TEXT
    echo old >x.co
    if $convert -mcode-object-version="$2" "$1" -o x.co >out 2>&1 || ! grep -qF "$3" out || [ -e x.co ]; then
        fail "$1 to $2 is not refused: $3"
        cat out
    fi
}
refuses late.co 2 "version 2 does not know gfx90a"
# Hidden arguments of version 5 that positional ones have no place for.
"$occ" -mcpu="$target" -mcode-object-version=5 -S vendor.cl -o hidden.s
sed -i 's/hidden_printf_buffer/hidden_block_count_x/' hidden.s
"$occ" hidden.s -o hidden.co
for to in 2 2d 3 4; do
    refuses hidden.co $to "version $to does not know 'hidden_block_count_x'"
done
$convert -mcode-object-version=6 hidden.co -o x.co || fail "version 6 does not know what 5 does"
refuses rel.o 5 "it is not linked"
"$occ" -mcpu="$target" "$root/examples/vector_add.cl" -o bad.co
index=$($llvm/llvm-readelf -SW bad.co | sed -n 's/^ *\[ *\([0-9]*\)\] \.comment .*/\1/p')
start=$($llvm/llvm-readelf -h bad.co | sed -n 's/.*Start of section headers: *\([0-9]*\).*/\1/p')
printf '\7' | dd of=bad.co bs=1 seek=$((start + index * 64 + 56)) conv=notrunc status=none
printf '\101' | dd of=bad.co bs=1 seek=$((start + index * 64 + 57)) conv=notrunc status=none
refuses bad.co 5 "is no whole number of its entries"
# A section of relocations more than .dynamic tells of, made of .hash: what is made anew has no room.
echo 'global int counter = 5; kernel void k(global int *p) { p[0] = counter; } kernel void l(global int *p) { p[0] = 1; }' |
    "$occ" -x cl -cl-std=CL2.0 -mcpu="$target" - -o grown.co
index=$($llvm/llvm-readelf -SW grown.co | sed -n 's/^ *\[ *\([0-9]*\)\] \.hash .*/\1/p')
start=$($llvm/llvm-readelf -h grown.co | sed -n 's/.*Start of section headers: *\([0-9]*\).*/\1/p')
printf '\4' | dd of=grown.co bs=1 seek=$((start + index * 64 + 4)) conv=notrunc status=none
refuses grown.co 5 "there is no room for its dynamic section"
refuses "$root/README.md" 5 "it is no ELF file"
refuses late.co 7 "unknown code object version"
$llvm/llvm-readelf -a "${readable[@]}" >text 2>complaints
$llvm/llvm-readelf --notes "${readable[@]}" | grep -iE 'invalid|unknown|corrupt' >>complaints
[ "$(grep -c '^Displaying notes' text)" = ${#readable[@]} ] || echo "it reads not all notes" >>complaints
[ ! -s complaints ] || fail "llvm-readelf: $(cat complaints)"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
