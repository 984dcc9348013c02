#!/usr/bin/env bash
# Deletes every s_waitcnt and s_nop of each object, one at a time, and counts how many of the
# deletions that matter (see matters.py) the simulator notices.
#   run.sh BUILD TARGET occ|clang         needs the objects that test/e2e/run.sh left
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1 target=$2 compiler=$3
version=2 text=
case $target in gfx[67]*) version=4 text=1 ;; esac # LLVM assembles those, but does not disassemble
objects=$build/e2e/$compiler-$target-v$version
work=$build/e2e/deletion-$compiler-$target
foreign=
[ "$compiler" = clang ] && foreign=--foreign
mkdir -p "$work"
: >"$work/all.tsv"

for object in "$objects"/*.co; do
    name=$(basename "$object" .co)
    "$root/test/deletion/matters.py" "$object" ${text:+"$target" "$objects/$name.s"} | awk '$3' \
        >"$work/$name.matters"
    [ -s "$work/$name.matters" ] || continue
    cut -f1 "$work/$name.matters" >"$work/$name.addresses"
    timeout 300 "$build/bin/run-e2e" $foreign --objects "$objects" --remove "$work/$name.addresses" \
        "$name" >"$work/$name.outcomes"
    paste "$work/$name.matters" "$work/$name.outcomes" | sed "s/^/$name\t/" >>"$work/all.tsv"
done
awk -F'\t' '
    { total[$3]++; if ($6 == 3) found[$3]++; else if (++missed <= 20) print "not noticed: " $1 " " $2 " (" $3 ")" }
    END {
        for (kind in total)
            printf "%s: %d of %d deletions that matter are noticed\n", kind, found[kind], total[kind]
        all = total["wait"] + total["nop"]; hit = found["wait"] + found["nop"]
        share = all ? 100 * hit / all : 100
        printf "%.1f %% (at least 95 %% wanted)\n", share
        if (share >= 95 && all > 0) print "1 passed, 0 failed"; else print "0 passed, 1 failed"
        exit !(share >= 95 && all > 0)
    }' "$work/all.tsv"
