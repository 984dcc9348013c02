#!/usr/bin/env bash
# occ run: compiles and runs; switches go to the right one of the two, nothing is left.
#   run.sh BUILD
set -uo pipefail
occ=$1/bin/occ
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir temporary
export TMPDIR=$work/temporary
failed=0
# expect STATUS 'text' words...
expect() {
    local status
    "${@:3}" >out 2>&1
    status=$?
    if [ $status != "$1" ] || ! grep -qF -- "$2" out; then
        echo "FAIL: status $status, not $1, or no '$2': ${*:3}"
        head -n 5 out
        failed=1
    fi
    [ -z "$(ls temporary)" ] || { echo "FAIL: files are left: ${*:3}"; failed=1; }
}
cat >k.cl <<'X'
kernel void twice(global float *x) { x[get_global_id(0)] *= N; }
kernel void zero(global float *x) { x[0] = 0; }
X
expect 0 "0: 0 2 4 6" "$occ" run k.cl twice -DN=2 --global 4 --arg buf:4*f32=iota@print=f32
expect 0 "0: 0 3 6 9" "$occ" run k.cl -D N=3 -mcpu=gfx803 --kernel twice --global=4 --arg=buf:4*f32=iota@print=f32
expect 0 "cycles" "$occ" run --stats -DN=1 k.cl zero --no-strict --global 1 --local 1 --arg buf:4
expect 1 "use of undeclared identifier 'N'" "$occ" run k.cl twice --global 4 --arg buf:16
expect 3 "out of bounds" "$occ" run k.cl twice -DN=2 --global 8 --arg buf:16
expect 0 "0: 0 2 4 6" sh -c '"$0" run - twice -DN=2 --global 4 --arg buf:4*f32=iota@print=f32 <k.cl' "$occ"
expect 0 "0: 0 2 4 6" sh -c '"$0" run -DN=2 --global 4 --arg buf:4*f32=iota@print=f32 - twice <k.cl' "$occ"
expect 1 "<stdin>:1:61: error: use of undeclared identifier 'N'" sh -c '"$0" run - zero --global 4 --arg buf:16 <k.cl' "$occ"
expect 3 "<stdin>" sh -c '"$0" run - twice -DN=2 --global 8 --arg buf:16 <k.cl' "$occ"
expect 2 "no input file" "$occ" run
expect 0 "usage: occ run" "$occ" run --help
# What is compiled is run: switches that choose another output are told by name.
for switch in -fsyntax-only -S -E -emit-ir -c -M -MM -create-library -stop-after=sched '-###'; do
    expect 2 "run: an executable is needed, and ${switch%=*} asks for something else" \
        "$occ" run "$switch" -DN=1 k.cl zero --global 1
done
expect 2 "run: --offload-arch= names several targets" "$occ" run k.cl zero --offload-arch=gfx900,gfx803 --global 1
expect 2 "run: an executable is needed, and -E asks" "$occ" run -Xclang -E -DN=1 k.cl zero --global 1
expect 2 "run: -MD needs -o FILE" "$occ" run -MD -DN=1 k.cl zero --global 1
expect 2 "run: the executable goes to a file" "$occ" run -o - -DN=1 k.cl zero --global 1
# Values are parted from switches as they are in occ.
expect 0 "0: 0 2 4 6" "$occ" run -o kept.co -MD -MF kept.d -x cl -DN=2 k.cl twice --global 4 --arg buf:4*f32=iota@print=f32
[ -s kept.co ] && grep -q '^kept.co: k.cl' kept.d || { echo "FAIL: -o and -MF"; failed=1; }
expect 0 "VGPRs" "$occ" run --resource-usage -Xclang -DN=1 k.cl zero --global 1 --arg buf:4
expect 2 "one file, then one kernel" "$occ" run k.cl twice zero
expect 2 "unknown switch" "$occ" run k.cl twice -DN=1 --no-such
expect 2 "cannot read 'none.cl'" "$occ" run none.cl --global 1
exit $failed
