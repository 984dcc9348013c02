#!/usr/bin/env bash
# whole.sh finds what it is for: each of these, planted in a tree, is a fault, and these are none.
set -euo pipefail
. "$(dirname "$0")/planted.sh" whole.sh scratch .github test
git -C "${tree:?}" init -q
cp "$(dirname "$0")/../../.gitignore" "$tree"
mkdir "$tree/build-other"

up=.. folder=shared # so that this file has none of them
while IFS= read -r line; do
    plant test/CMakeLists.txt "$line" refused
done <<LINES
    \${CMAKE_SOURCE_DIR}/$up/$folder/guide.txt)
    \${CMAKE_CURRENT_SOURCE_DIR}/$up/$up/$up/elsewhere.txt)
GUIDE = os.path.join(ROOT, "$up", "$folder", "guide.txt")
path = root + '/$up/$folder'
/* the table of counters in $up/$folder/isa/hazards.md */
corrected by ${folder/shared/RULINGS}.md
python3 /${folder/shared/work}/tool.py
LINES
for file in left.i k.co x.cl Makefile scratch/x.c; do
    plant $file 'kernel' refused
done

while IFS= read -r line; do
    plant test/x.c "$line" accepted
done <<'LINES'
#include "shared/factor.h"
#include "../shape.h"
/* memory that is shared by lanes: docs/rulings.md, docs/hazards.md */
(void)network/work; cd "$(dirname "$0")/../.."
LINES
for file in README.md .editorconfig .github/check.yml; do
    plant $file 'kernel' accepted
done
plant build-other/x.c "kernel in $up/$folder/x.cl" accepted # git ignores builds and objects
plant left.o 'kernel' accepted

finish
