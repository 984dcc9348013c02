/* The notes of a code object: which version it is, what it was made for, its metadata. */
#include "gcn/object/elf.h"
#include "gcn/object/object_version.h"

#include <string.h>

static const char *
target_name(const struct strbuf *buf, const struct object_version *version,
            const struct object_target *object)
{
    return version->targets->name(buf->arena, object);
}

const void *
object_metadata(const struct object_version *version, struct arena *arena, const struct meta *tree,
                size_t *size)
{
    struct strbuf out = strbuf_new(arena);
    *size = 0;
    if (version->notes->form == METADATA_NONE)
        return NULL;
    if (version->notes->is_yaml)
        meta_print_yaml(&out, tree);
    else
        meta_pack(&out, tree);
    *size = out.length + version->notes->is_yaml; /* a text's NUL counts */
    return out.text;
}

void
object_print_metadata(struct strbuf *buf, const struct object_version *version,
                      const struct meta *tree)
{
    const struct object_notes *notes = version->notes;
    if (notes->form == METADATA_NONE)
        return;
    strbuf_printf(buf, "\n\t.%s\n", notes->directive);
    if (notes->is_yaml)
        meta_print_yaml(buf, tree);
    else
        meta_print_text(buf, tree);
    strbuf_printf(buf, "\t.end_%s\n", notes->directive);
}

/* ---- hsa: version 2.1 of the object, ISA version and name, metadata as YAML ---- */

static void
write_hsa(const struct object_version *version, const struct object_target *object,
          const void *metadata, size_t size, struct strbuf *notes)
{
    const struct gcn_target *target = object->target;
    const uint32_t numbers[] = {2, 1};
    /* Sizes of the two names, then major, minor, stepping, then the names. */
    struct {
        uint16_t vendor_size, arch_size;
        uint32_t major, minor, stepping;
        char names[11];
    } isa = {4, 7, target->major, target->minor, target_stepping(object), "AMD\0AMDGPU"};
    const char *name = target_name(notes, version, object);
    elf_add_note(notes, ELF_NOTE_HSA_VERSION, "AMD", numbers, sizeof numbers);
    elf_add_note(notes, ELF_NOTE_HSA_ISA_VERSION, "AMD", &isa, 27);
    elf_add_note(notes, ELF_NOTE_HSA_ISA_NAME, "AMD", name, strlen(name));
    if (size)
        elf_add_note(notes, ELF_NOTE_HSA_METADATA, "AMD", metadata, size);
}

static void
print_hsa_head(struct strbuf *buf, const struct object_version *version,
               const struct object_target *object)
{
    const struct gcn_target *target = object->target;
    strbuf_printf(buf,
                  "\t.hsa_code_object_version 2,1\n"
                  "\t.hsa_code_object_isa %u,%u,%u,\"AMD\",\"AMDGPU\"\n"
                  "\t.amd_amdgpu_isa \"%s\"\n",
                  target->major, target->minor, target_stepping(object),
                  target_name(buf, version, object));
}

const struct object_notes object_notes_hsa = {METADATA_LOADERS, write_hsa, print_hsa_head,
                                              .directive = "amd_amdgpu_hsa_metadata",
                                              .is_yaml = true};

/* ---- amdgpu: metadata as MsgPack says everything ---- */

static void
write_amdgpu(const struct object_version *version, const struct object_target *object,
             const void *metadata, size_t size, struct strbuf *notes)
{
    (void)version;
    (void)object;
    if (size)
        elf_add_note(notes, ELF_NOTE_AMDGPU_METADATA, "AMDGPU", metadata, size);
}

static void
print_amdgpu_head(struct strbuf *buf, const struct object_version *version,
                  const struct object_target *object)
{
    strbuf_printf(buf, "\t.amdgcn_target \"%s\"\n", target_name(buf, version, object));
}

const struct object_notes object_notes_amdgpu = {METADATA_MSGPACK, write_amdgpu, print_amdgpu_head,
                                                 .directive = "amdgpu_metadata"};

/* ---- guide: the two notes of the 2017 guide; its texts end with NUL ---- */

static void
write_guide(const struct object_version *version, const struct object_target *object,
            const void *metadata, size_t size, struct strbuf *notes)
{
    const char *name = target_name(notes, version, object);
    elf_add_note(notes, ELF_NOTE_HSA_ISA_NAME, "AMD", name, strlen(name) + 1);
    if (size)
        elf_add_note(notes, ELF_NOTE_HSA_METADATA, "AMD", metadata, size);
}

/* Only the first line tells the text from one of version 2. */
static void
print_guide_head(struct strbuf *buf, const struct object_version *version,
                 const struct object_target *object)
{
    strbuf_printf(buf, "\t.amdhsa_code_object_version %s\n\t.amd_amdgpu_isa \"%s\"\n",
                  version->name, target_name(buf, version, object));
}

const struct object_notes object_notes_guide = {
    METADATA_GUIDE,  write_guide,       print_guide_head, .directive = "amd_amdgpu_hsa_metadata",
    .is_yaml = true, .ends_names = true};

/* ---- bare: the name of the target (2017 guide, Note Records: of all objects with machine code) ---- */

static void
write_bare(const struct object_version *version, const struct object_target *object,
           const void *metadata, size_t size, struct strbuf *notes)
{
    (void)metadata;
    (void)size;
    const char *name = target_name(notes, version, object);
    elf_add_note(notes, ELF_NOTE_HSA_ISA_NAME, "AMD", name, strlen(name));
}

static void
print_bare_head(struct strbuf *buf, const struct object_version *version,
                const struct object_target *object)
{
    strbuf_printf(buf, "\t.amd_amdgpu_isa \"%s\"\n", target_name(buf, version, object));
}

const struct object_notes object_notes_bare = {METADATA_NONE, write_bare, print_bare_head,
                                               .is_yaml = true};
