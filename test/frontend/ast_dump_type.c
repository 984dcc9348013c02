/* Types, declarators and attributes as they are written. */
#include "test/frontend/ast_dump_private.h"

static void
dump_flags(struct dump *d, uint32_t flags)
{
    static const struct {
        uint32_t flag;
        const char *name;
    } names[] = {
        {SPEC_TYPEDEF, "typedef"},
        {SPEC_EXTERN, "extern"},
        {SPEC_STATIC, "static"},
        {SPEC_INLINE, "inline"},
        {SPEC_AUTO, "auto"},
        {SPEC_REGISTER, "register"},
        {SPEC_KERNEL, "kernel"},
        {SPEC_CONST, "const"},
        {SPEC_VOLATILE, "volatile"},
        {SPEC_RESTRICT, "restrict"},
        {SPEC_GLOBAL, "global"},
        {SPEC_LOCAL, "local"},
        {SPEC_CONSTANT, "constant"},
        {SPEC_PRIVATE, "private"},
        {SPEC_GENERIC, "generic"},
        {SPEC_READ_ONLY, "read_only"},
        {SPEC_WRITE_ONLY, "write_only"},
        {SPEC_READ_WRITE, "read_write"},
        {SPEC_SIGNED, "signed"},
        {SPEC_UNSIGNED, "unsigned"},
        {SPEC_LONG, "long"},
        {SPEC_LONG_LONG, "longlong"},
        {SPEC_SHORT, "short"},
        {SPEC_PIPE, "pipe"},
        {SPEC_BLOCK, "__block"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (flags & names[i].flag)
            strbuf_printf(d->out, "%s ", names[i].name);
}

void
dump_attributes(struct dump *d, const struct attribute *attribute)
{
    for (; attribute; attribute = attribute->next) {
        strbuf_printf(d->out, "@%s", attribute->name);
        if (attribute->type) {
            strbuf_puts(d->out, "(");
            dump_type_name(d, attribute->type);
            strbuf_puts(d->out, ")");
        }
        for (uint32_t i = 0; i < attribute->args.count; i++) {
            strbuf_puts(d->out, i ? "," : "(");
            dump_expr(d, attribute->args.at[i]);
        }
        strbuf_puts(d->out, attribute->args.count ? ") " : " ");
    }
}

static void
dump_record(struct dump *d, const struct record_syntax *record)
{
    strbuf_puts(d->out, record->tag == 's' ? "struct" : record->tag == 'u' ? "union" : "enum");
    strbuf_printf(d->out, " %s", record->name ? record->name : "-");
    if (record->attributes)
        strbuf_puts(d->out, " ");
    dump_attributes(d, record->attributes);
    if (!record->has_body)
        return;
    strbuf_puts(d->out, " {");
    for (uint32_t i = 0; record->fields && i < record->fields->count; i++) {
        strbuf_puts(d->out, i ? "; " : "");
        dump_decl(d, record->fields->at[i], -1);
    }
    for (const struct enumerator *e = record->enumerators; e; e = e->next) {
        strbuf_printf(d->out, "%s%s", e == record->enumerators ? "" : ", ", e->name);
        if (e->value) {
            strbuf_puts(d->out, " = ");
            dump_expr(d, e->value);
        }
    }
    strbuf_puts(d->out, "}");
}

void
dump_specifiers(struct dump *d, const struct specifiers *specifiers)
{
    dump_attributes(d, specifiers->attributes);
    dump_flags(d, specifiers->flags);
    if (specifiers->base)
        strbuf_puts(d->out, specifiers->base);
    else if (specifiers->named)
        strbuf_printf(d->out, "'%s", specifiers->named->name);
    else if (specifiers->record)
        dump_record(d, specifiers->record);
    else
        strbuf_puts(d->out, "-");
}

void
dump_declarator(struct dump *d, const struct declarator *declarator)
{
    for (; declarator; declarator = declarator->next) {
        if (declarator->kind == DECLARATOR_POINTER || declarator->kind == DECLARATOR_BLOCK) {
            strbuf_puts(d->out, declarator->kind == DECLARATOR_BLOCK ? "^ " : "* ");
            dump_flags(d, declarator->qualifiers);
            dump_attributes(d, declarator->attributes);
        } else if (declarator->kind == DECLARATOR_ARRAY) {
            strbuf_puts(d->out, "[");
            dump_expr(d, declarator->length);
            strbuf_puts(d->out, "] ");
        } else {
            strbuf_puts(d->out, declarator->is_prototype ? "fn(" : "fn(? ");
            for (uint32_t i = 0; i < declarator->params->count; i++) {
                strbuf_puts(d->out, i ? ", " : "");
                dump_decl(d, declarator->params->at[i], -1);
            }
            strbuf_puts(d->out, declarator->is_variadic ? ", ...) " : ") ");
        }
    }
}

void
dump_type_name(struct dump *d, const struct type_name *type)
{
    dump_declarator(d, type->declarator);
    dump_specifiers(d, type->specifiers);
}

void
dump_designators(struct dump *d, const struct designator *designator)
{
    for (; designator; designator = designator->next) {
        if (designator->field) {
            strbuf_printf(d->out, ".%s", designator->field);
        } else {
            strbuf_puts(d->out, "[");
            dump_expr(d, designator->index);
            strbuf_puts(d->out, designator->end ? " ... " : "");
            dump_expr(d, designator->end);
            strbuf_puts(d->out, "]");
        }
    }
}
