#!/usr/bin/env bash
# occ as a step of other programs' builds: dependency files with ninja and make, ccache,
# preprocessed text.
#   builds.sh BUILD
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
occ=$1/bin/occ
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Paths of build and source may have spaces, which rules and sh -c would split.
ln -s "$occ" "$work/occ"
ln -s "$root" "$work/root"
occ=$work/occ root=$work/root
cd "$work" || exit 1
passed=0 failed=0

# check 'what holds' command...
check() {
    if "${@:2}" >out 2>&1; then passed=$((passed + 1)); else
        echo "FAIL: $1"
        head -n 10 out
        failed=$((failed + 1))
    fi
}
# same FILE: its text is standard input
same() { check "the text of $1" diff - "$1"; }

mkdir inc sys 'dir $x'
echo '#define SIZE 4' >'inc/a #b.h'
echo '#define SYSTEM 1' >sys/system.h
printf '#include "a #b.h"\n#include <system.h>\nkernel void k(global int *x) { x[SYSTEM] = SIZE; }\n' >k.cl
flags="-Iinc -isystem sys"

# Rules.
check 'the rule of -M' "$occ" $flags -M k.cl -o m.d
same m.d <<'X'
k.o: k.cl \
  inc/a\ \#b.h \
  sys/system.h
X
check 'the rule of -MM -MP' "$occ" $flags -MM -MP -MT 'raw two' -MQ 'quoted $x' k.cl -o m.d
same m.d <<'X'
raw two quoted\ $$x: k.cl \
  inc/a\ \#b.h

inc/a\ \#b.h:
X
check '-MD names the file after the output' "$occ" $flags -MD k.cl -c -o 'dir $x/out.o'
check '-MD rule' grep -qF 'dir\ $$x/out.o: k.cl' 'dir $x/out.d'
check '-MMD -MF' "$occ" $flags -MMD -MF other.d k.cl -o k.co
check '-MMD -MF rule' sh -c 'grep -q "^k.co:" other.d && ! grep -q system other.d'
check '-M prints' sh -c "$occ $flags -M k.cl | grep -q '^k.o: k.cl'"
echo '#error no' >bad.cl
check 'no rule after an error' sh -c "! $occ -MD -MF bad.d bad.cl 2>/dev/null && [ ! -e bad.d ]"
check '-MF alone' sh -c "$occ -MF bad.d k.cl 2>&1 | grep -q 'needs one of'"

# ninja and make build again what a header changed, and nothing else.
cat >build.ninja <<X
rule cl
  command = $occ -x c $flags -c \$in -o \$out -MD -MF \$out.d
  depfile = \$out.d
  deps = gcc
build k.o: cl k.cl
X
cat >Makefile <<X
k.mk.o: k.cl
	$occ $flags -c k.cl -o k.mk.o -MMD -MP
-include k.mk.d
X
check 'ninja builds' ninja
check 'ninja has nothing to do' sh -c 'ninja | grep -q "no work"'
# make does not cope with a # in a name that it is to make itself
sed -i 's/a #b.h/a b.h/' k.cl
mv 'inc/a #b.h' 'inc/a b.h'
check 'make builds' make
check 'make has nothing to do' sh -c 'make | grep -q "up to date"'
echo '#define SIZE 5' >'inc/a b.h'
touch -d '+2 seconds' 'inc/a b.h'
check 'make sees the header' sh -c 'make | grep -q -- "-c k.cl"'
check 'ninja builds again' ninja
touch -d '+9 seconds' 'inc/a b.h'
check 'ninja sees the header' sh -c 'ninja | grep -q "\[1/1\]"'

