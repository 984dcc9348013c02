/* Bundles of code objects: reading and writing.
 *
 *   magic (24)  count (8)  { offset (8)  size (8)  length of the id (8)  id }...  padding  objects
 *
 * Numbers are little-endian, offsets count from the magic. */
#include "gcn/codeobj/bundle.h"
#include "gcn/codeobj/codeobj.h"

#include <stdlib.h>
#include <string.h>

static const char magic[] = "__CLANG_OFFLOAD_BUNDLE__";

enum { MAGIC = sizeof magic - 1, NUMBER = 8 /* bytes */ };

/* ---- targets ---- */

/* One feature, "xnack+"; false: the target does not have it. */
static bool
parse_feature(const char *text, size_t length, struct target_id *id)
{
    const struct gcn_target *target = id->target;
    if (!length || (text[length - 1] != '+' && text[length - 1] != '-'))
        return false;
    uint8_t state = text[length - 1] == '+' ? GCN_FEATURE_ON : GCN_FEATURE_OFF;
    if (length == strlen("xnack+") && memcmp(text, "xnack", length - 1) == 0) {
        id->xnack = state;
        return target->xnack_supported;
    }
    if (length == strlen("sramecc+") && memcmp(text, "sramecc", length - 1) == 0) {
        id->sramecc = state;
        return target->sramecc_supported;
    }
    return false;
}

bool
target_id_parse(const char *text, struct target_id *id)
{
    size_t length = strcspn(text, ":");
    *id = (struct target_id){.target = gcn_find_target(text, length)};
    if (!id->target)
        return false;
    for (text += length; *text; text += length) {
        length = strcspn(++text, ":");
        if (!parse_feature(text, length, id))
            return false;
    }
    return true;
}

bool
target_id_fits(const struct target_id *code, const struct target_id *wanted)
{
    bool is_processor = strcmp(wanted->target->like, code->target->like) == 0 ||
                        gcn_covers(code->target, wanted->target);
    return is_processor && (code->xnack == GCN_FEATURE_ANY || code->xnack == wanted->xnack) &&
           (code->sramecc == GCN_FEATURE_ANY || code->sramecc == wanted->sramecc);
}

/* ---- what the bytes are ---- */

static bool
begins(const uint8_t *bytes, size_t size, const char *text, size_t length)
{
    return size >= length && memcmp(bytes, text, length) == 0;
}

/* Section .hip_fatbin of a program of the host; NULL: it has none. */
static const uint8_t *
fat_section(const uint8_t *bytes, size_t size, size_t *length)
{
    struct elf_view file;
    bool is_host = elf_view_open(&file, bytes, size) && elf_view_is_64(&file) &&
                   file.header.e_machine != EM_AMDGPU;
    return is_host ? elf_view_find(&file, ".hip_fatbin", length) : NULL;
}

/* Forms that are not read, by their beginnings. */
static const struct {
    const char *start, *why;
} others[] = {
    {"CCOB", "it is a compressed bundle (CCOB), which occ does not unpack: clang-offload-bundler "
             "-unbundle of LLVM 18 and later does"},
    {"\x10\xff\x10\xad", "it is a package of clang-offload-packager, not a bundle"},
    {"\n; __CLANG_OFFLOAD_BUNDLE__", "it is a bundle of texts, not of objects"},
    {"\n# __CLANG_OFFLOAD_BUNDLE__", "it is a bundle of texts, not of objects"},
    {"\n// __CLANG_OFFLOAD_BUNDLE__", "it is a bundle of texts, not of objects"},
};

/* What it is, if it is another form; NULL. */
static const char *
other_form(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (begins(bytes, size, others[i].start, strlen(others[i].start)))
            return others[i].why;
    return NULL;
}

bool
bundle_is_there(const void *bytes, size_t size)
{
    size_t length;
    return begins(bytes, size, magic, MAGIC) || other_form(bytes, size) ||
           fat_section(bytes, size, &length);
}

/* ---- reading ---- */

struct reading {
    struct bundle *bundle;
    struct arena *arena;
    const uint8_t *bytes; /* from the magic on */
    size_t size, at;
    size_t end; /* of all that has been met */
    const char *why;
};

static uint64_t
take_number(struct reading *reading)
{
    if (reading->size - reading->at < NUMBER) {
        reading->why = "the bundle's table ends behind the file";
        return 0;
    }
    uint64_t number = codeobj_word(reading->bytes, (unsigned)reading->at, NUMBER);
    reading->at += NUMBER;
    return number;
}

/* Ids are shown and compared: other characters have no place in them. */
static bool
is_id(const uint8_t *text, uint64_t length)
{
    for (uint64_t i = 0; i < length; i++)
        if (text[i] <= ' ' || text[i] > '~')
            return false;
    return length != 0;
}

