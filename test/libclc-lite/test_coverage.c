/* Every row of builtin.def that is a library function has one in the library, for each type that the
 * row admits. */
#include "frontend/frontend.h"
#include "libclc-lite/libclc.h"
#include "sema/builtin.h"
#include "sema/type.h"

#include <stdio.h>
#include <string.h>

static const struct builtin rows[] = {
#define BUILTIN(name, elements, components, signature, implementation, target, flags, detail)      \
    {name, elements, components, implementation, flags, signature, target, detail},
#include "sema/builtin.def"
};

static const char *const type_names[] = {
    [TYPE_CHAR] = "i8",  [TYPE_UCHAR] = "u8",  [TYPE_SHORT] = "i16", [TYPE_USHORT] = "u16",
    [TYPE_INT] = "i32",  [TYPE_UINT] = "u32",  [TYPE_LONG] = "i64",  [TYPE_ULONG] = "u64",
    [TYPE_HALF] = "f16", [TYPE_FLOAT] = "f32", [TYPE_DOUBLE] = "f64"};

static int
bits_of(int kind)
{
    int bits = 0;
    sscanf(type_names[kind] + 1, "%d", &bits);
    return bits;
}

/* One parameter of the signature: T, E, ... or a name, with the components of T; 0: without those of a name. */
static void
add_plain(char *out, const char *text, size_t length, int kind, int components)
{
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (strcmp(name, "T") == 0 || strcmp(name, "E") == 0)
        snprintf(name, sizeof name, "%s", type_names[kind]);
    else if (strcmp(name, "S") == 0 || strcmp(name, "U") == 0)
        snprintf(name, sizeof name, "%c%d", *text == 'S' ? 'i' : 'u', bits_of(kind));
    else if (strcmp(name, "I") == 0)
        snprintf(name, sizeof name, "i32");
    else if (strcmp(name, "N") == 0)
        snprintf(name, sizeof name, "u32");
    else if (strcmp(name, "z") == 0)
        snprintf(name, sizeof name, "u64");
    if (!components)
        name[strcspn(name, "x")] = '\0';
    strcat(out, name);
    if (components > 1 && strchr("TSUIN", *text) && length == 1)
        sprintf(out + strlen(out), "x%d", components);
}

static void
mangle(char *out, const struct builtin *row, int kind, int components)
{
    const char *at = strchr(row->signature, ' ');
    strcpy(out, row->target ? row->target : row->name);
    if (!at)
        strcat(out, ".void");
    while (at) {
        at++;
        at += *at == '='; /* a constant */
        size_t length = strcspn(at, " ");
        strcat(out, ".");
        const char *type = at;
        if (*type ==
            '*') { /* *a<type>: a result, which midend/gen/gen_builtin.c copies; k: const */
            type += type[1] == 'k' ? 2 : 1;
            strcat(out, *type == 'g' ? "p1" : *type == 'l' ? "p3" : "p5");
            type++;
        }
        add_plain(out, type, length - (size_t)(type - at), kind, components);
        at = at[length] ? at + length : NULL;
    }
}

static int
check(const struct builtin *row, int kind, int components)
{
    char name[128];
    size_t length;
    mangle(name, row, kind, components);
    if (libclc_find(name, &length))
        return 0;
    printf("%s is not in the library\n", name);
    return 1;
}

int
main(void)
{
    static const int component_counts[] = {1, 2, 3, 4, 8, 16};
    int failed = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct builtin *row = &rows[i];
        if (row->implementation != BUILTIN_LIB)
            continue;
        if (!row->elements)
            failed += check(row, TYPE_INT, row->flags & BUILTIN_COMPONENTWISE ? 0 : 1);
        for (int kind = TYPE_CHAR; kind <= TYPE_DOUBLE && row->elements; kind++) {
            if (!(row->elements >> kind & 1))
                continue;
            for (int k = 0; k < 6; k++)
                if ((row->flags & BUILTIN_COMPONENTWISE) ? k == 0 : row->components >> k & 1)
                    failed += check(row, kind, component_counts[k]);
        }
    }
    printf("%d missing\n", failed);
    return failed != 0;
}
