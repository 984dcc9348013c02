#!/usr/bin/env bash
# Scratch, whose rows are moved at once unless somebody looks at single accesses, as a trace does: with and without one
# it holds the same, and the statistics are the same, lines of the cache and modelled cycles too.
#   scratch.sh OCC GCNSIM
set -euo pipefail
occ=$1 gcnsim=$2 failed=0 count=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/k.cl" <<'CL'
#define ARRAY(type, number) type a[number]; for (int i = 0; i < number; i++) a[i] = (type)(x[i] + i)
kernel void uniform_index(global int *x, global int *r, int n)
{
    ARRAY(int, 40);
    a[n] += 3;
    r[get_global_id(0)] = a[n + 1] + a[n] + get_local_id(0);
}
kernel void any_index(global int *x, global int *r, int n)
{
    int id = get_global_id(0);
    ARRAY(int, 40);
    a[id * n % 40] = id;
    r[id] = a[id * 3 % 40] + a[id % 2 * 39];
}
kernel void wide(global int *x, global int *r, int n)
{
    int id = get_global_id(0);
    ARRAY(int4, 20);
    a[id % 20].y = n;
    int4 v = a[(id + n) % 20] + a[n];
    r[id] = v.x + 3 * v.y + 5 * v.w;
}
kernel void some_lanes(global int *x, global int *r, int n)
{
    int id = get_global_id(0);
    ARRAY(int, 40);
    if (id % 3 == 1)
        a[n] = id;
    else if (id % 3 == 2)
        a[id % 40] = a[n] + 1;
    r[id] = a[id % 40] + a[n];
}
kernel void small(global int *x, global int *r, int n)
{
    int id = get_global_id(0);
    ARRAY(short, 40);
    a[id % 40] += n;
    r[id] = a[(id + n) % 40];
}
kernel void unset(global int *x, global int *r, int n)
{
    int id = get_global_id(0);
    int a[40];
    a[id % 40] = id;
    if (id % 2)
        a[n] = 7;
    r[id] = a[id % 40];
}
CL
for chip in gfx600 gfx700 gfx803 gfx900 gfx90a; do
    for level in -O0 '-O3 -fdisable-pass=opt_small_arrays -fdisable-pass=opt_register_arrays' '-O3 -fsanitize=opencl'; do
        # shellcheck disable=SC2086 # several words
        "$occ" -mcpu=$chip -w $level "$work/k.cl" -o "$work/k.co"
        for kernel in uniform_index any_index wide some_lanes small unset; do
            for how in '' '--no-strict' '--schedule=round'; do
                # shellcheck disable=SC2086 # several words, or none
                words=("$gcnsim" run "$work/k.co" --kernel $kernel --global 200 --local 100 --arg buf:40*i32=iota
                    --arg buf:200*i32=0@print=i32 --arg i32:5 --stats $how)
                count=$((count + 1))
                one=$("${words[@]}" 2>&1) || true
                two=$("${words[@]}" --trace=group:999,0,0 2>&1) || true
                [[ $one == *"argument 1"* && $one == *busy_vmem* ]] || { echo "FAIL $chip $level $kernel $how: $one"; failed=$((failed + 1)); }
                [ "$one" = "$two" ] || { echo "FAIL $chip $level $kernel $how: $(diff <(echo "$one") <(echo "$two"))"; failed=$((failed + 1)); }
            done
        done
    done
done
echo "$count cases, $failed failed"
exit $((failed > 0))
