#!/usr/bin/env bash
# What language-run says of the programs here, against expected.txt.  OCC_BLESS=1 rewrites it.
#   run.sh BUILD
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")"
got=$("$build/bin/language-run" -mcpu=gfx900 ./*.cl) && { echo "status 0"; exit 1; }
[ -z "${OCC_BLESS:-}" ] || echo "$got" >expected.txt
diff expected.txt - <<<"$got"
