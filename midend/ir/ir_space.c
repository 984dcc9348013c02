/* Address spaces in the text forms of IR and machine IR: "global", "generic|local", "all". */
#include "midend/ir/ir.h"

#include "support/textscan.h"

const char *const ir_space_name[IR_SPACE_COUNT] = {
    [IR_SPACE_GENERIC] = "generic", [IR_SPACE_GLOBAL] = "global", [IR_SPACE_CONSTANT] = "constant",
    [IR_SPACE_LOCAL] = "local",     [IR_SPACE_REGION] = "region", [IR_SPACE_PRIVATE] = "private",
};

void
ir_print_spaces(struct strbuf *buf, ir_space_set spaces)
{
    if (spaces == IR_SPACES_ALL) {
        strbuf_puts(buf, "all");
        return;
    }
    const char *separator = "";
    for (enum ir_space space = 0; space < IR_SPACE_COUNT; space++) {
        if (!ir_has_space(spaces, space))
            continue;
        strbuf_puts(buf, separator);
        strbuf_puts(buf, ir_space_name[space]);
        separator = "|";
    }
}

enum ir_space
ir_parse_space(struct textscan *scan)
{
    for (enum ir_space space = 0; space < IR_SPACE_COUNT; space++)
        if (textscan_accept(scan, ir_space_name[space]))
            return space;
    textscan_error(scan, "unknown address space '%.*s'", (int)scan->length, scan->start);
    return IR_SPACE_GENERIC;
}

ir_space_set
ir_parse_spaces(struct textscan *scan)
{
    if (textscan_accept(scan, "all"))
        return IR_SPACES_ALL;
    ir_space_set spaces = 0;
    do
        spaces |= ir_space_bit(ir_parse_space(scan));
    while (textscan_accept(scan, "|"));
    return spaces;
}
