#!/usr/bin/env bash
# Pointers to functions across units: numbers belong to the program that a link makes.
#   function_pointers.sh BUILD
set -uo pipefail
bin=$1/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
occ() { "$bin/occ" -mcpu=gfx900 -cl-std=CL2.0 "$@"; }
fail() {
    echo "FAIL: $1"
    failed=$((failed + 1))
}

cat >head.h <<'X'
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
#pragma OPENCL EXTENSION __cl_clang_variadic_functions : enable
typedef int (*fn)(int);
int far(int x);
int sum(int n, ...);
extern constant fn theirs[2];
X
cat >a.cl <<'X'
#include "head.h"
static int near(int x) { return x * 2; }
constant fn mine[] = {near, far};
kernel void keep(global int *o, global ulong *kept)
{
    int i = get_global_id(0);
    o[i] = mine[i & 1](5) + 100 * theirs[i >> 1](7) + 10000 * sum(2, 3, 4);
    kept[i] = (ulong)mine[i & 1];
}
X
cat >b.cl <<'X'
#include "head.h"
int far(int x) { return x + 1; }
static int near(int x) { return x + 3; }
constant fn theirs[2] = {near, far};
int sum(int n, ...)
{
    __builtin_va_list a;
    int r = 0;
    __builtin_va_start(a, n);
    while (n--)
        r += __builtin_va_arg(a, int);
    __builtin_va_end(a);
    return r;
}
kernel void call(global int *o, global ulong *kept) { int i = get_global_id(0); o[i] = ((fn)kept[i])(5); }
X
occ -c a.cl -o a.o && occ -c b.cl -o b.o || fail "units"
for order in "a.o b.o" "b.o a.o" "a.cl b.o"; do
    # shellcheck disable=SC2086
    occ $order -o x.co || fail "link of $order"
    kept=$("$bin/gcnsim" run x.co --kernel keep --global 4 --arg buf:4*i32=0@print=i32 --arg buf:4*i64=0@out=kept 2>&1 | tail -n 1)
    [ "$kept" = "    0: 71010 71006 70810 70806" ] || fail "$order: $kept"
    called=$("$bin/gcnsim" run x.co --kernel call --global 4 --arg buf:4*i32=0@print=i32 --arg buf:kept 2>&1 | tail -n 1)
    [ "$called" = "    0: 10 6 10 6" ] || fail "$order: what another kernel kept: $called"
done

# what a table of one unit wants from another
occ a.o -o x.co 2>err && fail "link without b.o"
grep -q "'far'" err || fail "no error about far: $(cat err)"

# a cycle through both
cat >c.cl <<'X'
#include "head.h"
int back(int x);
fn chosen(int x) { return x & 1 ? back : far; }
int around(int x) { return chosen(x)(x - 1); }
X
cat >d.cl <<'X'
#include "head.h"
int around(int x);
int far(int x) { return x; }
int back(int x) { return around(x); }
kernel void k(global int *o) { o[0] = around(o[0]); }
X
occ -c c.cl -o c.o && occ -c d.cl -o d.o || fail "units that call each other"
occ c.o d.o -o x.co 2>err && fail "recursion of two units"
grep -q "d.cl:4:.* recursive call of 'around' is not allowed" err || fail "recursion: $(cat err)"
[ $failed = 0 ]
