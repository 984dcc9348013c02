#!/usr/bin/env bash
# `occ a.o b.o k.cl -o x.co` makes one program of units and sources; --emit=c-array a C source of it.
#   link_command.sh BUILD CC
set -uo pipefail
build=$1 compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$1/bin/occ" "$1/bin/gcnsim" "$work"
cd "$work" || exit 1
failed=0

# check 'what holds' command...
check() {
    "${@:2}" >out 2>&1 || {
        echo "FAIL: $1"
        head -n 5 out
        failed=$((failed + 1))
    }
}
# refuses STATUS 'text' command...: that status, that text, and no x.co
refuses() {
    echo old >x.co
    "${@:3}" >out 2>&1
    local status=$?
    if [ $status != "$1" ] || ! grep -qF -- "$2" out || [ -e x.co ]; then
        echo "FAIL: status $status, not $1, or no '$2', or an output: ${*:3}"
        head -n 5 out
        failed=$((failed + 1))
    fi
}
runs() { # OBJECT: k and other give 42
    [ "$(./gcnsim run "$1" --kernel k --global 1 --arg buf:i32=14@print=i32 2>&1 | tail -n 1)" = "    0: 42" ]
}

cat >k.cl <<'X'
int thrice(int x);
kernel void k(global int *a) { a[0] = thrice(a[0]); }
X
echo 'int thrice(int x) { return FACTOR * x; }' >a.cl
echo 'kernel void other(global int *a) { a[0] = 7; }' >b.cl

check "units" ./occ -c -flto -DFACTOR=3 a.cl -o a.o
check "a unit with kernels" ./occ -c -flto b.cl -o b.o
check "objects and a source" ./occ a.o b.o k.cl -o x.co
check "it runs" runs x.co
check "both kernels" sh -c "./gcnsim list x.co | grep -q 'kernel other'"
check "sources alone" ./occ -flto -DFACTOR=3 k.cl a.cl -o y.co
check "it runs" runs y.co
check "sources and -o" ./occ -DFACTOR=3 k.cl a.cl b.cl -o o.co
check "it runs" runs o.co
check "a library" ./occ -create-library a.o b.o -o l.o
check "a library is linked" ./occ k.cl l.o -o z.co
check "it runs" runs z.co
check "a library of a use and what it uses" ./occ -create-library -DFACTOR=3 k.cl a.cl -o both.o
check "it is linked" ./occ both.o -o both.co
check "it runs" runs both.co
check "the name is the first input's" ./occ k.cl a.o
check "k.co is there" runs k.co
check "one unit alone" ./occ b.o -o b.co

# What lacks and what is there twice has a place: of sources and of stored IR.
mkdir in
cp k.cl a.cl in
refuses 1 "in/k.cl:2:39: error: undefined symbol 'thrice', which 'in/k.cl' uses" ./occ b.o in/k.cl -o x.co
./occ -c -flto in/k.cl -o k.o
refuses 1 "k.cl:2:39: error: undefined symbol 'thrice', which 'k.o' uses" ./occ b.o k.o -o x.co
refuses 1 "a.cl:1:5: error: 'thrice' is defined in 'a.o' and in 'a.o'" ./occ a.o a.o k.cl -o x.co
refuses 1 "a.cl:1:5: note: previous definition is here" ./occ a.o in/a.cl -DFACTOR=3 k.cl -o x.co
check "remarks have places" sh -c "./occ -Rpass=inline k.o a.o -o x.co 2>&1 | grep -q '^k.cl:2:39: remark'"
refuses 1 "is linked already" ./occ b.co k.cl -o x.co
refuses 2 "cannot read 'none.o'" ./occ none.o a.o -o x.co
refuses 1 "gfx803" ./occ -mcpu=gfx803 a.o k.cl -o x.co
refuses 1 "error" ./occ -flto k.cl -DFACTOR='}' a.cl -o x.co
refuses 2 "dependencies" ./occ -MD a.o k.cl -o x.co
head -c 500 a.o >half.o
refuses 1 "half.o" ./occ half.o k.cl -o x.co
: >empty.o
refuses 1 "cannot link 'empty.o': it is damaged, or no object" ./occ empty.o -o x.co
sed 's/stored IR 7/stored IR 8/' a.o >other.o
refuses 1 "error: cannot link 'other.o': its IR is of version 8, and this occ reads 7" ./occ other.o k.cl -o x.co
sed 's/level 3/level 2/' a.o >other.o # what the sum is of
refuses 1 "error: cannot link 'other.o': its IR is damaged" ./occ other.o k.cl -o x.co
./occ -c b.cl -o code.o
refuses 1 "-flto -c" ./occ -create-library code.o k.cl -o x.co
refuses 1 "thrice" ./occ code.o k.cl -o x.co

