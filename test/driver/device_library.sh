#!/usr/bin/env bash
# Functions of AMD's device library, which programs declare by themselves and call by their C names (libclc-lite/blit):
# who gets them, and what else a declaration may say.
#   device_library.sh BUILD
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$1/bin/occ" "$1/bin/gcnsim" "$work"
cd "$work" || exit 1
passed=0 failed=0
check() { # WHAT COMMAND...: it must succeed
    local what=$1
    shift
    if "$@" >said 2>&1; then passed=$((passed + 1)); else
        echo "FAIL: $what"
        head -n 5 said
        failed=$((failed + 1))
    fi
}
refuses() { # TEXT COMMAND...
    local text=$1
    shift
    "$@" >said 2>&1
    [ $? = 1 ] && grep -qF -- "$text" said && passed=$((passed + 1)) && return
    echo "FAIL: no '$text': $*"
    head -n 5 said
    failed=$((failed + 1))
}
gives() { # OBJECT NUMBERS: those of the buffer of the kernel k
    check "$1" ./gcnsim run "$1" --kernel k --global 4 --local 4 --arg buf:16@print=i32
    grep -qxF "    0: $2" said && return
    echo "FAIL: $1 does not give $2"
    head -n 5 said
    failed=$((failed + 1))
}

# In one step, as a unit, by a library of units: the same code.
cat >fill.cl <<'X'
extern void __amd_fillBuffer(global uchar *, global uint *, constant uchar *, uint, ulong, ulong);
constant uint pattern[2] = {7, 9};
kernel void k(global uint *a) { __amd_fillBuffer(0, a, (constant uchar *)pattern, 2, 0, 2); }
X
for target in gfx600 gfx701 gfx803 gfx900 gfx90a; do
    check "$target" ./occ -mcpu=$target fill.cl -o x.co
    gives x.co "7 9 7 9"
    check "$target -c" ./occ -mcpu=$target -c fill.cl -o x.o
    check "$target, linked" ./occ -mcpu=$target x.o -o y.co
    gives y.co "7 9 7 9"
    check "$target -flto" ./occ -mcpu=$target -flto -c fill.cl -o x.o
    check "$target, library" ./occ -mcpu=$target -create-library x.o -o x.a
    check "$target, of the library" ./occ -mcpu=$target x.a -o z.co
    check "$target: the same" cmp x.co z.co
done
check "-S" ./occ -mcpu=gfx900 -S fill.cl -o x.s
check "assembled" ./occ -mcpu=gfx900 x.s -o x.co
gives x.co "7 9 7 9"

# The program's own counts, in its unit or another, also where it has other types.
cat >own.cl <<'X'
void __amd_fillBuffer(global uint *a, uint n) { a[get_global_id(0)] = n; }
X
cat >uses.cl <<'X'
void __amd_fillBuffer(global uint *a, uint n);
kernel void k(global uint *a) { __amd_fillBuffer(a, 5); }
X
cat own.cl uses.cl >both.cl
check "its own" ./occ both.cl -o x.co
gives x.co "5 5 5 5"
check "another unit's" ./occ uses.cl own.cl -o x.co
gives x.co "5 5 5 5"
sed 's/^void/static void/' both.cl >static.cl
check "a static one" ./occ static.cl -o x.co
gives x.co "5 5 5 5"

# Who declares other types is told, with the place of the call; more parameters are dropped, as LLVM drops them.
told="function '__amd_fillBuffer' is declared with other types than in the device library, which defines it"
refuses "uses.cl:2:33: error: $told" ./occ uses.cl -o x.co
check "as a unit" ./occ -flto -c uses.cl -o x.o
refuses "uses.cl:2:33: error: $told" ./occ x.o -o x.co
for other in 'uint __amd_fillBuffer(global uchar *, global uint *, constant uchar *, uint, ulong, ulong);' \
    'void __amd_fillBuffer(global uchar *, global uint *, constant uchar *, ulong, ulong, ulong);' \
    'void __amd_fillBuffer(global uchar *, global uint *, global uchar *, uint, ulong, ulong);' \
    'void __amd_fillBuffer(global uchar *, global uint *, constant uchar *, uint, ulong);'; do
    sed "1s/.*/$other/" fill.cl >other.cl
    case $other in *ulong,\ ulong\)*) ;; *) sed -i 's/, 0, 2);/, 0);/' other.cl ;; esac
    case $other in *global\ uchar\ \*,\ uint*) sed -i 's/(constant uchar \*)pattern/(global uchar *)a/' other.cl ;; esac
    refuses "$told" ./occ other.cl -o x.co
done
cat >image.cl <<'X'
void __amd_copyImage(read_only image2d_t, write_only image2d_array_t, int4, int4, int4);
kernel void k(read_only image2d_t a, write_only image2d_array_t b) { __amd_copyImage(a, b, 0, 0, 4); }
X
refuses "'__amd_copyImage' is declared with other types" ./occ image.cl -o x.co
check "as a unit" ./occ -flto -c image.cl -o x.o
refuses "'__amd_copyImage' is declared with other types" ./occ x.o -o x.co
sed -e '1s/);/, int);/' -e 's/, 2);/, 2, 1);/' fill.cl >more.cl
check "more" ./occ more.cl -o x.co
gives x.co "7 9 7 9"
# Pointees are not types of the call.
sed '1s/global uchar/global const float/' fill.cl >pointee.cl
check "other pointees" ./occ pointee.cl -o x.co
gives x.co "7 9 7 9"

# Nobody else gets them: an undeclared name, another, one of the library's own, a static declaration.
refuses "undeclared identifier '__amd_fillBuffer'" ./occ -x cl - -o x.co \
    < <(echo 'kernel void k(global uint *a) { __amd_fillBuffer(0, a, 0, 0, 0, 0); }')
refuses "function '__amd_fill' is called but not defined" ./occ -x cl - -o x.co \
    < <(echo 'void __amd_fill(void); kernel void k(global uint *a) { __amd_fill(); }')
refuses "function '__occ_exp_scaled' is called but not defined" ./occ -x cl - -o x.co \
    < <(echo 'float __occ_exp_scaled(float, int); kernel void k(global float *a) { *a = __occ_exp_scaled(1, 2); }')
refuses "function '__amd_scheduler_rocm' is called but not defined" ./occ -x cl - -o x.co \
    < <(echo 'static void __amd_scheduler_rocm(global void *); kernel void k(global uint *a) { __amd_scheduler_rocm(a); }')
echo "$passed passed, $failed failed"
[ $failed = 0 ]
