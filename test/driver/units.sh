#!/usr/bin/env bash
# Units of a program of several: what one only declares, and what it offers, stays IR in an object.
#   units.sh BUILD
set -uo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$1/bin/occ" "$1/bin/ir-opt" "$work" # the build's path may have spaces, which sh -c would split
cd "$work" || exit 1
llvm=/usr/lib/llvm-16/bin
passed=0 failed=0

# check 'what holds' command...
check() {
    if "${@:2}" >out 2>&1; then passed=$((passed + 1)); else
        echo "FAIL: $1"
        head -n 10 out
        failed=$((failed + 1))
    fi
}
# stored FILE.cl switch...: the text of .occ.ir in stored.oir; false: the object has none
stored() {
    rm -f stored.oir
    ./occ -c "$@" -o unit.o && $llvm/llvm-objcopy --dump-section .occ.ir=stored.oir unit.o copy.o
}
holds() { check "stored IR has: $1" grep -qF -- "$1" stored.oir; }

cat >uses.cl <<'X'
float helper(float x);
extern constant int table[4];
static constant int own[2] = {1, 2};
static int twice(int x) { return x * 2 + own[x & 1]; }
int offered(int x) { return twice(x); }
kernel void k(global float *x, int n) { x[n] = helper(sin(x[0])) + table[n] + offered(n); }
kernel void alone(global int *x) { x[0] = 1; }
X
cat >offers.cl <<'X'
constant int table[4] = {1, 2, 3, 4};
float helper(float x) { return x + 1; }
X
cat >whole.cl <<'X'
float unused(float x);
extern constant int other[4];
float helper(float x) { return x + 1; }
kernel void k(global float *x) { x[0] = helper(x[1]); }
X
for switch in -fsyntax-only '-emit-ir -o -' '-c -o unit.o'; do
    check "$switch takes a function without body" ./occ -Werror $switch uses.cl
done
check 'an object with IR' stored uses.cl
holds 'function @helper (f32 %1) -> f32 external'
holds 'global @table external space constant size 16'
holds 'global @static.own space constant'
holds 'function @static.twice (i32 %1) -> i32'
holds 'function @offered (i32 %1) -> i32'
holds 'function @k (p.global %1, i32 %2) kernel'
holds 'function @alone (p.global %1) kernel'
holds 'f32 denormals kept'
check 'places of definitions and of uses alone' sh -c '[ "$(grep -c "!" stored.oir) $(grep -c "^place" stored.oir)" = "5 5" ]'
check 'a use' sh -c 'grep -q "call f32 %9, @helper !3" stored.oir && sed -n 4p stored.oir | grep -qx "place 6 48"'
mkdir folder
cp uses.cl folder
check 'the folder' sh -c './occ -c folder/uses.cl -o in-folder.o && ./occ -c uses.cl -o unit.o && cmp in-folder.o unit.o'
check 'it reads back' sh -c './ir-opt stored.oir >again && sed 1d stored.oir | diff - again'
check 'not loaded, a relocatable object' sh -c "$llvm/llvm-readelf -hS unit.o >sections && grep -q 'REL (Relocatable' sections && grep -Eq '\.occ\.ir +PROGBITS +0+ [0-9a-f]+ [0-9a-f]+ 00 +0 +0 +1' sections"
check 'without code' sh -c "$llvm/llvm-readelf -S unit.o | grep -Eq '\.text +PROGBITS +0+ [0-9a-f]+ 000000'"
check 'without kernels in the metadata' sh -c '! strings unit.o | grep -q SymbolName'
for version in 2 4; do
    check "version $version" stored uses.cl -mcode-object-version=$version
done
check 'denormals' stored uses.cl -cl-denorms-are-zero
holds 'f32 denormals flushed'
echo 'kernel void k(global float *x) { x[0] = x[1] * 0.5f; }' >half.cl
check 'units that flush denormals' ./occ -c -flto -cl-denorms-are-zero half.cl -o half.o
check 'their link' ./occ half.o -o linked.co
check 'the same at once' ./occ -cl-denorms-are-zero half.cl -o direct.co
check 'linked code flushes them, too' cmp linked.co direct.co
check 'what a unit without kernels offers' stored offers.cl
check 'its function' grep -qx 'function @helper (f32 %1) -> f32 !2' stored.oir
holds 'global @table visible space constant size 16 align 16 layout 1746142916 !1 = "\01\00\00\00'
check 'a whole program has code' sh -c "./occ -c whole.cl -o unit.o && ! $llvm/llvm-readelf -S unit.o | grep -q occ.ir"