for switch in -S -c -E -emit-ir -fsyntax-only; do
    text=$(./occ $switch k.cl a.o 2>&1)
    check "an object with $switch" [ "$? $text" = \
        "2 occ: error: 'a.o' is an object: objects are linked to a program, and $switch asks for something else" ]
    check "no output of that" [ ! -e k.s ]
done
text=$(./occ -flto -S k.cl a.cl -o none.s 2>&1)
check "text of a link" [ "$? $text" = "2 occ: error: -flto links to a program, and -S asks for something else" ]

# Images of other shapes or accesses are other types.
echo 'float4 texel(read_only image2d_t i) { return read_imagef(i, (int2)(0)); }' >image.cl
for type in 'read_only image2d_array_t' 'write_only image2d_t'; do
    echo "float4 texel($type i); kernel void k($type i, global float4 *o) { o[0] = texel(i); }" >image2.cl
    refuses 1 "error: 'texel' is declared in 'image2.cl' with other types than in 'image.cl'" ./occ image.cl image2.cl -o x.co
done
sed -i 's/write_only/read_only/g' image2.cl
check "an image of one kind" ./occ image.cl image2.cl -o image.co

# As a C source: the same bytes.
check "c-array" ./occ --emit=c-array b.cl
check "c-array of a link" ./occ --emit=c-array a.o k.cl -o my-kernels.c
check "an object" ./occ b.cl -o b.co
cat >main.c <<'X'
#include <stdio.h>
extern const unsigned char b[];
extern const size_t b_size;
extern const unsigned char my_kernels[];
extern const size_t my_kernels_size;
int main(void) { fwrite(b, 1, b_size, stdout); return my_kernels[0] != 0x7F || my_kernels_size < 100; }
X
check "it compiles" "$compiler" -std=c11 -Wall -Wextra -Werror main.c b.c my-kernels.c -o main
check "it runs" sh -c './main >bytes.co && cmp bytes.co b.co'
cp b.cl int.cl
check "c-array of a word of C" sh -c "./occ --emit=c-array int.cl && '$compiler' -std=c11 -Werror -c int.c -o int.o.c"
check "its name" grep -q 'char _int\[\]' int.c
for word in class NULL xor offsetof linux template; do
    check "c-array of $word" sh -c "cp b.cl $word.cl && ./occ --emit=c-array $word.cl && '$compiler' -std=gnu17 -Werror -c $word.c -o w.o.c &&
        { ! command -v c++ || c++ -x c++ -Werror -c $word.c -o w.o.c; }"
    check "its name" grep -q "char _$word\[\]" $word.c
done
for output in '' '-o -'; do
    check "c-array of standard input, $output" sh -c "./occ --emit=c-array - $output <b.cl >c.c && '$compiler' -std=c11 -Werror -c c.c -o c.o.c"
    check "is called kernels" grep -q 'char kernels\[\]' c.c
done
check "or as its file" sh -c "./occ --emit=c-array - -o mine.c <b.cl && grep -q 'char mine\[\]' mine.c"
for switch in -S -E -emit-ir -fsyntax-only -M -stop-after=sched; do
    ./occ --emit=c-array $switch b.cl -o none.c >out 2>&1
    check "no c-array with $switch" [ "$? $(cat out)" = \
        "2 occ: error: --emit=c-array is for objects, and ${switch%=*} asks for something else" ]
    check "nor an output" [ ! -e none.c ]
