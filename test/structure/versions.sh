#!/usr/bin/env bash
# What sets one code object version apart from another stands in object_version.def: no other code of
# the compiler asks for a version's number or name, or lists chips by the numbers of their ISA.
#
# versions.sh [ROOT]: the tree to look at, this one if none is given.
set -euo pipefail
root=${1:-$(dirname "$0")/../..}
cd "$root"

# A version, perhaps a member of one; the language's (cl_version) is another thing.
version='(?<!cl_)version\w*(\([^()]*\))?((->|\.)\w+)*(\[\w+\])?'
compare='([<>]=?|[!=]=)'
number="(0x)?[0-9]+|'[0-9]'|[A-Z_]*V(ERSION)?_?[0-9]+|&?object_versions\\b"
faults=(
    "$version *($compare|[-+&]) *($number)"
    "\\b($number) *$compare *[\\w.>()-]*$version\\b"
    "switch \\(.*$version"
    "str\\w*cmp\\(.*$version.*\"[0-9]|str\\w*cmp\\(\"[0-9].*$version"
    '\bversion_number\b'
    "(->|\\.)(major|minor|step)\\b *$compare"
)
pattern=$(IFS='|'; echo "${faults[*]}")
# gcn/isa/ has the facts of chips; elf.c speaks of ELF's own version.
if grep -rnP --include='*.'{c,h,l,y,def} "$pattern" gcn backend-gcn driver |
    grep -vE '^gcn/(object/object_version\.[ch]|isa/)'; then
    echo "a fact of code object versions belongs in gcn/object/object_version.def, one of chips"
    echo "in gcn/isa/gcn_target.def"
    exit 1
fi
echo "1 passed, 0 failed"
