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
check 'without places of the source' sh -c '! grep -q "!" stored.oir'
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
check 'its function' grep -qx 'function @helper (f32 %1) -> f32' stored.oir
holds 'global @table visible space constant size 16 align 16 = "\01\00\00\00'
check 'a whole program has code' sh -c "./occ -c whole.cl -o unit.o && ! $llvm/llvm-readelf -S unit.o | grep -q occ.ir"

# What is to run lacks nothing.
for switch in '' -S; do
    check "a program without the function, $switch" sh -c "! ./occ $switch uses.cl -o run 2>said && [ ! -e run ]"
    check 'the place is told' grep -qF "uses.cl:6:48: error: function 'helper' is called but not defined" said
done
echo 'static int f(int x); kernel void k(global int *x) { x[0] = f(1); }' >static.cl
check 'no other unit has a static function' sh -c "! ./occ -c static.cl -o unit.o 2>said && grep -q 'called but not defined' said"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
