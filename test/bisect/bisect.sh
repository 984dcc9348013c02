#!/usr/bin/env bash
# tools/bisect names the pass that a fault was planted in, in each IR, in a callee's pipeline, and in
# passes that must run; and its manners.
#   bisect.sh BUILD
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
bisect=$here/../../tools/bisect
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OCC_BUILD=$1 OCC=$1/bin/occ-faulty
kernel=$here/kernel.cl
passed=0 failed=0
cd "$work" || exit 1

python3 -c 'import struct, sys; sys.stdout.buffer.write(struct.pack("64i", *range(64)))' >in
sim=(--kernel k --global 64 --local 64 --arg buf:256 --arg buf:in)

# expect STATUS 'line that must appear' command...
expect() {
    local status=$1 text=$2 output got
    shift 2
    output=$("$@" 2>&1)
    got=$?
    if [ $got != "$status" ] || ! grep -qxF -- "$text" <<<"$output"; then
        echo "FAIL: status $got, no '$text': OCC_FAULT=${OCC_FAULT:-} $*"
        head -n 8 <<<"$output"
        failed=$((failed + 1))
    else
        passed=$((passed + 1))
    fi
}

# An object is good when it gives what sound code gives.
"$OCC" "$kernel" -o sound.co
"$1/bin/gcnsim" run sound.co "${sim[@]/%buf:256/buf:256@out=sound}" >/dev/null
cat >judge <<X
#!/bin/sh
'$1/bin/gcnsim' run "\$1" ${sim[*]/%buf:256/buf:256@out=result} && cmp -s result sound
X
chmod +x judge

expect 1 'the code is good with all passes: nothing to find' "$bisect" "$kernel" -- "${sim[@]}"
for pass in opt_memory opt_gvn:4 callee.opt_dce opt_combine; do
    export OCC_FAULT=$pass
    expect 0 "$pass: the code is good with -fdisable-pass=$pass" "$bisect" "$kernel" -- "${sim[@]}"
    expect 0 "$pass: the code is good with -fdisable-pass=$pass" "$bisect" "$kernel" \
        -mcpu=gfx803 -fonly-kernel=k -- ./judge {}
done
export OCC_FAULT=opt_combine,opt_memory # the second one found is named, with all that must go
expect 0 'opt_memory: the code is good with -fdisable-pass=opt_combine -fdisable-pass=opt_memory' \
    "$bisect" "$kernel" -- "${sim[@]}"
export OCC_FAULT=insert_waitcnt
expect 0 'insert_waitcnt, or what it relies on: the code is good with -fwait-everything' \
    "$bisect" "$kernel" -- "${sim[@]}"
export OCC_FAULT=ra
expect 0 'ra or spill, or what they rely on: the code is good with -fspill-everything' \
    "$bisect" "$kernel" -- ./judge {}
export OCC_FAULT=lower_memory
expect 1 'no slow mode helps: -print-after=all shows what each pass did' "$bisect" "$kernel" -- ./judge {}
export OCC_FAULT=lower_div
expect 0 'the validator names a pass:' "$bisect" "$kernel" -- ./judge {}
unset OCC_FAULT

expect 2 'bisect: the command has no {} for the object' "$bisect" "$kernel" -- ./judge
expect 2 'RUN says what good code is:' "$bisect" "$kernel"
expect 0 'RUN says what good code is:' "$bisect" --help
expect 2 'bisect: gcnsim: unknown switch: --frob (gcnsim --help says more)' "$bisect" "$kernel" -- \
    "${sim[@]}" --frob
expect 2 'bisect: ./nosuch: No such file or directory' "$bisect" "$kernel" -- ./nosuch {}
expect 1 'occ fails (2):' "$bisect" nosuch.cl -- ./judge {}

echo "$passed passed, $failed failed"
[ $failed = 0 ]