# What a unit is compiled with goes with it; what the link says wins.
cat >big.cl <<'X'
float part(float a, float b) { for (int i = 0; i < 3; i++) a = a * b - sin(a); return a; }
kernel void k(global float *x) {
    float s = 0, y[24];
    for (int i = 0; i < 24; i++) y[i] = x[i];
    for (int i = 0; i < 24; i++) s += y[i] * y[23 - i] + x[i * 3];
    x[0] = part(s, y[1]);
}
X
code_of() { $llvm/llvm-objcopy --dump-section .text="$1.text" "$1" copy.o && cat "$1.text"; }
is_code() { code_of "$1" >one && code_of "$2" >other && cmp one other; }
check 'as usual' ./occ big.cl -o usual.co
flags_of() { $llvm/llvm-readelf -h "$1" | grep Flags; }
for switch in -O0 -cl-opt-disable -mmax-vgprs=16 -cl-denorms-are-zero -fno-inline -mcpu=gfx900:xnack+ -mcpu=gfx901; do
    check "$switch at once" ./occ $switch big.cl -o direct.co
    check "$switch of the unit" ./occ -c -flto $switch big.cl -o big.o
    check 'its link' ./occ big.o -o linked.co
    check "code as $switch makes it" is_code linked.co direct.co
    check "flags as $switch makes them" [ "$(flags_of linked.co)" = "$(flags_of direct.co)" ]
    check 'which differs' sh -c '! cmp direct.co usual.co'
    check 'a library' ./occ -create-library big.o -o library.o
    check "its link with $switch" sh -c './occ library.o -o linked.co'
    check "code of the library, $switch" is_code linked.co direct.co
done
./occ -c -flto -O0 big.cl -o big.o
check 'the link has a level' ./occ -O3 big.o -o linked.co
check 'which wins' is_code linked.co usual.co
echo "kernel void h(global float *x) { x[0] = x[1] * 0.5f; }" >h.cl
# Not the code of -O0 at once: variables of a unit that was optimised have no places.
./occ -c -flto h.cl -o h.o && ./occ -O3 h.o big.o -o direct.co && ./occ -O0 h.o big.o -o least.co
check 'two levels' ./occ h.o big.o -o linked.co
check 'the least counts' is_code linked.co least.co
check 'not the other' sh -c '! cmp linked.co direct.co'
./occ -c -flto -fno-inline big.cl -o big.o
check 'the link says how to inline' ./occ -finline-functions big.o -o linked.co
check 'which wins, too' is_code linked.co usual.co
check 'of two units the one that inlines less' sh -c './occ h.o big.o -o linked.co && ./occ -fno-inline h.cl big.cl -o direct.co'
check 'counts for both' is_code linked.co direct.co

# Units are for one target, with its features.
for cpu in gfx906 gfx906:xnack+ gfx906:sramecc- gfx906:sramecc+ gfx906:xnack-; do
    ./occ -c -flto -mcpu=$cpu h.cl -o "h-$cpu.o" && ./occ -c -flto -mcpu=$cpu big.cl -o "big-$cpu.o"
done
# links CPU FIRST SECOND: the executable is as for CPU; refuses CPU FIRST SECOND 'message'
links() {
    check "$2 with $3" ./occ -mcpu=gfx906 "h-$2.o" "big-$3.o" -o linked.co
    check "at once for $1" ./occ -mcpu="$1" h.cl big.cl -o direct.co
    check "is for $1" [ "$(flags_of linked.co)" = "$(flags_of direct.co)" ]
}
refuses() {
    check "no link for $1 of $2 and $3" sh -c "! ./occ -mcpu=$1 h-$2.o big-$3.o -o linked.co 2>said"
    check "it says: $4" grep -qF -- "$4" said
}
links gfx906 gfx906 gfx906:xnack-
links gfx906:xnack+ gfx906:xnack+ gfx906:xnack+
links gfx906:sramecc- gfx906 gfx906:sramecc-
links gfx906:sramecc+ gfx906:sramecc+ gfx906
refuses gfx906 gfx906 gfx906:xnack+ \
    "error: cannot link 'big-gfx906:xnack+.o': it is compiled with XNACK on, 'h-gfx906.o' with it off"
refuses gfx906 gfx906:sramecc+ gfx906:sramecc- "with SRAMECC off, 'h-gfx906:sramecc+.o' with it on"
refuses gfx906:xnack+ gfx906 gfx906 "it is compiled with XNACK off, the link with it on"
refuses gfx906:sramecc- gfx906 gfx906:sramecc+ "it is compiled with SRAMECC on, the link with it off"
./occ -c -flto -g big.cl -o big.o
check 'lines of the unit' sh -c "./occ big.o -o linked.co && $llvm/llvm-dwarfdump --debug-line linked.co | grep -q big.cl"
check 'not with -g0' sh -c "./occ -g0 big.o -o linked.co && ! $llvm/llvm-readelf -S linked.co | grep -q debug_line"
./occ -c -flto -mmax-vgprs=32 big.cl -o big.o
check 'the smaller limit' sh -c './occ -mmax-vgprs=16 big.o -o linked.co && ./occ -mmax-vgprs=16 big.cl -o direct.co'
check 'counts' is_code linked.co direct.co

# What is to run lacks nothing.
for switch in '' -S; do
    check "a program without the function, $switch" sh -c "! ./occ $switch uses.cl -o run 2>said && [ ! -e run ]"
    check 'the place is told' grep -qF "uses.cl:6:48: error: function 'helper' is called but not defined" said
done
echo 'static int f(int x); kernel void k(global int *x) { x[0] = f(1); }' >static.cl
check 'no other unit has a static function' sh -c "! ./occ -c static.cl -o unit.o 2>said && grep -q 'called but not defined' said"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
