#!/usr/bin/env bash
# What printf prints is what pocl 3.1 prints of the same program (values.txt), but for two faults of
# pocl: it makes floats of scalar doubles, and nothing of a string with a width and a precision.
# The simulator's own kernels print what they do when clang compiles them (printf.sh there).
#   run.sh BUILD
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
simulator=$here/../../runtime-sim
occ=$1/bin/occ sim=$1/bin/gcnsim
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "FAIL $*"
    failed=$((failed + 1))
}

data=(--arg buf:f32=1.5,-2.25,3e10,0.1,1e-30,0,-0,100
    --arg buf:i32=42,-42,0,2147483647,-2147483648,7,255,65536
    --arg buf:f64=1.5,3.141592653589793,-1e300,1e-5)
for variant in gfx600:2:3 gfx701:2:0 gfx803:2:3 gfx803:4:3 gfx900:4:3 gfx906:2:1 gfx900:4:0 gfx90a:4:3; do
    IFS=: read -r chip version level <<<"$variant"
    options=(-w -mcpu="$chip" -mcode-object-version="$version" -O"$level" -fverify-passes)
    "$occ" "${options[@]}" "$here/values.cl" -o "$work/values.co" || fail "$variant: values.cl"
    "$sim" run "$work/values.co" --global 1 --local 1 "${data[@]}" --arg "buf:22*i32=7@out=$work/results" \
        >"$work/text" 2>&1 || fail "$variant: $(head -n 3 "$work/text")"
    diff "$here/values.txt" "$work/text" || fail "$variant"
    [ "$(od -An -v -tx4 "$work/results" | tr -d ' 0\n')" = '' ] || fail "$variant: a call did not return 0"
    "$occ" "${options[@]}" -cl-std=CL2.0 "$simulator/printf.cl" -o "$work/printf-$chip-v$version.co" ||
        fail "$variant: printf.cl"
    "$occ" "${options[@]}" -cl-std=CL2.0 "$here/odd.cl" -o "$work/odd.co" || fail "$variant: odd.cl"
    "$sim" run "$work/odd.co" --global 1 --local 1 --arg buf:i32=0 --arg buf:i8=78,0 >"$work/text" 2>&1
    diff "$here/odd.txt" "$work/text" || fail "$variant: odd.cl"
    "$occ" "${options[@]}" "$here/waves.cl" -o "$work/waves.co" || fail "$variant: waves.cl"
    # Whole waves, parts of them, calls in functions; then as many records as there is room for.
    "$sim" run "$work/waves.co" --kernel waves --global 160 --local 80 --arg buf:160*i32 >"$work/text" 2>&1 ||
        fail "$variant: $(head -n 3 "$work/text")"
    seq 0 159 >"$work/expected"
    sed -n 's/^all \([0-9]*\)$/\1/p' "$work/text" | cmp -s - "$work/expected" || fail "$variant: whole waves"
    seq 1 3 159 >"$work/expected"
    sed -n 's/^third \([0-9]*\) of 160$/\1/p' "$work/text" | cmp -s - "$work/expected" ||
        fail "$variant: parts of waves"
    [ "$(wc -l <"$work/text")" = $((160 + 53)) ] || fail "$variant: $(wc -l <"$work/text") lines"
    # As many as there is room for: in order, the others return -1.
    "$sim" run "$work/waves.co" --kernel full --global 160 --local 160 --printf-size $((8 + 8 * 100 + 4)) \
        --arg buf:160*i32@print=i32,160 >"$work/text" 2>"$work/err"
    grep -q 'has 4 bytes left after 100 calls' "$work/err" || fail "$variant: $(cat "$work/err")"
    sed -n 's/^all \([0-9]*\)$/\1/p' "$work/text" | sort -n | cmp -s - <(seq 0 99) ||
        fail "$variant: not the first 100"
    [ "$(grep -o -- '-1' "$work/text" | wc -l)" = 60 ] || fail "$variant: who found no room"
done
"$simulator/printf.sh" "$sim" "$work"/printf-*.co || failed=$((failed + 1))

# The rows of the metadata: numbered, a format and its sizes once, escapes that readers undo.  Texts with
# double quotes are written as LLVM's assembler reads them.
single_quotes()
{
    python3 - "$1" <<'END'
import re, sys
def single(match):
    text = re.sub(r'\\(x22|x5c|"|\\)', lambda escape: '"' if escape[1] in ('x22', '"') else '\\', match[1])
    return "- '" + text.replace("'", "''") + "'"
text = open(sys.argv[1], encoding="utf-8").read()
open(sys.argv[1], "w", encoding="utf-8").write(re.sub(r'^- "(.*)"$', single, text, flags=re.M))
END
}
"$occ" -w -S "$here/rows.cl" -o - | sed -n '/^Printf:/,/^Kernels:/p' | grep '^-' >"$work/text"
single_quotes "$work/text"
diff "$here/rows.txt" "$work/text" || fail "rows of version 2"
"$occ" -w -S -mcode-object-version=4 "$here/rows.cl" -o "$work/rows.s"
sed -n '/^amdhsa.printf:/,/^amdhsa.target:/p' "$work/rows.s" | grep '^ *-' | sed 's/^ *//' >"$work/text"
single_quotes "$work/text"
diff "$here/rows.txt" "$work/text" || fail "rows of version 4"
/usr/lib/llvm-16/bin/llvm-mc -triple=amdgcn-amd-amdhsa -mcpu=gfx900 -mattr=-xnack -filetype=obj \
    "$work/rows.s" -o "$work/rows.o" || fail "llvm-mc refuses the rows"
"$occ" --target=amdgcn-amd-amdhsa-hcc "$here/rows.cl" -o "$work/rows.co" >"$work/text" 2>&1
grep -q "'printf' has no buffer" "$work/text" || fail "hcc has no buffer"

[ $failed = 0 ] && echo ok
exit $((failed > 0))
