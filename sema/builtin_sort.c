/* Build-time program: writes the rows of builtin.def in the order of their names, for the binary
 * search of builtin_table.c. */
#include "frontend/ast.h"
#include "sema/builtin.h"
#include "sema/type.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
#define BUILTIN(name, elements, components, signature, implementation, target, flags, detail) name,
#include "sema/builtin.def"
};

enum { COUNT = sizeof names / sizeof *names };

/* Rows of one name keep the order of the table. */
static int
by_name(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b, order = strcmp(names[x], names[y]);
    return order ? order : x - y;
}

int
main(void)
{
    static int order[COUNT];
    for (int i = 0; i < COUNT; i++)
        order[i] = i;
    qsort(order, COUNT, sizeof *order, by_name);
    puts("/* Made by builtin_sort.c. */");
    for (int i = 0; i < COUNT; i++)
        printf("&rows[%d], /* %s */\n", order[i], names[order[i]]);
    return 0;
}
