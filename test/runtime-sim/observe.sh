#!/usr/bin/env bash
# Who observes changes nothing of what is executed: the same outcomes in every schedule, the same statistics,
# with one check more; and only checks that count can be asked for by name.
#   observe.sh OCC GCNSIM
set -euo pipefail
occ=$1 gcnsim=$2 failed=0 count=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/k.cl" <<'CL'
kernel void buffering(global volatile int *x, global volatile int *y, global int *r)
{
    if (get_group_id(0)) {
        *x = 1;
        r[0] = *y;
    } else {
        *y = 1;
        r[1] = *x;
    }
}
kernel void sums(global int *x, global int *y, global int *r)
{
    local int s[64];
    s[get_local_id(0)] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    r[get_global_id(0)] = s[63 - get_local_id(0)] + y[0];
}
CL
# Under all schedules a run may end before a scalar store is written back, and another has acquired what this one
# has not: neither is known to the next run.
cat >"$work/all.cl" <<'CL'
kernel void unwritten(global int *x, global int *y, global int *r)
{
    int v, w;
    if (get_group_id(0) == 0) {
        __asm__ volatile("flat_load_dword %0, %1\ns_waitcnt vmcnt(0) lgkmcnt(0)" : "=v"(v) : "v"(x) : "memory");
        __asm__ volatile("s_store_dword %0, %1, 0x0\ns_waitcnt lgkmcnt(0)" ::"s"(7), "s"(x) : "memory");
        __asm__ volatile("flat_load_dword %0, %1\ns_waitcnt vmcnt(0) lgkmcnt(0)" : "=v"(w) : "v"(y) : "memory");
        __asm__ volatile("s_dcache_wb\ns_waitcnt lgkmcnt(0)" ::: "memory");
        r[1] = v + w;
    } else {
        for (int i = 0; i < 3; i++)
            atomic_inc(y);
    }
}
kernel void acquired(global int *x, global atomic_int *y, global int *r)
{
    if (get_group_id(0) == 0) {
        int v;
        __asm__ volatile("flat_load_dword %0, %1\ns_waitcnt vmcnt(0) lgkmcnt(0)" : "=v"(v) : "v"(r) : "memory");
        x[0] = v;
        atomic_store_explicit(y, 7, memory_order_release, memory_scope_device);
        __builtin_amdgcn_s_dcache_inv(); /* helps this work-group alone */
    } else {
        int seen = atomic_load_explicit(y, memory_order_acquire, memory_scope_device), v;
#ifndef STALE
        if (__builtin_amdgcn_readfirstlane(seen) == 7)
            __builtin_amdgcn_s_dcache_inv();
#endif
        __asm__ volatile("s_load_dword %0, %1, 0x0\ns_waitcnt lgkmcnt(0)" : "=s"(v) : "s"(x) : "memory");
        r[0] = seen;
        r[1] = v;
    }
}
CL
same() { # KERNEL SIZE LOCAL SWITCHES...: with and without the check
    local kernel=$1 size=$2 local=$3 one two
    shift 3
    count=$((count + 1))
    local words=("$gcnsim" run "$code" --kernel "$kernel" --global "$size" --local "$local" --arg 'buf:256*i32=1'
        --arg 'buf:256*i32=2' --arg 'buf:256*i32=9@print=i32' "$@")
    one=$("${words[@]}" 2>&1) || true
    two=$("${words[@]}" --observe scalar-cache 2>&1 | grep -v '^scalar-cache') || true
    [[ $one == *"argument 2"* || $one == *" outcomes of "* ]] || { echo "FAIL $kernel $*: $one"; failed=$((failed + 1)); }
    [ "$one" = "$two" ] || { echo "FAIL $kernel $*: $one"; echo "with the check: $two"; failed=$((failed + 1)); }
}
for chip in gfx803 gfx900; do
    code=$work/all.co
    "$occ" -w -cl-std=CL2.0 -mcpu=$chip "$work/all.cl" -o "$code"
    same unwritten 2 1 --schedule all --no-races
    same acquired 2 1 --schedule all --no-races
    "$occ" -w -cl-std=CL2.0 -mcpu=$chip -DSTALE "$work/all.cl" -o "$code"
    for how in all order; do # without being asked for
        count=$((count + 1))
        said=$("$gcnsim" run "$code" --kernel acquired --global 2 --local 1 --arg 'buf:4*i32=1' --arg 'buf:4*i32=2' \
            --arg 'buf:4*i32=9' --schedule $how 2>&1) || true
        [[ $said == *"stale data of the scalar cache: byte 0"* ]] || { echo "FAIL $how: $said"; failed=$((failed + 1)); }
    done
    code=$work/k.co
    "$occ" -mcpu=$chip "$work/k.cl" -o "$code"
    same buffering 2 1 --schedule all --no-races
    for how in order round 1 2 3; do
        same buffering 2 1 --schedule $how --no-races
        same sums 128 64 --schedule $how
        same sums 128 64 --schedule $how --no-strict --stats
    done
    same sums 128 64 --fast
    same sums 128 64 -j 2 --no-races --stats
done
for name in explore encoding wait race timing profile trace debug none; do
    count=$((count + 1))
    if "$gcnsim" run "$code" --kernel sums --observe $name >/dev/null 2>"$work/err"; then
        echo "FAIL --observe $name is taken"
        failed=$((failed + 1))
    fi
    grep -q -- '--observe' "$work/err" || { echo "FAIL --observe $name: $(cat "$work/err")"; failed=$((failed + 1)); }
done
echo "$count cases, $failed failed"
exit $((failed > 0))
