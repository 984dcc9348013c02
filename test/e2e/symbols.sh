#!/bin/sh
# Program-scope variables in code objects, as llvm-readelf reads them: sections, sizes, symbols.
# usage: symbols.sh BUILD
set -u
build=$(cd "$1" && pwd)
readelf=/usr/lib/llvm-16/bin/llvm-readelf
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed=0

cat >variables.cl <<'SOURCE'
global int counter = 5;
global ulong zeros[16];
global short null = 0;
constant int table[3] = {7, 8, 9};
static global int hidden = 3;
global int *global pointer = &counter;
kernel void
use(global int *p, int i)
{
    p[0] = counter++ + table[i] + hidden++ + null++;
    p[1] = zeros[i]++;
    p[2] = *pointer;
}
SOURCE

# says FILE TABLE PATTERN: a line of readelf's table matches
says()
{
    "$readelf" "$2" "$1" | tr -s ' ' | grep -Eq "$3" && return
    echo "FAIL: $1: no line of $2 matches '$3'"
    failed=1
}

# never FILE TABLE PATTERN
never()
{
    "$readelf" "$2" "$1" | tr -s ' ' | grep -Eq "$3" || return
    echo "FAIL: $1: a line of $2 matches '$3'"
    failed=1
}

# section FILE NAME: its number
section()
{
    "$readelf" -S "$1" | sed -n "s/^ *\[ *\([0-9]*\)\] $2 .*/\1/p"
}

for version in 2 3 4; do
    for kind in -c -shared; do
        object=variables$kind.$version.o
        "$build/bin/occ" -cl-std=CL2.0 -mcpu=gfx900 -mcode-object-version=$version $kind \
            variables.cl -o "$object" 2>errors || {
            grep -q "code object version" errors && continue
            cat errors
            exit 1
        }
        tables=-s
        [ $kind = -c ] || tables="-s --dyn-symbols"
        data=$(section "$object" '\.data') bss=$(section "$object" '\.bss')
        rodata=$(section "$object" '\.rodata')
        says "$object" -S '\.bss NOBITS .* 00 ?WA '
        for table in $tables; do
            says "$object" $table " 4 OBJECT GLOBAL PROTECTED $data counter\$"
            says "$object" $table " 128 OBJECT GLOBAL PROTECTED $bss zeros\$"
            says "$object" $table " 2 OBJECT GLOBAL PROTECTED $bss null\$"
            says "$object" $table " 8 OBJECT GLOBAL PROTECTED $data pointer\$"
            says "$object" $table " 12 OBJECT GLOBAL PROTECTED $rodata table\$"
        done
        says "$object" -s " 4 OBJECT LOCAL DEFAULT $data hidden\$"
        never "$object" --dyn-symbols hidden
    done
done
exit $failed
