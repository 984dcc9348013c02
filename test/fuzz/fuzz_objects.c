/* Code objects under a fuzzer: libFuzzer's entry, which mutate_objects.c calls too.
 *
 * Whatever the bytes: they are read or refused with a reason; what was read is described, verified, linked with
 * itself, disassembled and converted to every version, and what comes out can be read.  The same for bundles. */
#include "gcn/asm/disassemble.h"
#include "gcn/codeobj/bundle.h"
#include "gcn/codeobj/convert.h"
#include "gcn/codeobj/describe.h"
#include "gcn/codeobj/link.h"
#include "gcn/codeobj/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WRITTEN = 1 << 20 /* bytes */, MAX_ENTRIES = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
ignore(void *data, const char *message)
{
    (void)data;
    if (!*message)
        abort();
}

static void
must_be_read(struct arena *arena, const uint8_t *bytes, size_t size, const char *after)
{
    struct codeobj object;
    const char *why = codeobj_read(&object, arena, bytes, size);
    if (!why)
        return;
    fprintf(stderr, "finding: after %s: %s\n", after, why);
    abort();
}

static void
convert_to_all(const struct codeobj *object, struct arena *arena)
{
    for (unsigned i = 0; i < object_version_count; i++) {
        size_t size;
        const char *why = NULL;
        const uint8_t *bytes = codeobj_convert(object, arena, &object_versions[i], &size, &why);
        if (!bytes && (!why || !*why))
            abort();
        if (bytes)
            must_be_read(arena, bytes, size, "a conversion");
    }
}

static void
use(const struct codeobj *object, struct arena *arena)
{
    struct strbuf text = strbuf_new(arena);
    struct meta *tree = codeobj_describe(object, arena);
    codeobj_print(&text, tree);
    codeobj_print_json(&text, tree);
    codeobj_verify(object, &text);
    disassemble(&text, "input", object->file.bytes, object->file.size, object->target);
    const struct link_input inputs[] = {{"one", object->file.bytes, object->file.size},
                                        {"two", object->file.bytes, object->file.size}};
    for (unsigned count = 1; count <= 2; count++) {
        struct link_job job = {arena, arena->guard, inputs, count, ignore, NULL};
        size_t size;
        const uint8_t *bytes = link_objects(&job, &size);
        if (bytes)
            must_be_read(arena, bytes, size, "a link");
    }
    convert_to_all(object, arena);
}

/* What was read as a bundle is the same after it was written, but for order and the host's entries. */
static void
use_bundle(const struct bundle *bundle, struct arena *arena)
{
    struct bundle again;
    size_t size, all = 0;
    vec_foreach (const struct bundle_entry, entry, &bundle->entries) {
        struct codeobj object;
        struct target_id id;
        const char *target = bundle_target(entry, true);
        if (target && target_id_parse(target, &id) && !target_id_fits(&id, &id))
            abort();
        if (!codeobj_read(&object, arena, entry->bytes, entry->size))
            codeobj_describe(&object, arena);
        all += entry->size;
    }
    if (all > MAX_WRITTEN || bundle->entries.count > MAX_ENTRIES) /* entries may overlap */
        return;
    const uint8_t *bytes = bundle_write(arena, bundle->entries.at, bundle->entries.count, &size);
    const char *why = bundle_read(&again, arena, bytes, size);
    if (why || again.entries.count != bundle->entries.count + 1) {
        fprintf(stderr, "finding: a bundle that was written: %s\n", why ? why : "other entries");
        abort();
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct guard guard = {.status = GUARD_OK};
    struct arena arena;
    struct codeobj object;
    struct bundle bundle;
    arena_init(&arena, NULL, &guard);
    if (setjmp(guard.target) == 0) {
        const char *why = bundle_read(&bundle, &arena, data, size);
        if (why ? !*why : !bundle_is_there(data, size))
            abort();
        if (!why)
            use_bundle(&bundle, &arena);
        if (!codeobj_read(&object, &arena, data, size))
            use(&object, &arena);
    } else if (guard.status != GUARD_MEMORY) {
        fprintf(stderr, "finding: %s\n", guard.message);
        abort();
    }
    arena_free(&arena);
    return 0;
}