done
check "c-array of a relocatable object" ./occ -c --emit=c-array b.cl -o b.c
./occ --emit=text b.cl >out 2>&1 && { echo "FAIL: --emit=text"; failed=$((failed + 1)); }
# A kernel of another unit is called as a function, whether its own unit calls it or not.
echo 'kernel void k(global int *a) { a[0] *= 3; }' >callee.cl
echo 'kernel void k(global int *a); kernel void j(global int *a) { k(a); }' >caller.cl
check 'a kernel calls one of another unit' ./occ callee.cl caller.cl -o x.co
cat >callee2.cl <<'X'
struct s { int a, b; };
kernel void k(global int *a, struct s s, float4 f) { a[0] = a[0] * s.b + (int)f.y; }
X
cat >caller2.cl <<'X'
struct s { int a, b; };
kernel void k(global int *a, struct s s, float4 f);
kernel void j(global int *a) { struct s s = {1, 2}; k(a, s, (float4)(a[0])); }
X
check 'one with a record and a vector' ./occ callee2.cl caller2.cl -o x.co
check 'which runs' [ "$(./gcnsim run x.co --kernel j --global 1 --arg buf:i32=14@print=i32 2>&1 | tail -n 1)" = "    0: 42" ]
sed -i 's/int a, b;/int a;/; s/{1, 2}/{1}/' caller2.cl
refuses 1 "caller2.cl:3:50: error: 'k' is declared in 'caller2.cl' with other types than in 'callee2.cl'" \
    ./occ callee2.cl caller2.cl -o x.co
check 'and that of a library' ./occ callee.cl caller.cl -create-library -o library.o
check 'which links' ./occ library.o -o y.co
refuses 1 "undefined symbol 'k', which 'caller.cl' uses" ./occ caller.cl b.cl -DFACTOR=1 -o x.co
./occ callee.cl caller.cl -o x.co
for object in x.co y.co; do
    [ "$(./gcnsim run $object --kernel j --global 1 --arg buf:i32=14@print=i32 2>&1 | tail -n 1)" = "    0: 42" ] || {
        echo "FAIL: the called kernel of $object"
        failed=$((failed + 1))
    }
done

# What a header defines for several units is there once: inline and weak functions, weak variables, samplers. Of
# two kinds that which is not weak counts, wherever it stands.
cat >inline.h <<'X'
inline int sq(int x) { return x * x; }
extern inline int cube(int x) { return x * sq(x); }
__inline__ __attribute__((always_inline)) int inc(int x) { return x + 1; }
__attribute__((overloadable)) inline int both(int x) { return x; }
__attribute__((overloadable)) inline int both(float x) { return (int)x + 20; }
__attribute__((weak)) int declared_weak(int x);
int declared_weak(int x) { return x - 2; }
__attribute__((weak)) constant int variable[2] = {1, 2};
constant sampler_t s = CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP | CLK_NORMALIZED_COORDS_FALSE;
const sampler_t s2 = CLK_FILTER_LINEAR | CLK_ADDRESS_CLAMP | CLK_NORMALIZED_COORDS_TRUE;
float texel(read_only image2d_t i);
X
user() { # KERNEL: sq(3) + cube(2) + inc(7) + declared_weak(15) + variable[0] + 3 is 41
    echo '#include "inline.h"'
    echo "kernel void $1(global int *a) {"
    echo '    a[0] = sq(a[0] - 11) + cube(2) + inc(4) + declared_weak(5) + variable[0] + both(0) + both(-4.0f); }'
    echo "kernel void $1_image(read_only image2d_t i, global float4 *o) {"
    echo '    o[0] = read_imagef(i, s, (int2)(0)) + read_imagef(i, s2, (float2)(0)); }'
}
user k >inline-k.cl && user other >inline-o.cl
for flags in '-c -flto' -c; do
    check "inline, $flags" ./occ $flags inline-k.cl -o inline-k.o
    check "inline, $flags" ./occ $flags inline-o.cl -o inline-o.o
    check "inline links, $flags" ./occ inline-k.o inline-o.o -o inline.co
    check 'it runs' runs inline.co
    check 'both run' [ "$(./gcnsim run inline.co --kernel other --global 1 --arg buf:i32=14@print=i32 2>&1 | tail -n 1)" = "    0: 42" ]
