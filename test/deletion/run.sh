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

"$root/test/deletion/matters.py" --into "$work" ${text:+"$target"} "$objects"/*.co
for object in "$objects"/*.co; do
    name=$(basename "$object" .co)
    [ -s "$work/$name.matters" ] || continue
    cut -f1 "$work/$name.matters" >"$work/$name.addresses"
    timeout 300 "$build/bin/run-e2e" $foreign --objects "$objects" --remove "$work/$name.addresses" \
        "$name" >"$work/$name.outcomes"
    paste "$work/$name.matters" "$work/$name.outcomes" | sed "s/^/$name\t/" >>"$work/all.tsv"
done
awk -F'\t' -v compiler="$compiler" '
    FNR == NR {
        if ($0 !~ /^#/) { split($0, row, " "); if (row[1] == compiler) { known[row[2]] = row[3]; why[row[2]] = substr($0, index($0, row[3]) + length(row[3]) + 1) } }
        next
    }
    { total[$3]++; if ($6 == 3) { found[$3]++; next }
      known[$1]--
      print "not noticed: " $1 " " $2 " (" $3 "): " (known[$1] < 0 ? "UNKNOWN" : why[$1])
      if (known[$1] < 0) unknown++ }
    END {
        for (kind in total) {
            printf "%s: %d of %d deletions that matter are noticed\n", kind, found[kind], total[kind]
            all += total[kind]; hit += found[kind]
        }
        share = all ? 100 * hit / all : 100
        printf "%.1f %% (at least 98 %% wanted), %d misses without a reason in misses.txt\n", share, unknown
        good = share >= 98 && all > 0 && !unknown
        if (good) print "1 passed, 0 failed"; else print "0 passed, 1 failed"
        exit !good
    }' "$root/test/deletion/misses.txt" "$work/all.tsv"