static void
read_entry(struct reading *reading, uint64_t index)
{
    struct arena *arena = reading->arena;
    uint64_t offset = take_number(reading), size = take_number(reading),
             length = take_number(reading);
    const uint8_t *id = reading->bytes + reading->at;
    if (reading->why)
        return;
    if (length > reading->size - reading->at) {
        reading->why = "the bundle's table ends behind the file";
        return;
    }
    reading->at += length;
    if (offset > reading->size || size > reading->size - offset)
        reading->why =
            arena_printf(arena, "entry %u of the bundle ends behind the file", (unsigned)index + 1);
    else if (!is_id(id, length))
        reading->why = arena_printf(arena, "entry %u of the bundle has no id that can be read",
                                    (unsigned)index + 1);
    if (reading->why)
        return;
    const struct bundle_entry entry = {.id = arena_strndup(arena, (const char *)id, length),
                                       .bytes = reading->bytes + offset,
                                       .size = size,
                                       .bundle = reading->bundle->count};
    vec_push(arena, &reading->bundle->entries, entry);
    reading->end = offset + size > reading->end ? offset + size : reading->end;
}

/* One bundle; *used: how many bytes it takes. */
static const char *
read_one(struct bundle *bundle, struct arena *arena, const uint8_t *bytes, size_t size,
         size_t *used)
{
    struct reading reading = {bundle, arena, bytes, size, MAGIC, 0, other_form(bytes, size)};
    if (!reading.why && !begins(bytes, size, magic, MAGIC))
        reading.why = "it is no bundle";
    uint64_t count = reading.why ? 0 : take_number(&reading);
    for (uint64_t i = 0; i < count && !reading.why; i++) {
        guard_poll(arena->guard);
        read_entry(&reading, i);
    }
    bundle->count++;
    *used = reading.end > reading.at ? reading.end : reading.at;
    return reading.why;
}

const char *
bundle_read(struct bundle *bundle, struct arena *arena, const void *bytes, size_t size)
{
    size_t length, used;
    const uint8_t *fat = fat_section(bytes, size, &length), *at = fat ? fat : bytes;
    const char *why = NULL;
    *bundle = (struct bundle){.count = 0};
    length = fat ? length : size;
    if (!fat && !begins(bytes, size, magic, MAGIC))
        return read_one(bundle, arena, bytes, size, &used);
    while (!why) {
        for (; length && !*at; at++) /* alignment */
            length--;
        if (!length)
            break;
        why = read_one(bundle, arena, at, length, &used);
        at += why ? 0 : used;
        length -= why ? 0 : used;
    }
    if (why && fat)
        return arena_printf(arena, "section .hip_fatbin: %s", why);
    return why && bundle->count > 1
               ? arena_printf(arena, "behind bundle %u: %s", bundle->count - 1, why)
               : why;
}

const char *
bundle_target(const struct bundle_entry *entry, bool behind_triple)
{
    static const char *const kinds[] = {"hip-", "hipv4-", "hcc-"};
    static const char triple[] = "amdgcn-amd-amdhsa--";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *target = entry->id + strlen(kinds[i]);
        if (strncmp(entry->id, kinds[i], strlen(kinds[i])) == 0 &&
            strncmp(target, triple, sizeof triple - 1) == 0)
            return behind_triple ? target + sizeof triple - 1 : target;
    }
    return NULL;
}

/* ---- writing ---- */

static void
put_number(uint8_t *bytes, size_t *at, uint64_t number)
{
    for (unsigned i = 0; i < NUMBER; i++)
        bytes[*at + i] = (uint8_t)(number >> 8 * i);
    *at += NUMBER;
}

/* Rows of the table, then bytes: where the first of them begins, and with `bytes` written to it. */
static size_t
lay_out(const struct bundle_entry *entries, uint32_t count, uint8_t *bytes)
{
    enum { ALIGN = 4096 }; /* as clang's driver has it, for loaders that map objects */
    size_t at = MAGIC, end = MAGIC + NUMBER;
    for (uint32_t i = 0; i < count; i++)
        end += 3 * NUMBER + strlen(entries[i].id);
    if (bytes) {
        memcpy(bytes, magic, MAGIC);
        put_number(bytes, &at, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        size_t start = (end + ALIGN - 1) / ALIGN * ALIGN, length = strlen(entries[i].id);
        end = start + entries[i].size;
        if (!bytes)
            continue;
        put_number(bytes, &at, start);
        put_number(bytes, &at, entries[i].size);
        put_number(bytes, &at, length);
        memcpy(bytes + at, entries[i].id, length);
        at += length;
        if (entries[i].size)
            memcpy(bytes + start, entries[i].bytes, entries[i].size);
    }
    return end;
}

static int
by_id(const void *one, const void *other)
{
    const struct bundle_entry *a = one, *b = other;
    return strcmp(a->id, b->id);
}

const uint8_t *
bundle_write(struct arena *arena, const struct bundle_entry *entries, uint32_t count, size_t *size)
{
    struct bundle_entry *all = ARENA_ARRAY(arena, count + 1u, struct bundle_entry);
    all[0] = (struct bundle_entry){.id = "host-x86_64-unknown-linux"};
    for (uint32_t i = 0; i < count; i++)
        all[i + 1] = entries[i];
    qsort(all + 1, count, sizeof *all, by_id);
    *size = lay_out(all, count + 1, NULL);
    uint8_t *bytes = arena_alloc(arena, *size);
    lay_out(all, count + 1, bytes);
    return bytes;
}
