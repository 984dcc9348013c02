#!/usr/bin/env bash
# Assembly text as input of occ, and the command occ-obj: names, statuses, what is written and what is not.
#   assembly.sh BUILD NO_MEMFD      no_memfd.c as a library
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$1/bin/occ" "$1/bin/occ-obj" "$work"
occ=$work/occ object=$work/occ-obj machine=$1/libexec/occ/occ-machine no_memfd=$2
cd "$work" || exit 1
passed=0 failed=0

# expect STATUS 'text that must appear' command...
expect() {
    local status=$1 text=$2 output got
    shift 2
    output=$("$@" 2>&1)
    got=$?
    if [ $got = "$status" ] && grep -qF -- "$text" <<<"$output"; then
        passed=$((passed + 1))
    else
        echo "FAIL: exit $got, wanted $status and '$text': $*"
        echo "$output" | head -n 5
        failed=$((failed + 1))
    fi
}
holds() {
    if "$@"; then passed=$((passed + 1)); else
        echo "FAIL: $*"
        failed=$((failed + 1))
    fi
}

printf 's_mov_b32 s0, s1\ns_endpgm\n' >good.s
printf 's_mov_b32 s0\n  s_nope\n' >bad.s
expect 0 '' "$occ" -c good.s
holds test -s good.o
expect 0 '' "$occ" -c -x assembler - -o stdin.o <good.s
holds cmp good.o stdin.o
expect 0 '' "$occ" -c good.s -o again.o
holds cmp good.o again.o
# The text's target holds, and must be the one that is given.
printf '.amdgcn_target "amdgcn-amd-amdhsa--gfx803"\ns_endpgm\n' >target.s
expect 0 '' "$occ" -c target.s
expect 0 's_endpgm' "$object" disasm target.o
holds test "$(od -A n -t x1 -j 48 -N 1 target.o)" = ' 2a' # EF_AMDGPU_MACH_AMDGCN_GFX803
expect 0 'version: 4' "$object" dump target.o # as llvm-mc: version 2 has other directives
expect 1 "the text is for 'gfx803'" "$occ" -c -mcpu=gfx900 target.s -o wrong.o
holds test ! -e wrong.o
# Metadata that is none of kernels: converted without them.
cat >list.s <<'X'
.amdgcn_target "amdgcn-amd-amdhsa--gfx900:xnack-"
s_endpgm
.section .note,"a"
.p2align 2
.long 7, 38, 32
.asciz "AMDGPU"
.p2align 2
.ascii "\202\256amdhsa.kernels\221\221\241a\256amdhsa.version\222\001\001" ; {kernels: [[a]], version: [1, 1]}
.p2align 2
.section .rodata,"a"
.p2align 12
X
expect 0 '' "$occ" list.s -o list.co
expect 0 '' "$object" convert -mcode-object-version=5 list.co -o list5.co
expect 0 'version: 5' "$object" dump list5.co
# Thousands of sections, and too many; a file without end.
seq 5000 | sed 's/.*/.section .i&,"a"\n.long &/' >many.s
expect 0 '' "$occ" -c many.s
holds test "$("$object" dump many.o | grep -c '\.i[0-9]* *PROGBITS')" = 5000
seq 31000 | sed 's/.*/.section .i&,"a"/' >toomany.s
expect 1 "too many" "$occ" -c toomany.s
printf '.incbin "/dev/zero"\n' >endless.s
expect 1 "cannot read '/dev/zero'" "$occ" -c endless.s
# A note in which 40 lists hold each other: said of the file, and not as a lack of memory.
printf '.section .note,"a"\n.long 7, 41, 32\n.asciz "AMDGPU"\n.byte 0\n.fill 40, 1, 0x91\n.byte 0xc0\n' >deep.s
expect 0 '' "$occ" -c deep.s
expect 1 "'deep.o': bad metadata: it is nested too deep" "$object" dump deep.o
# Errors: place, line, caret, several; no output, not even an older one.
touch bad.o
expect 1 "bad.s:2:3: error: gfx900 has no instruction 's_nope'" "$occ" -c bad.s
expect 1 "bad.s:1:13: error: expected ','" "$occ" -c bad.s
expect 1 '  ^~~~~~' "$occ" -c bad.s
holds test ! -e bad.o
expect 0 '' "$occ" -fsyntax-only good.s
expect 1 'can only become an object' "$occ" -S good.s -o -
expect 0 '' "$occ" -c -save-temps good.s # there is nothing between it and the object
# Includes, from -I, and in dependency files.
mkdir sub
echo 'answer = 42' >sub/answer.inc
printf '.include "answer.inc"\n.long answer\n' >include.s
expect 1 "cannot read 'answer.inc'" "$occ" -c include.s
expect 0 '' "$occ" -c -Isub -MD include.s
expect 0 'sub/answer.inc' cat include.d

expect 0 'disasm' "$object" --help
for subcommand in disasm dump verify convert extract; do
    expect 0 "usage: occ-obj $subcommand " "$object" $subcommand --help
done
expect 0 '-mcode-object-version=N   the version' "$object" convert missing.o --help
expect 0 '  --json                    as JSON' "$object" dump --help
# What the system lacks is told as that; occ itself is static and has nothing preloaded.
expect 3 'cannot write the ELF file: Too many open files' env LD_PRELOAD="$no_memfd" "$machine" -c -x assembler -mcpu=gfx900 - -o x.o <good.s
expect 0 'occ-obj' "$object" --version
expect 2 'no subcommand' "$object"
expect 2 "unknown subcommand 'nothing'" "$object" nothing
expect 2 'no input file' "$object" disasm
expect 2 'cannot read' "$object" disasm missing.o
expect 1 'no ELF file' "$object" disasm good.s
expect 0 's_mov_b32 s0, s1                                           // 000000000000: BE800001' "$object" disasm good.o
expect 0 's_endpgm' "$object" disasm - <good.o
# Quotes in printf's strings, one alone too, come through the text.
cat >quote.cl <<'EOF'
kernel void k(int n) { printf("\"%d\" \\ ' : , # x\n", n); printf("\""); printf("'"); }
EOF
for version in 2 2d 3 5; do
    "$occ" -c -mcode-object-version=$version quote.cl -o quote.o
    "$occ" -S -mcode-object-version=$version quote.cl -o quote.s && "$occ" -c quote.s -o quoted.o
    "$object" dump quote.o | sed -n '/metadata:/,$p' >quote.txt
    holds grep -q '2:0:"' quote.txt
    holds diff quote.txt <("$object" dump quoted.o | sed -n '/metadata:/,$p')
    [ $version = 2d ] || holds timeout 20 /usr/lib/llvm-16/bin/llvm-mc -triple=amdgcn-amd-amdhsa -mcpu=gfx900 \
        -mattr=-xnack --amdhsa-code-object-version=$version -filetype=obj quote.s -o quoted.o
done
# Without symbols: readers want a table of names with the empty one.
echo ' s_endpgm' >bare.s
holds "$occ" -c bare.s -o bare.o
holds test -z "$(/usr/lib/llvm-16/bin/llvm-readelf -a bare.o 2>&1 >/dev/null)"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
