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
# A terminal sees how far it is, on a line of its own that goes; a dumb one and a file do not.
if command -v script >/dev/null; then
    long=$(printf 'a%.0s' {1..100})
    cp k01.cl "$long.cl"
    TERM=xterm script -qec "./occ -j2 -w k01.cl k30.cl k17.cl $long.cl" screen >/dev/null
    tr '\r' '\n' <screen | sed 's/\x1b\[[0-9;]*[mK]//g' >lines
    grep -qx '\[1/4\] k01.cl' lines || fail "the first of four"
    grep -qx "occ: error: cannot read 'k30.cl': .*" lines || fail "an error on a line of its own"
    grep -qE '^k17.cl:1:23: error' lines || fail "a message on a line of its own"
    grep -qx '\[4/4\] \.\.\.a*.cl' lines || fail "the last of four"
    [ "$(awk '{ n = length > n ? length : n } END { print n }' <(grep '^\[' lines))" -lt 80 ] || fail "a long line"
    TERM=dumb script -qec "./occ -j2 -w k01.cl k02.cl" screen >/dev/null
    ! grep -q '\[1/2\]' screen || fail "a dumb terminal"
fi
./occ -j2 k01.cl -o one.co && cmp one.co one/k01.co || fail "one file"
exit $failed
