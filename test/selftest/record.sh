#!/usr/bin/env bash
# What test/selftest/programs holds is what record.c writes of the cases of examples/ and test/e2e.
#   record.sh BUILD      OCC_BLESS=1 rewrites them
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/objects" "$work/programs"
for source in examples/*.cl test/e2e/*.cl; do
    "$build/bin/occ" -mcpu=gfx900 -ffp-contract=off -w -o "$work/objects/$(basename "$source" .cl).co" "$source"
done
"$build/bin/record-programs" "$work/objects" "$work/programs" examples test/e2e
if [ -n "${OCC_BLESS:-}" ]; then
    mkdir -p test/selftest/programs
    cp "$work/programs"/*.cl test/selftest/programs
fi
diff -r "$work/programs" test/selftest/programs
echo "$(ls "$work/programs" | wc -l) programs, 0 failed"
