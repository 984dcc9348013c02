#!/usr/bin/env bash
# occ selftest and occ devices: words, statuses, the list and the file to send in.
#   words.sh OCC [DEVICE]      DEVICE: --device=gpu, where there is one
set -u
occ=$1 device=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0 failed=0
# expect STATUS 'text' words...
expect() {
    local status
    "${@:3}" >"$work/out" 2>&1
    status=$?
    checks=$((checks + 1))
    if [ $status != "$1" ] || ! grep -qF -- "$2" "$work/out"; then
        echo "FAIL: status $status, not $1, or no '$2': ${*:3}"
        head -n 5 "$work/out"
        failed=$((failed + 1))
    fi
}
holds() { # holds FILE PATTERN...
    for pattern in "${@:2}"; do
        checks=$((checks + 1))
        grep -qE -- "$pattern" "$1" && continue
        echo "FAIL: no '$pattern' in $(basename "$1"):"
        head -n 20 "$1"
        failed=$((failed + 1))
    done
}
expect 0 "usage: occ selftest" "$occ" selftest --help
expect 0 "usage: occ devices" "$occ" devices --help
expect 2 "nothing follows it" "$occ" devices all
expect 2 "unknown switch, or one without its value: --reprot=x" "$occ" selftest --reprot=x
expect 2 "unknown switch, or one without its value: --report" "$occ" selftest --report
expect 2 "--device=card: gpu or gpu:N" "$occ" selftest --device=card
expect 2 "selftest: " "$occ" selftest -mcpu=gfx1 math/sin
expect 2 "nothing is called 'maths'" "$occ" selftest maths
expect 2 "nothing is called 'maths'" "$occ" selftest math/sin maths
expect 3 "no kernels are in" "$occ" selftest --cases="$work"
expect 0 "math/sin" "$occ" selftest --list
expect 0 "types/float" "$occ" selftest --list types
# shellcheck disable=SC2086
expect 0 "all                   2        0        0" "$occ" selftest $device math/sin
# shellcheck disable=SC2086
expect 0 "all                   4        0        0" "$occ" selftest $device math/sin math/cos -O0
expect 2 "cannot write" "$occ" selftest math/sin --report="$work/no/report"
# A case that is broken is told with its line; one that is wrong fails, and the report has what went in and came out.
mkdir -p "$work/cases/mine"
printf '// Broken.\n// kernel: f\n// arg: int r[1]\n// expect: q[0] = 1\n' >"$work/cases/mine/broken.cl"
expect 3 "broken.cl:4: no buffer[index] in 'q[0]'" "$occ" selftest --cases="$work/cases"
rm "$work/cases/mine/broken.cl"
cat >"$work/cases/mine/wrong.cl" <<'X'
// Wrong on purpose.
// options: -DSTEP=2

// kernel: add global=4 local=2
// arg: int r[4]
// arg: int x[4] = 1 2 3 -4
// arg: int n = 5
// expect: r[0] = 8 9 11 3
kernel void
add(global int *r, global const int *x, int n)
{
    r[get_global_id(0)] = x[get_global_id(0)] + n + STEP;
}
X
# shellcheck disable=SC2086
expect 1 "mine/wrong:add, line 8: r[2] is 10 (0x0000000a) instead of 11 (0x0000000b)" \
    "$occ" selftest $device --cases="$work/cases" --report="$work/report"
holds "$work/report" '^occ selftest, form 1' '^occ +[0-9]' '^processor +gfx' '^device ' '^system +Linux [0-9]' \
    '^mine +0 +1 +0' '^failed mine/wrong:add' 'global 4,1,1 local 2,1,1' 'options -DSTEP=2' \
    'in   x i32\[4\]: 00000001 00000002 00000003 fffffffc' 'in   n i32\[1\]: 00000005' \
    'out  r i32\[4\]: 00000008 00000009 0000000a 00000003' 'line 8: r\[2\] is 10'
[ -z "$device" ] || holds "$work/report" '^driver +a stand-in for amdkfd' '^runtime +ROCr' \
    '^device .* compute units'
checks=$((checks + 1))
if grep -nF -e "$(hostname)" -e "$work" "$work/report" || grep -nE '(^|[ (])/' "$work/report"; then
    echo "FAIL: the report has a path, or the name of the host"
    failed=$((failed + 1))
fi
cat >"$work/cases/mine/wrong.cl" <<'X'
// Does not compile, and has two kernels.
// kernel: f
// arg: int r[1]
// expect: r[0] = 1
// kernel: f
// arg: int r[1]
// expect: r[0] = 1
kernel void f(global int *r) { *r = nobody; }
X
# shellcheck disable=SC2086
expect 1 "all                   0        2        0" "$occ" selftest $device --cases="$work/cases"
expect 1 "use of undeclared identifier 'nobody'" "$occ" selftest --cases="$work/cases"
cat >"$work/cases/mine/wrong.cl" <<'X'
// Stores more than it should.
// kernel: f
// arg: int r[2] = 5 6
// expect: r[0] = 1
kernel void f(global int *r) { r[0] = r[1] = 1; }
X
# shellcheck disable=SC2086
expect 1 "r[1] was stored to, and nobody expects it" "$occ" selftest $device --cases="$work/cases"
# A kernel that faults has failed, and those after it run.
cat >"$work/cases/mine/wrong.cl" <<'X'
// Stores far from its buffer, then not.
// kernel: at
// arg: int r[1]
// arg: long where = 0x123456789a
// expect: r[0] = 1
// kernel: at
// arg: int r[1]
// arg: long where = 0
// expect: r[0] = 1
kernel void at(global int *r, long where) { r[where] = 1; }
X
cp "$work/cases/mine/wrong.cl" "$work/cases/mine/wrong_again.cl"
# shellcheck disable=SC2086
expect 1 "all                   2        2        0" "$occ" selftest $device --cases="$work/cases" --report="$work/report"
holds "$work/report" '^failed mine/wrong:at' '^failed mine/wrong_again:at' 'in   where i64\[1\]: 000000123456789a'
echo "$checks checks, $failed failed"
[ $failed = 0 ]
