#!/usr/bin/env bash
# What OCC_RECORD keeps of the program's launches gcnsim replays to the same memory.
#   recorded.sh GCNSIM HSA_RECORDED
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
OCC_RECORD=$work/r "$2"
count=0
for folder in "$work"/r/*; do
    "$1" replay "$folder"
    count=$((count + 1))
done
[ $count = 3 ] || { echo "$count launches were recorded, not 3"; exit 1; }