done
check 'a library of them' ./occ -create-library inline-k.cl inline-o.cl -o inline-l.o
echo '#include "inline.h"' >inline-3.cl
check 'with a third unit' ./occ inline-3.cl inline-l.o -o inline.co
check 'it runs' runs inline.co
echo 'int sq(int x) { return x * x + 1; }' >strong.cl
echo '__attribute__((weak)) constant int variable[2] = {5, 2};' >weak2.cl
echo 'constant int variable[2] = {3, 2};' >strong2.cl
gives() { [ "$(./gcnsim run inline.co --kernel k --global 1 --arg buf:i32=14@print=i32 2>&1 | tail -n 1)" = "    0: $1" ]; }
check 'strong last' ./occ inline-k.cl strong.cl weak2.cl -o inline.co
check 'wins' gives 45
check 'strong first' ./occ strong.cl weak2.cl inline-k.cl strong2.cl -o inline.co
check 'wins' gives 47
refuses 1 "'sq' is defined in 'strong.cl' and in 'strong.cl'" ./occ strong.cl inline-k.cl strong.cl -o x.co
refuses 1 "'sq' is defined in 'inline-3.cl' and in 'sq.cl'" sh -c \
    "echo 'constant int sq = 1; kernel void a(global int *a) { a[0] = sq; }' >sq.cl && ./occ inline-3.cl sq.cl -o x.co"
echo 'inline float sq(float x) { return x; } kernel void a(global float *a) { a[0] = sq(a[0]); }' >float.cl
refuses 1 "'sq' is declared in 'float.cl' with other types than in 'inline-k.cl'" ./occ inline-k.cl float.cl -o x.co
echo '__attribute__((weak)) constant int value = 1; kernel void k(global int *a) { a[0] = 32 + value; }' >weak3.cl
echo 'constant int value = 10; kernel void other(global int *a) { a[0] = value; }' >strong3.cl
for flags in '-c -flto' -c; do # in code, too, nobody knows the value of a weak variable
    check 'weak' ./occ $flags weak3.cl -o weak3.o
    check 'strong' ./occ $flags strong3.cl -o strong3.o
    check 'of two the strong variable' ./occ weak3.o strong3.o -o inline.co
    check 'is read' gives 42
done
check 'a weak variable is one in the object' sh -c "./occ -c inline-k.cl -o weak.o && /usr/lib/llvm-16/bin/llvm-readelf -s weak.o | grep -q 'WEAK.*variable'"
check 'and in assembly' sh -c "./occ -S inline-k.cl -o - | grep -q '\.weak.variable'"
echo '__attribute__((overloadable)) int f(float4 x, global int *y) { return 1; }' >over.cl
refuses 1 "'f(float4, __global int *)' is defined in 'over.cl' and in 'over.cl'" ./occ over.cl over.cl -o x.co
echo '__attribute__((overloadable)) int f(constant float *const *x); kernel void a(global int *a) { a[0] = f(0); }' >over2.cl
refuses 1 "undefined symbol 'f(__constant float **)'" ./occ over2.cl -flto over.cl -o x.co

# Names are of one thing, of one size in one space.
echo 'constant int f = 1; kernel void a(global int *p) { p[0] = f; }' >variable.cl
echo 'int f(int x) { return x; } kernel void b(global int *p) { p[0] = f(1); }' >function.cl
refuses 1 "'f' is defined in 'variable.cl' and in 'function.cl'" ./occ variable.cl function.cl -o x.co
echo 'extern constant int v[100]; kernel void a(global int *p) { p[0] = v[p[0]]; }' >long.cl
echo 'constant int v[2] = {1, 2};' >short.cl
refuses 1 "'v' is declared in 'long.cl' with other types than in 'short.cl'" ./occ long.cl short.cl -o x.co
echo 'extern constant int v[]; kernel void a(global int *p) { p[0] = v[1]; }' >open.cl
check 'an array of open size is one of any size' ./occ open.cl short.cl -o x.co
echo 'extern global int v[2]; kernel void a(global int *p) { v[0] = 1; }' >global.cl
refuses 1 "'v' is declared in 'global.cl' with other types" ./occ -cl-std=CL2.0 global.cl short.cl -o x.co

exit $((failed != 0))
