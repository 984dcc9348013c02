/* Names of overloads in IR; the scheme is described in sema.h. */
#include "sema/sema.h"

static void
add_type(struct strbuf *text, const struct type *type)
{
    static const char *const names[TYPE_KINDS] = {[TYPE_VOID] = "void",
                                                  [TYPE_BOOL] = "i1",
                                                  [TYPE_CHAR] = "i8",
                                                  [TYPE_UCHAR] = "u8",
                                                  [TYPE_SHORT] = "i16",
                                                  [TYPE_USHORT] = "u16",
                                                  [TYPE_INT] = "i32",
                                                  [TYPE_UINT] = "u32",
                                                  [TYPE_LONG] = "i64",
                                                  [TYPE_ULONG] = "u64",
                                                  [TYPE_HALF] = "f16",
                                                  [TYPE_FLOAT] = "f32",
                                                  [TYPE_DOUBLE] = "f64",
                                                  [TYPE_EVENT] = "event_t",
                                                  [TYPE_SAMPLER] = "sampler_t",
                                                  [TYPE_FUNCTION] = "function",
                                                  [TYPE_QUEUE] = "queue_t",
                                                  [TYPE_CLK_EVENT] = "clk_event_t",
                                                  [TYPE_RESERVE_ID] = "reserve_id_t",
                                                  [TYPE_PIPE] = "pipe",
                                                  [TYPE_BLOCK] = "block"};
    static const char *const accesses[] = {[KERNEL_ACCESS_NONE] = "",
                                           [KERNEL_ACCESS_READ] = "ro_",
                                           [KERNEL_ACCESS_WRITE] = "wo_",
                                           [KERNEL_ACCESS_READ_WRITE] = "rw_"};
    switch (type->kind) {
    case TYPE_ENUM:
        add_type(text, type->base ? type->base : &(struct type){.kind = TYPE_INT});
        break;
    case TYPE_ATOMIC:
        strbuf_puts(text, "atomic_");
        add_type(text, type->base);
        break;
    case TYPE_VECTOR:
        add_type(text, type->base);
        strbuf_printf(text, "x%u", type->count);
        break;
    case TYPE_POINTER:
        strbuf_printf(text, "p%u", type->base->space);
        add_type(text, type->base);
        break;
    case TYPE_ARRAY:
        strbuf_printf(text, "a%u", type->count);
        add_type(text, type->base);
        break;
    case TYPE_STRUCT:
    case TYPE_UNION:
        strbuf_printf(text, "s%s",
                      type->record->name           ? type->record->name
                      : type->record->typedef_name ? type->record->typedef_name
                                                   : "");
        break;
    case TYPE_IMAGE:
        strbuf_printf(text, "%s%s", accesses[type->access], image_facts[type->shape].name);
        break;
    default:
        strbuf_puts(text, names[type->kind]);
    }
}

const char *
sema_mangle(struct arena *arena, const char *name, struct type *const *params, uint32_t count)
{
    struct strbuf text = strbuf_new(arena);
    strbuf_puts(&text, name);
    for (uint32_t i = 0; i < count; i++) {
        strbuf_puts(&text, ".");
        add_type(&text, params[i]);
    }
    if (count == 0)
        strbuf_puts(&text, ".void");
    return text.text;
}
