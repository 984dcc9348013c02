/* The list of points for a simulator, which -fsanitize= asks for: entries of a place, a length, and words. */
#include "backend-gcn/object/check_list.h"
#include "support/sanitize.h"

#include <string.h>

bool
check_list_is_there(const struct code_object *object)
{
    for (uint32_t i = 0; i < object->kernel_count; i++)
        if (object->kernels[i]->checks.count)
            return true;
    for (uint32_t i = 0; i < object->function_count; i++)
        if (object->functions[i]->checks.count)
            return true;
    return (object->options->sanitize & SANITIZE_OPENCL) != 0;
}

/* Where it is in .text, how long the words are, the words with zeros up to a whole dword. */
static void
add_entry(struct strbuf *list, uint32_t offset, const char *words)
{
    uint32_t length = (uint32_t)strlen(words), head[2] = {offset, (length + 4) & ~3u};
    strbuf_add(list, (const char *)head, sizeof head);
    strbuf_add(list, words, length);
    strbuf_zeros(list, head[1] - length);
}

void
check_list_begin(const struct code_object *object, struct strbuf *list)
{
    static const char *const names[] = {
#define SANITIZE(name, spelling, what) spelling,
#include "support/sanitize.def"
    };
    uint32_t kinds = object->options->sanitize & SANITIZE_OPENCL;
    uint32_t recover = object->options->sanitize >> SANITIZE_KINDS & kinds;
    struct strbuf words = strbuf_new(object->arena);
    strbuf_puts(&words, "kinds");
    for (unsigned i = 0; i < SANITIZE_KINDS; i++)
        if (kinds >> i & 1)
            strbuf_printf(&words, " %s", names[i]);
    if (recover == kinds && kinds)
        strbuf_puts(&words, " recover");
    for (unsigned i = 0; i < SANITIZE_KINDS && recover != kinds; i++)
        if (recover >> i & 1)
            strbuf_printf(&words, " recover-%s", names[i]);
    add_entry(list, UINT32_MAX, words.text);
}

void
check_list_add(const struct mir_function *function, uint32_t start, struct strbuf *list)
{
    vec_foreach (const struct mir_check, check, &function->checks)
        add_entry(list, start + check->offset, check->words);
}
