#!/usr/bin/env bash
# Generic pointers whose address spaces can be found out leave no FLAT access where there are others,
# and those that cannot leave some: otherwise the second file would test nothing.
#   no_flat.sh BUILD
set -euo pipefail
folder=$(cd "$(dirname "$0")" && pwd)
flat='^ *flat_(load|store|atomic)'

assembly() {
    "$1/bin/occ" -mcpu=gfx900 -cl-std=CL2.0 -S "$folder/$2" -o -
}

# Kernel names before the lines that match.
if assembly "$1" generic_resolved.cl | grep -E "$flat|^[a-z_]+:" | grep -E -B1 "$flat"; then
    echo "FLAT accesses through pointers of known address spaces"
    exit 1
fi
count=$(assembly "$1" generic_flat.cl | grep -cE "$flat") || true
[ "$count" -ge 6 ] || { echo "only $count FLAT accesses in generic_flat.cl"; exit 1; }
