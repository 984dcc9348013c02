/* The rows of object_version.def, and which of them a chip has. */
#include "gcn/object/object_version.h"
#include "gcn/object/elf.h"

#include <string.h>

#define HIDDEN_LAYOUT(layout, bytes) LAYOUT_##layout,
enum layout {
#include "gcn/object/object_version.def"
    LAYOUTS
};

static const struct hidden_layout layouts[LAYOUTS] = {
#define HIDDEN_LAYOUT(layout, bytes) [LAYOUT_##layout].block_size = (bytes),
#define HIDDEN_PLACE(layout, kind, offset, size)                                                   \
    [LAYOUT_##layout].places[HIDDEN_##kind] = {offset, size},
#include "gcn/object/object_version.def"
};

const struct object_version object_versions[] = {
#define OBJECT_VERSION(name, number, abi, minor, notes, launch, targets, hidden, trap)             \
    {name,                                                                                         \
     number,                                                                                       \
     abi,                                                                                          \
     minor,                                                                                        \
     &object_notes_##notes,                                                                        \
     &object_launch_##launch,                                                                      \
     &object_targets_##targets,                                                                    \
     &layouts[LAYOUT_##hidden],                                                                    \
     OBJECT_TRAP_##trap,                                                                           \
     ELF_OSABI_AMDGPU_HSA},
#include "gcn/object/object_version.def"
};

const struct object_version object_version_bare = {.name = "none",
                                                   .notes = &object_notes_bare,
                                                   .launch = &object_launch_header,
                                                   .targets = &object_targets_unknown,
                                                   .hidden = &layouts[LAYOUT_positional],
                                                   .version_number = UINT8_MAX};

const unsigned object_version_count = sizeof object_versions / sizeof *object_versions;

const struct hidden_kind hidden_kinds[HIDDEN_COUNT + 1] = {
#define HIDDEN(kind, yaml, msgpack, value_type, is_address)                                        \
    [HIDDEN_##kind] = {{yaml, msgpack}, value_type, is_address},
#include "gcn/object/object_version.def"
    [HIDDEN_COUNT] = {{"HiddenNone", "hidden_none"}, "I8", false},
};

const struct object_version *
object_version_find(const char *name)
{
    for (unsigned i = 0; i < object_version_count; i++)
        if (strcmp(object_versions[i].name, name) == 0)
            return &object_versions[i];
    return NULL;
}

bool
object_version_knows(const struct object_version *version, const struct gcn_target *target)
{
    return version->version_number >= target->first_object_version;
}

const struct object_version *
object_version_default(const struct gcn_target *target)
{
    for (unsigned i = 0; i < object_version_count; i++)
        if (object_version_knows(&object_versions[i], target))
            return &object_versions[i];
    return NULL; /* test_object_version.c: every chip has one */
}

bool
object_version_trap_wants_queue(const struct object_version *version,
                                const struct gcn_target *target, unsigned number)
{
    return version->trap == OBJECT_TRAP_queue || (number == 2 && !target->has_doorbell_message);
}

/* The next name after the previous one, NULL at first, in the order of names; NULL: it was the last. */
static const char *
next_name(const struct gcn_target *target, const char *previous)
{
    const char *next = NULL;
    for (unsigned i = 0; i < object_version_count; i++) {
        const char *name = object_versions[i].name;
        if (target && !object_version_knows(&object_versions[i], target))
            continue;
        if ((!previous || strcmp(name, previous) > 0) && (!next || strcmp(name, next) < 0))
            next = name;
    }
    return next;
}

void
object_version_list(struct strbuf *buf, const struct gcn_target *target, const char *last)
{
    const char *separator = "";
    for (const char *next, *name = next_name(target, NULL); name; name = next) {
        next = next_name(target, name);
        strbuf_printf(buf, "%s%s", separator, name);
        separator = next && next_name(target, next) ? ", " : last; /* before the last */
    }
}
