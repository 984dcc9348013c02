#!/usr/bin/env bash
# The metadata state what a kernel does through each argument: through phis, selects, variables, calls; nothing where
# the pointer is lost.
#   actual_access.sh BUILD
set -euo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >k.cl <<'X2'
int sum(global int *p, int n) __attribute__((noinline));
int sum(global int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i] * s;
    return s;
}
void set(global int *p, int n) __attribute__((noinline));
void set(global int *p, int n) { p[n] = n; }
struct kept { global int *p; };

kernel void k(global int *reads, global int *writes, global int *both, global int *unused, global int *summed,
              global int *wset, global const int *one, global int *other, int n, read_only image2d_t in,
              write_only image2d_t out, global int *counter, global int *walked, global int *lost,
              global struct kept *keeps)
{
    int i = get_global_id(0);
    writes[i] = reads[i];
    both[i]++;
    writes[i + 1] = sum(summed, n);
    set(wset, n);
    global const int *chosen = n > 3 ? one : (global const int *)other;
    writes[i + 2] = chosen[i];
    for (int j = 0; j < n; j++) {
        *walked = 3;
        walked += j;
    }
    write_imagei(out, (int2)(i, 0), read_imagei(in, (int2)(i, 0)));
    atomic_inc(counter);
    keeps->p = lost;
    lost[0] = 1;
}
X2
cat >wanted <<'X2'
reads ReadOnly
writes WriteOnly
both ReadWrite
unused
summed ReadOnly
wset WriteOnly
one ReadOnly
other ReadOnly
n
in ReadOnly
out WriteOnly
counter ReadWrite
walked WriteOnly
lost
keeps WriteOnly
X2
failed=0
for level in -O0 -O3; do
    "$build/bin/occ" $level -mcode-object-version=2 k.cl -o k.co
    "$build/bin/occ-obj" dump k.co |
        awk '/^ *-$/ { if (name) print name actual; name = actual = "" }
             $1 == "Name:" { name = $2 } $1 == "ActualAccQual:" { actual = " " $2 }
             $1 == "CodeProps:" { if (name) print name actual; exit }' |
        grep -vE '^(k|Hidden.*)$' >seen || true
    diff wanted seen || { echo "FAIL at $level"; failed=1; }
done
exit $failed
