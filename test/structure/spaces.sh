#!/usr/bin/env bash
# Address spaces have names below sema (enum ir_space): no number stands for one or for a set of
# them outside of midend/ir/ir.h.
#
# spaces.sh [ROOT]: looks through all below sema, and the driver, of that tree; without, of this one.
set -euo pipefail

value='(?:\w+(?:->|\.))*(?:\w+_)?space\b' # space, at->space
space_of='space_of\([^;]*\)'               # ir_space_of(type)
name='(?:SPACE_)?(?:GENERIC|GLOBAL|CONSTANT|LOCAL|REGION|PRIVATE)\b'
faults=(
    "(?:$value|$space_of) *[=!<>]?[=<>] *\(?[0-9](?!; space <)" # space == 3, .space = 3
    "\benum ir_space \w+ = *\(?[0-9](?!; \w+ <)"         # enum ir_space local = 3
    "\b[0-9]+ *[=!<>]= *$value"                          # 3 == space
    "(?<![\w>.])(?<![!=<>]= )(?<![<>] )$value(?= *(?:\? |&&|\|\|))" # space ? a : b
    "(?:if \(|!|&& |\|\| )$value(?= *(?:\)|\? |&&|\|\|))" # if (space)
    "\bspaces *[&|^!=]?= *\(?(?:0x|[1-9])"               # .spaces = 1 << 2
    "\bspaces *(?:<<|>>|[&|^] *\(?~?\(?(?:0x|[0-9]))"    # spaces & 2, spaces >> k
    "<< *\(?$value|<< *(?:IR_)?$name"                    # 1 << space, 1 << IR_SPACE_LOCAL
    "\bspaces\b.*<< *[0-9]|<< *[0-9].*\bspaces\b"        # spaces = flat ? 1 << 0 : ...
    "\bIR_P_[A-Z]+ *[-+]|[-+] *(?:\([^()]*\) *)?IR_P_"   # IR_P_GENERIC + 3
    "\bIR_P[0-9]"
    "\b(?:[A-Z]+_)?$name *= *(?:[0-5]\b|\()"             # a private enum
    "#define +(?:\w*_SPACE|$name) +[0-9(]"
    "\(enum ir_space\) *[0-9]"
    "\b(?:ir_pointer_type|ir_space_bit)\([0-9]"          # arguments
    "\b(?:ir_has_space|touches_space)\(.*, *[0-9]\)"
    "\b(?:fits|unit_of|piece_size)\([a-z]+, *[0-9]"
    "\b(?:ir_space_name|spaces)\[[0-9]"
)

# FILE:LINE:CODE of the tree, without comments.
code() {
    (cd "$1" && find midend gcn backend-gcn driver libclc-lite -name '*.[ch]' ! -path midend/ir/ir.h -o -name '*.def' |
        xargs awk '{ gsub(/\/\*([^*]|\*[^\/])*\*\//, ""); sub(/\/\*.*/, ""); sub(/^ \*.*/, "")
            print FILENAME ":" FNR ":" $0 }')
}

# Those of its lines that have faults.
find_faults() {
    local pattern
    pattern=$(printf '|%s' "${faults[@]}")
    code "$1" | grep -P "${pattern#|}" || true
    code "$1" | awk '/switch \(.*space/ { left = 20 } left-- > 0 && /case [0-9]/'
}

found=$(find_faults "${1:-$(dirname "$0")/../..}")
if [ -n "$found" ]; then
    echo "numbers where enum ir_space has names:"
    echo "$found"
    exit 1
fi
echo "1 passed, 0 failed"
