#!/usr/bin/env bash
# The library's pipeline is one of midend/passes.def: its passes can be looked at, timed, and put under
# stress.
#   library_passes.sh BUILD
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
files=("$root/libclc-lite/library.h" "$root/libclc-lite/math/exp.cl")
passed=0 failed=0
cd "$work" || exit 1

# says 'text' switch...: it works and has the text
says() {
    if "$BUILD/bin/libclc-build" "${@:2}" out.c "${files[@]}" >text 2>&1 && { [ -z "$1" ] || grep -qF -- "$1" text; }; then
        passed=$((passed + 1))
    else
        echo "FAIL: no '$1' with ${*:2}"
        head -n 3 text
        failed=$((failed + 1))
    fi
}
# refuses 'text' switch...
refuses() {
    if ! "$BUILD/bin/libclc-build" "${@:2}" out.c "${files[@]}" >text 2>&1 && grep -qF -- "$1" text; then
        passed=$((passed + 1))
    else
        echo "FAIL: ${*:2} is accepted or says something else than '$1'"
        failed=$((failed + 1))
    fi
}
BUILD=$1
says ''
for pass in $(sed -n 's/^INNER_PASS(library, \([a-z_]*\),.*/library.\1/p' "$root/midend/passes.def"); do
    says "; after $pass" "-print-after=$pass"
done
says '; after library.opt_gvn' -print-after=all
says 'library.ssa_build of exp.f32' -ftime-report
says '' -fstress-text
refuses "unknown pass 'library.nosuch'" -print-after=library.nosuch
refuses "there is no 'library.opt_gvn:2'" -print-after=library.opt_gvn:2
refuses 'unknown switch' -fnosuch
echo "$passed passed, $failed failed"
[ $failed = 0 ]
