#include "sema/builtin.h"
#include "frontend/frontend.h"
#include "sema/type.h"
#include "support/suggest.h"

#include <string.h>

static const struct builtin rows[] = {
#define BUILTIN(name, elements, components, signature, implementation, target, flags, detail)      \
    {name, elements, components, implementation, flags, signature, target, detail},
#include "sema/builtin.def"
};

static const struct builtin *const sorted[] = {
#include "sema/builtin_order.inc"
};

const struct builtin *const *
builtin_find(const char *name, uint32_t *count)
{
    const uint32_t total = sizeof sorted / sizeof *sorted;
    uint32_t low = 0, high = total;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (strcmp(sorted[middle]->name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *count = 0;
    while (low + *count < total && strcmp(sorted[low + *count]->name, name) == 0)
        ++*count;
    return *count ? &sorted[low] : NULL;
}

void
builtin_offer_names(struct suggestion *near)
{
    for (size_t i = 0; i < sizeof sorted / sizeof *sorted; i++)
        if (i == 0 || strcmp(sorted[i]->name, sorted[i - 1]->name) != 0)
            suggest_offer(near, sorted[i]->name, strlen(sorted[i]->name));
}
