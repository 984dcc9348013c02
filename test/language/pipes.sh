#!/usr/bin/env bash
# Pipes on each generation, by what gcnsim makes of its pipe arguments: the checks are those of the
# simulator's own test of clang's kernels.
#   pipes.sh BUILD
set -uo pipefail
simulator=$(cd "$(dirname "$0")/../runtime-sim" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for variant in gfx600:2:3 gfx701:2:0 gfx803:2:3 gfx803:4:0 gfx900:4:3 gfx906:4:1 gfx90a:4:3; do
    IFS=: read -r chip version level <<<"$variant"
    "$1/bin/occ" -cl-std=CL2.0 -mcpu="$chip" -mcode-object-version="$version" -O"$level" -fverify-passes \
        "$simulator/pipe.cl" -o "$work/pipe-$chip-v$version.co" || exit 1
done
exec "$simulator/pipe.sh" "$1/bin/gcnsim" "$work"/pipe-*.co
