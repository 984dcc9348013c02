#!/usr/bin/env bash
# The manual pages of the build: man and mandoc have nothing to say against them, and every switch, subcommand and
# variable stands in them.
#   manuals.sh BUILD
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# They have the version, not a date.
complaints() {
    mandoc -Tlint -W warning "$1" | grep -v 'missing date, using ""' || true
    LC_ALL=C MANWIDTH=100 man --warnings -E UTF-8 -l "$1" 2>&1 >/dev/null
}
# page NAME SECTION FILE: its text, without backspaces with long lines, goes to $work/NAME
page() {
    cp "$3" "$work/$1.$2"
    local said
    said=$(complaints "$work/$1.$2") && [ -z "$said" ] && passed=$((passed + 1)) || {
        echo "FAIL $1($2): $said"
        failed=$((failed + 1))
    }
    mandoc -Tascii -O width=1000 "$work/$1.$2" | sed 's/.\x08//g' >"$work/$1"
}
# has NAME MORE: each of more than so many lines of standard input is in the page.
has() {
    local word count=0
    while read -r word; do
        count=$((count + 1))
        grep -qF -- "$word" "$work/$1" && passed=$((passed + 1)) || {
            echo "FAIL $1 lacks $word"
            failed=$((failed + 1))
        }
    done
    [ $count -gt "$2" ] || {
        echo "FAIL $1: only $count words to look for"
        failed=$((failed + 1))
    }
}

page occ 1 "$build/driver/occ.man"
page occ-obj 1 "$build/driver/occ-obj.man"
page gcnsim 1 "$build/runtime/gcnsim/gcnsim.1"
page occ-icd 7 "$build/runtime/icd/occ-icd.7"
page occ-rocm 7 "$build/runtime/kfd/occ-rocm.7"
page occ-hardware 7 "$build/driver/occ-hardware.7"
page occ-selftest 1 "$build/driver/occ-selftest.1"
has occ 100 < <(sed -n 's/^[A-Z_]*("\(-[^"]*\)".*/\1/p' "$root/driver/options/options.def")
has occ-obj 8 < <(sed -n 's/^SUBCOMMAND("\([^"]*\)".*/\1/p; s/^SWITCH([A-Z]*, "\([^"]*\)".*/\1/p' \
    "$root/driver/occ-obj/subcommands.def")
has gcnsim 20 < <("$build/bin/gcnsim" --help | grep -oE '^  --?[a-zA-Z][a-z-]*' | tr -d ' ')
has occ-icd 6 < <(grep -o 'VARIABLE([A-Z_]*)' "$root/runtime/settings/settings.c" | sed 's/.*(/OCC_ICD_/; s/)//')
# The whole of their pages: headings, and what stands first in each row of a table.
has occ-hardware 3 < <(sed -n 's/^## //p' "$root/docs/hardware.md" | tr '[:lower:]' '[:upper:]')
has occ-selftest 3 < <("$build/bin/occ" selftest --help | grep -oE '^  --?[a-zA-Z][a-z-]*' | tr -d ' ')
for name in gcnsim:gcnsim icd:occ-icd rocm:occ-rocm; do
    has "${name#*:}" 3 < <(sed -n 's/^## //p' "$root/docs/${name%:*}.md" | tr '[:lower:]' '[:upper:]')
    has "${name#*:}" 3 < <(sed -n 's/^| `\([^`|\\]*\)`.*/\1/p' "$root/docs/${name%:*}.md")
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
