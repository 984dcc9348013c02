#!/bin/bash
# peer.sh BUILD TARGET LEVEL FILE.cl...: has clang 16 compile the programs that it accepts and runs
# its objects on the simulator: the same values are expected of them.  What is known to go wrong is
# listed in peer_wrong.txt with the reason, and must still go wrong.
set -u
here=$(dirname "$0")
build=$1 target=$2 level=$3
shift 3
clang=/usr/lib/llvm-16/bin/clang
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $target in gfx9*) cpu=$target:xnack- ;; *) cpu=$target ;; esac
machine="-target amdgcn-amd-amdhsa -mcpu=$cpu -mcode-object-version=4"
roots="--rocm-path=/usr --rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode"

# compile FILE: into $work/k.co; false if clang does not take the program, or takes it for ever, as
# halves on GFX6
compile() {
    local options
    options=$(sed -n 's|^// options:||p' "$1")
    case $options in *-cl-std=*) ;; *) options="$options -cl-std=CL1.2" ;; esac
    # shellcheck disable=SC2086
    timeout 200 $clang -x cl -w -fgnu-keywords $machine $roots "-I$(dirname "$1")" "$level" $options -S "$1" \
        -o "$work/k.s" 2>"$work/log" || return 1
    [ "$level" != -O0 ] || "$here/restore_exec.py" "$work/k.s"
    # shellcheck disable=SC2086
    $clang -x assembler $machine "$work/k.s" -o "$work/k.co" 2>>"$work/log"
}

ran=0 refused=0 known=0 failed=0
for file; do
    name=$(basename "$(dirname "$(realpath "$file")")")/$(basename "$file")
    targets=$(sed -n 's|^// targets: ||p' "$file")
    case " ${targets:-$target} " in *" $target "*) ;; *) continue ;; esac
    grep -q '^// xfail' "$file" && continue
    if ! compile "$file"; then
        refused=$((refused + 1))
        continue
    fi
    ran=$((ran + 1))
    timeout 60 "$build/bin/language-run" "--object=$work/k.co" "$file" >"$work/out"
    right=$?
    if grep -Eq "^$name( .*)? ($level|$target|all)( .*)?:" "$here/peer_wrong.txt"; then
        known=$((known + 1))
        [ $right -ne 0 ] && continue
        echo "$name: right at $level on $target, though listed in peer_wrong.txt"
    elif [ $right -eq 0 ]; then
        continue
    fi
    failed=$((failed + 1))
    grep -v ' passed, ' "$work/out"
done
echo "clang $target $level: $ran programs ran, $failed of them not as expected," \
    "$known known faults, $refused not accepted"
[ $failed -eq 0 ] && [ $ran -gt 0 ]