# ccache: the second time is a hit, a header with nothing but a macro counts.
export CCACHE_DIR=$work/cache CCACHE_SLOPPINESS=include_file_mtime,include_file_ctime
unset CCACHE_DISABLE CCACHE_PREFIX CCACHE_NODIRECT CCACHE_RECACHE CCACHE_READONLY
hits() { ccache --print-stats | awk '/^(direct|preprocessed)_cache_hit/ { n += $2 } END { print n + 0 }'; }
cached() { ccache "$occ" -x c $flags -c k.cl -o cached.o -MD -MF cached.d; }
touch -d '-9 seconds' 'inc/a b.h' sys/system.h k.cl
check 'ccache compiles' cached
check 'no hit yet' [ "$(hits)" = 0 ]
mv cached.o first.o
rm cached.d
check 'ccache again' cached
check 'a hit' [ "$(hits)" = 1 ]
check 'the same object' cmp cached.o first.o
check 'the rule is back' grep -q '^cached.o:' cached.d
echo '#define SIZE 6' >'inc/a b.h'
check 'ccache, header changed' cached
check 'no hit after the change' [ "$(hits)" = 1 ]
check 'another object' sh -c '! cmp -s cached.o first.o'
mv cached.o second.o
export CCACHE_NOCPP2=1 CCACHE_NODIRECT=1 CCACHE_RECACHE=1
check 'ccache compiles the preprocessed text' cached
check 'the same object by that way' cmp cached.o second.o
unset CCACHE_NOCPP2 CCACHE_NODIRECT CCACHE_RECACHE

# Compiling what -E wrote gives the same bytes.
cat >e.cl <<'X'
#undef M_PI
#pragma OPENCL FP_CONTRACT OFF
#define DO(x) _Pragma(#x)
#define LOOP(n) DO(unroll n) for (int i = 0; i < 4; i++)
#define F(x, ...) G(x, ##__VA_ARGS__) - -x
#define G(x, y) (x+ +y)
constant char text[] = "a \"quoted\" // text";
kernel void k(global float *x, global char *c) {
    float M_PI = 3.0f;
    LOOP(2) x[i] = x[i] * 2.0f + F(x[i], x[i + 1]) - M_PI; c[0] = text[(int)x[0]]; c[1] = __LINE__;
    #pragma unroll
    for (int i = 0; i < 3; i++) x[i] += NAN == x[i] ? HUGE_VALF : INT_MIN;
}
X
for file in e.cl k.cl "$root"/examples/*.cl; do
    "$occ" $flags -c "$file" -o direct.o && "$occ" $flags -E "$file" -o text.i
    check "$file: -E, then -c" sh -c "$occ -c text.i -o via.o && cmp via.o direct.o"
    "$occ" $flags -E -C "$file" -o text.c
    check "$file: -E -C, then -c" sh -c "$occ -x cpp-output -c text.c -o via.o && cmp via.o direct.o"
    check "$file: -E -P, then -c" sh -c \
        "$occ $flags -E -P $file -o text.p && $occ -x cpp-output -c text.p -o via.o && cmp via.o direct.o"
done
check '-P writes no markers' sh -c '! grep -q "^# [0-9]" text.p'
check '-E writes markers' grep -q '^# 1 "' text.i

# -C keeps comments.
cat >comment.cl <<'X'
/* one
 two */ int x;
#define A(x) x /* body */
A // three
  (/* argument */ 4) a/**/b //
// five
#if 0 // six
/* seven */
#endif
"a" /* eight
*/ "b"
X
check '-C' "$occ" -E -C comment.cl -o comment.i
same comment.i <<'X'
# 1 "comment.cl"
/* one
 two */        int x;

// three
                  4 a /**/ b //
// five



"a" /* eight
*/ "b"
X

# __DATE__ and __TIME__.
echo 'constant char when[] = __DATE__ __TIME__; kernel void k(global char *x) { x[0] = when[x[1]]; }' >date.cl
check 'SOURCE_DATE_EPOCH' sh -c "SOURCE_DATE_EPOCH=86399 $occ -Werror -E date.cl | grep -qF '\"Jan  1 1970\" \"23:59:59\"'"
check 'a warning without it' sh -c "env -u SOURCE_DATE_EPOCH $occ date.cl -o date.co 2>&1 | grep -q 'warning: .*not reproducible'"
check 'a wrong SOURCE_DATE_EPOCH' sh -c "SOURCE_DATE_EPOCH=now $occ date.cl 2>&1 | grep -q 'SOURCE_DATE_EPOCH is .now., not a number'"

# Response files.
printf '%s\n' "-DA=1 '-DTEXT=a b'" '"-DB=2"  -I\ no @more' >args
echo '-DC=3' >more
printf 'A B C TEXT' >r.cl
check 'arguments from a file' sh -c "$occ -E -P @args r.cl | grep -qx '1 2 3 a b'"
echo '@loop' >loop
check 'a response file of itself' sh -c "$occ @loop r.cl 2>&1 | grep -q 'nested too deeply'"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
