/* Prints the rows of builtin.def that programs may use, for has_builtin.py: name, element types, component
 * counts, images or not, typed by a function or not, signature; fields are separated by tabs. */
#include "frontend/ast.h"
#include "frontend/frontend.h"
#include "sema/builtin.h"
#include "sema/type.h"

#include <stdio.h>

static const struct builtin table[] = {
#define BUILTIN(name, elements, components, signature, implementation, target, flags, detail)      \
    {name, elements, components, implementation, flags, signature, target, detail},
#include "sema/builtin.def"
};

static void
print_elements(unsigned set)
{
    static const char *const names[] = {
        [TYPE_CHAR] = "char",     [TYPE_UCHAR] = "uchar",  [TYPE_SHORT] = "short",
        [TYPE_USHORT] = "ushort", [TYPE_INT] = "int",      [TYPE_UINT] = "uint",
        [TYPE_LONG] = "long",     [TYPE_ULONG] = "ulong",  [TYPE_HALF] = "half",
        [TYPE_FLOAT] = "float",   [TYPE_DOUBLE] = "double"};
    for (unsigned i = TYPE_CHAR; i <= TYPE_DOUBLE; i++)
        if (set >> i & 1)
            printf("%s ", names[i]);
}

int
main(void)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct builtin *row = &table[i];
        if (row->flags & BUILTIN_LIBRARY_ONLY)
            continue;
        printf("%s\t", row->name);
        if (row->flags & BUILTIN_IMAGE)
            printf("%x", row->elements);
        else
            print_elements(row->elements);
        printf("\t%x\t%c%c\t%s\n", row->components, row->flags & BUILTIN_IMAGE ? 'i' : '-',
               row->flags & BUILTIN_CUSTOM ? 'c' : '-', row->signature);
    }
    return 0;
}
