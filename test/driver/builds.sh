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

# Errors are not cached, warnings come again with the hit; -E by the same way.
printf '#warning "mind"\nkernel void k(global int *x) { x[0] = 1; }\n' >warns.cl
echo 'kernel void k(global int *x) { x[0] = y; }' >wrong.cl
touch -d '-9 seconds' warns.cl wrong.cl
before=$(hits)
for i in 1 2; do
    check "ccache: the warning, time $i" sh -c "ccache $occ -x c -c warns.cl -o w.o 2>&1 | grep -q 'warning: .mind'"
    check "ccache: the error, time $i" sh -c "! ccache $occ -x c -c wrong.cl -o w.o 2>err && grep -q 'wrong.cl:1:39: error' err"
    check "ccache: -MMD -MP, time $i" ccache "$occ" -x c $flags -c k.cl -o p.o -MMD -MF p.d -MP
    check "ccache: -x cl is passed on, time $i" ccache "$occ" -x cl $flags -c k.cl -o q.o
done
check 'hits: the warning, -MMD' [ "$(hits)" = $((before + 2)) ]
check 'the rule of the hit' grep -qF 'inc/a\ b.h:' p.d
check '-x cl: the same object' cmp p.o q.o
"$occ" -x c $flags -E k.cl >own.i
check '-E of ccache is ours' sh -c "ccache $occ -x c $flags -E k.cl | cmp - own.i"

# -MG: headers that are to be made; make makes them, and their rule holds from then on.
printf '#include "made.h"\n#include <also/made.h>\nkernel void k(global int *x) { x[0] = MADE; }\n' >g.cl
check '-MM -MG' "$occ" -MM -MG g.cl -o g.d
same g.d <<'X'
g.o: g.cl \
  made.h \
  also/made.h
X
check 'without -MG' sh -c "! $occ -MM g.cl 2>err && grep -q \"'made.h' file not found\" err && grep -q also err"
cat >made.mk <<X
g.o: g.cl
	$occ -I. -c g.cl -o g.o -MD -MP
made.h:
	echo '#define MADE 3' >made.h
also/made.h:
	mkdir -p also && : >also/made.h
-include g.d
X
check 'make makes the headers first' make -f made.mk g.o
check 'and the object' test -s g.o
sed -i /also/d g.cl
rm -r also
sed -i '/^made.h/,/^	mkdir/d' made.mk
check '-MP: a header that is gone is no fault' sh -c "make -f made.mk g.o && ! grep -q also g.d"

# CRLF line ends change nothing.
mkdir crlf
cat >crlf/k.cl <<'X'
#define ADD(a, b) ((a) + \
    (b))
#define TEXT(x) #x
#include "h.h"
/* two
   lines */
constant char text[] = "a\
b" TEXT(c
  d);
#if defined(ADD) && \
    1
kernel void k(global int *x) { x[0] = ADD(H, // comment \
      still one
    2); x[1] = text[x[2]] + __LINE__; }
#else
#error not reached
#endif
#pragma unroll 4
for
_Pragma("unroll 2") 'c' \
    1e3 ADD(
#undef H
H, 1)
#line 7 "other.cl"
__LINE__ __FILE__
X
echo '#define H 1 /* one */' >crlf/h.h
sed '/^#pragma unroll/,$d' crlf/k.cl >crlf/l.cl
"$occ" -E crlf/k.cl -o lf.i
"$occ" -c crlf/l.cl -o lf.o
sed -i 's/$/\r/' crlf/*
check 'CRLF: -E' "$occ" -E crlf/k.cl -o crlf.i
check 'CRLF: the same text' cmp lf.i crlf.i
check 'CRLF: -c' "$occ" -c crlf/l.cl -o crlf.o
check 'CRLF: the same object' cmp lf.o crlf.o
printf 'constant int a;\r\n int x = y;\r\n' >crlf/error.cl
for what in '-M crlf/l.cl' '-E crlf/k.cl' '-E -C crlf/k.cl' '-E -dM crlf/k.cl' '-fsyntax-only crlf/error.cl'; do
    "$occ" $what >text 2>&1
    check "CRLF: something from $what" test -s text
    check "CRLF: none from $what" sh -c "! od -c text | grep -qF '\\r'"
done
printf -- '-DA=1\r\n-DB=2\r\n' >rsp
check 'CRLF: response files' sh -c "echo A B | $occ -E -P @rsp - | grep -qx '1 2'"

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
