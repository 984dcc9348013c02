#!/usr/bin/env bash
# occ -j: what is written and told is that of one after the other, in that order.
#   jobs.sh BUILD
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$1/bin/occ" "$work"
cd "$work" || exit 1
failed=0
fail() {
    echo "FAIL: $*"
    failed=1
}
mkdir one many
for i in $(seq -w 40); do
    echo "kernel void k$i(global float *a) { int spare; a[0] = sin(a[1$i]); }" >"k$i.cl"
done
echo 'kernel void wrong() { x = 1; }' >k17.cl
rm k30.cl # cannot be read
names=(k{01..40}.cl)
(cd one && ../occ -Wall --resource-usage "${names[@]/#/../}" >out 2>&1; echo "status $?" >>out)
for threads in 4 0 100; do
    (cd many && ../occ -j "$threads" -Wall --resource-usage "${names[@]/#/../}" >out 2>&1
        echo "status $?" >>out)
    diff -r one many || fail "-j $threads"
    rm -f many/*
done
grep -q '^status 2$' one/out || fail "the worst status"
[ "$(find one -name '*.co' | wc -l)" = 38 ] || fail "38 objects"
./occ -j2 k01.cl -o one.co && cmp one.co one/k01.co || fail "one file"
exit $failed
