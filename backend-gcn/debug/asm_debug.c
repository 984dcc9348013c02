/* Debug information in -S: its sections as data, but for the line table, which an assembler makes of .loc. */
#include "backend-gcn/debug/asm_debug.h"
#include "gcn/object/object_version.h"

#include <stdlib.h>
#include <string.h>

#define TEXT_LABEL ".Ldebug_text"

/* The variables that asm_file prints. */
static bool
is_printed(const void *data, const struct ir_global *global)
{
    (void)data;
    return global->space == IR_SPACE_CONSTANT || global->space == IR_SPACE_GLOBAL;
}

struct dwarf *
asm_debug_start(struct strbuf *buf, const struct code_object *object, struct asm_source *source)
{
    uint32_t count = object->kernel_count + object->function_count;
    struct dwarf_code *code = ARENA_ARRAY(object->arena, count + 1u, struct dwarf_code);
    uint64_t at = 0;
    if (!object->options->dwarf)
        return NULL;
    for (uint32_t i = 0; i < count; i++) { /* as code_object.c lays them out */
        bool is_kernel = i < object->kernel_count;
        const struct mir_function *function =
            is_kernel ? object->kernels[i] : object->functions[i - object->kernel_count];
        if (is_kernel)
            at = ((at + 255) & ~UINT64_C(255)) +
                 object->options->object_version->launch->header_size;
        code[i] = (struct dwarf_code){function, at};
        at += function->code_size;
    }
    struct dwarf *dwarf = dwarf_write(object, code, count, is_printed, NULL);
    vec_foreach (const char *const, name, &dwarf->files)
        asm_source_file(buf, source, *name);
    strbuf_puts(buf, "\n\t.text\n" TEXT_LABEL ":\n");
    return dwarf;
}

static int
compare_offsets(const void *left, const void *right)
{
    const struct dwarf_fixup *a = left, *b = right;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

static void
print_fixup(struct strbuf *buf, const struct dwarf_fixup *fixup)
{
    strbuf_printf(buf, "\t.%s\t", fixup->size == 8 ? "quad" : "long");
    if (fixup->target == DWARF_TEXT)
        strbuf_puts(buf, TEXT_LABEL);
    else if (fixup->target == DWARF_OBJECT)
        strbuf_puts(buf, fixup->object->name);
    else
        strbuf_printf(buf, ".L%s", dwarf_section_names[fixup->target] + 1);
    if (fixup->addend)
        strbuf_printf(buf, "+%llu", (unsigned long long)fixup->addend);
    strbuf_puts(buf, "\n");
}

/* Lines of up to 16 bytes; what is relocated stands alone. */
static void
print_section(struct strbuf *buf, const struct strbuf *bytes, const struct dwarf_fixup *fixups,
              uint32_t count)
{
    enum { PER_LINE = 16 };
    size_t i = 0;
    for (uint32_t next = 0; i < bytes->length || next < count;) {
        size_t end = next < count ? fixups[next].offset : bytes->length;
        for (size_t start = i; i < end; i++)
            strbuf_printf(buf, "%s0x%02x%s", (i - start) % PER_LINE ? "," : "\t.byte\t",
                          (uint8_t)bytes->text[i],
                          i + 1 == end || (i - start) % PER_LINE == PER_LINE - 1 ? "\n" : "");
        if (next < count) {
            print_fixup(buf, &fixups[next]);
            i += fixups[next++].size;
        }
    }
}

void
asm_debug_finish(struct strbuf *buf, const struct dwarf *dwarf)
{
    for (unsigned section = 0; dwarf && section < DWARF_SECTIONS; section++) {
        struct dwarf_fixup *fixups =
            ARENA_ARRAY(buf->arena, dwarf->fixups.count + 1u, struct dwarf_fixup);
        const char *name = dwarf_section_names[section];
        uint32_t count = 0;
        if (!dwarf->sections[section].length)
            continue;
        strbuf_printf(buf, "\n\t.section\t%s,%s\n.L%s:\n", name,
                      section == DWARF_STR ? "\"MS\",@progbits,1" : "\"\",@progbits", name + 1);
        if (section == DWARF_LINE)
            continue;
        vec_foreach (const struct dwarf_fixup, fixup, &dwarf->fixups)
            if (fixup->section == section)
                fixups[count++] = *fixup;
        qsort(fixups, count, sizeof *fixups, compare_offsets);
        print_section(buf, &dwarf->sections[section], fixups, count);
    }
}
