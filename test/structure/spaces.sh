#!/usr/bin/env bash
# Address spaces have names below sema (enum ir_space): no number stands for one or for a set of
# them outside of midend/ir.h.
#
#   spaces.sh [ROOT]     looks through all that is below sema, and the driver, of that tree
#   spaces.sh --planted  looks through a tree of planted faults and must find each
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
    (cd "$1" && find midend backend-gcn driver libclc-lite -name '*.[ch]' ! -path midend/ir.h -o -name '*.def' |
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

# Each of these lines is a fault.
plant() {
    mkdir -p "$1/midend" "$1/backend-gcn/isel" "$1/driver" "$1/libclc-lite"
    cat >"$1/midend/faults.c" <<'END'
    if (space == 3)
    return global->space != 2;
    struct address at = {.space = 5};
    if (ir_space_of(inst->type) != 0)
    if (ir_space_of(ir_type_of(f, inst->args[0].value)) == 1)
    bool local = 3 == at.space;
    if (arg->space)
    return a->space && b->space && a->space != b->space;
    unsigned bits = space ? 64 : 32;
    if (!space)
    if (spaces & 1 << 4)
    if (!spaces || spaces & 1)
    spaces |= 1 << 1;
    inst->memory.spaces = 0xff;
    (struct mir_memory){.spaces = 1 << 2, .is_invariant = true}
    inst->memory.spaces & (1 << 0 | 1 << 3)
    return space != IR_SPACE_GENERIC ? 1u << space : IR_SPACES_ALL;
    unsigned mask = 1 << at->space;
    bool reads = spaces >> k & 1;
    uint8_t spaces = has_private ? 1u << 5 : 0;
    spaces |= 1 << SPACE_LOCAL;
    bool local = memory->spaces & (1 << LOCAL | 1 << GENERIC);
    enum ir_type type = (enum ir_type)(IR_P_GENERIC + 3);
    unsigned number = type - IR_P_GENERIC;
    require(v, result(v) - (int)IR_P_GENERIC == space);
    return type == IR_P3;
    enum { GLOBAL = 1, CONSTANT = 2 };
    SPACE_PRIVATE = 5,
    enum { GENERIC = 1 << 0 | 1 << 1 | 1 << 3 };
    at.space = (enum ir_space)3;
    type = ir_pointer_type(3);
    set |= ir_space_bit(1);
    return ir_has_space(set, 4);
    isel->has_lds |= touches_space(isel, inst, 3);
    return fits(isel, 3, offset);
    if (at->space == (3))
    const enum ir_space local = 3;
    enum { SP_LOCAL = 3 };
    #define LOCAL_SPACE 3
    text(ir_space_name[1]);
END
    printf '%s\n' 'switch (space) {' 'case IR_SPACE_LOCAL:' '    return 1;' 'case 5:' \
        >"$1/backend-gcn/isel/switch.c"
    # None of these is one.
    cat >"$1/backend-gcn/isel/names.c" <<'END'
/* if (space == 3) stands for 1 << 4 */
    if (space == IR_SPACE_LOCAL && bytes == 4)
    ir_space_set spaces = 0;
    spaces |= IR_SPACE_MASK(GLOBAL) | IR_SPACE_MASK(LOCAL);
    if (!inst->memory.spaces || inst->memory.spaces & IR_SPACES_TO_LOCAL)
    bool changes = ir_has_space(m->written, space) && !inst->memory.is_invariant;
    return isel_memory(isel, &inst->memory, space, 0);
    for (enum ir_space space = 0; space < IR_SPACE_COUNT; space++)
    [IR_SPACE_GLOBAL] = "global",
    {"to_space", gen_special_to_space},
END
}

if [ "${1:-}" = --planted ]; then
    tree=$(mktemp -d)
    trap 'rm -rf "$tree"' EXIT
    plant "$tree"
    {
        seq -f 'midend/faults.c:%g' "$(wc -l <"$tree/midend/faults.c")"
        echo backend-gcn/isel/switch.c:4
    } | sort >"$tree/wanted"
    find_faults "$tree" | cut -d: -f1,2 | sort -u >"$tree/found"
    diff "$tree/wanted" "$tree/found"
    echo "1 passed, 0 failed"
    exit
fi

found=$(find_faults "${1:-$(dirname "$0")/../..}")
if [ -n "$found" ]; then
    echo "numbers where enum ir_space has names:"
    echo "$found"
    exit 1
fi
echo "1 passed, 0 failed"
