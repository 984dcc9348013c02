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
same() { # KERNEL SIZE LOCAL SWITCHES...: with and without the check
    local kernel=$1 size=$2 local=$3 one two
    shift 3
    count=$((count + 1))
    local words=("$gcnsim" run "$work/k.co" --kernel "$kernel" --global "$size" --local "$local" --arg 'buf:256*i32=1'
        --arg 'buf:256*i32=2' --arg 'buf:256*i32=9@print=i32' "$@")
    one=$("${words[@]}" 2>&1) || true
    two=$("${words[@]}" --observe scalar-cache 2>&1 | grep -v '^scalar-cache') || true
    [[ $one == *"argument 2"* || $one == *" outcomes of "* ]] || { echo "FAIL $kernel $*: $one"; failed=$((failed + 1)); }
    [ "$one" = "$two" ] || { echo "FAIL $kernel $*: $one"; echo "with the check: $two"; failed=$((failed + 1)); }
}
for chip in gfx803 gfx900; do
    "$occ" -mcpu=$chip "$work/k.cl" -o "$work/k.co"
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
    if "$gcnsim" run "$work/k.co" --kernel sums --observe $name >/dev/null 2>"$work/err"; then
        echo "FAIL --observe $name is taken"
        failed=$((failed + 1))
    fi
    grep -q -- '--observe' "$work/err" || { echo "FAIL --observe $name: $(cat "$work/err")"; failed=$((failed + 1)); }
done
echo "$count cases, $failed failed"
exit $((failed > 0))
