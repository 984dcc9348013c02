#!/usr/bin/env bash
# tools/demo has a row with sensible figures for each kernel of the examples, and leaves the picture.
#   demo.sh BUILD
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
failed=0

fail() {
    echo "FAIL $1"
    failed=1
}

text=$(OCC_BUILD=$build OCC_TARGET=gfx900 "$root/tools/demo") || fail "exit status $?"
while read -r kernel; do
    # example kernel result VGPRs SGPRs LDS code cycles
    awk -v kernel="$kernel" '$2 == kernel && $3 == "ok" && $4 > 0 && $5 > 0 && $7 > 0 && $8 > 0 { found = 1 }
        END { exit !found }' <<<"$text" || fail "no row of $kernel"
done < <(grep -h -A1 '^__kernel' "$root"/examples/*.cl | sed -n 's/^\([a-z_0-9]*\)(.*/\1/p')
grep -q '^reduction .* 1024 ' <<<"$text" || fail "local memory given by the launch is missing"
"$root/test/e2e/picture.py" "$build/demo/mandelbrot.png" 144 96 || fail "no picture"
grep -q '@@@@@@@@' <<<"$text" || fail "no picture in the terminal"
[ $failed = 0 ] || echo "$text"
exit $failed
