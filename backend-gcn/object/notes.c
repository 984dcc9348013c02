/* The notes of a code object: which version it is, what it was made for, its metadata. */
#include "backend-gcn/object/code_object.h"
#include "backend-gcn/object/elf.h"

#include <string.h>

static const char *
target_name(const struct code_object *object)
{
    return object->options->object_version->targets->name(object->arena, object->options);
}

/* ---- hsa: version 2.1 of the object, ISA version and name, metadata as YAML ---- */

/* The text of note 10, NUL-terminated; *size counts the NUL. */
static const char *
yaml(const struct code_object *object, enum metadata_form form, size_t *size)
{
    struct strbuf out = strbuf_new(object->arena);
    meta_print_yaml(&out, metadata_tree(object, form));
    *size = out.length + 1;
    return out.text;
}

static const void *
metadata_hsa(const struct code_object *object, size_t *size)
{
    return yaml(object, METADATA_LOADERS, size);
}

static void
write_hsa(const struct code_object *object, const void *metadata, size_t size, struct strbuf *notes)
{
    const struct gcn_target *target = object->options->target;
    const uint32_t version[] = {2, 1};
    /* Sizes of the two names, then major, minor, stepping, then the names. */
    struct {
        uint16_t vendor_size, arch_size;
        uint32_t major, minor, stepping;
        char names[11];
    } isa = {4, 7, target->major, target->minor, target_stepping(object->options), "AMD\0AMDGPU"};
    const char *name = target_name(object);
    elf_add_note(notes, ELF_NOTE_HSA_VERSION, "AMD", version, sizeof version);
    elf_add_note(notes, ELF_NOTE_HSA_ISA_VERSION, "AMD", &isa, 27);
    elf_add_note(notes, ELF_NOTE_HSA_ISA_NAME, "AMD", name, strlen(name));
    if (size)
        elf_add_note(notes, ELF_NOTE_HSA_METADATA, "AMD", metadata, size);
}

static void
print_hsa_head(struct strbuf *buf, const struct code_object *object)
{
    const struct gcn_target *target = object->options->target;
    strbuf_printf(buf,
                  "\t.hsa_code_object_version 2,1\n"
                  "\t.hsa_code_object_isa %u,%u,%u,\"AMD\",\"AMDGPU\"\n"
                  "\t.amd_amdgpu_isa \"%s\"\n",
                  target->major, target->minor, target_stepping(object->options),
                  target_name(object));
}

static void
print_hsa_metadata(struct strbuf *buf, const struct code_object *object)
{
    size_t size;
    strbuf_puts(buf, "\n\t.amd_amdgpu_hsa_metadata\n");
    strbuf_puts(buf, yaml(object, METADATA_LOADERS, &size));
    strbuf_puts(buf, "\t.end_amd_amdgpu_hsa_metadata\n");
}

const struct object_notes object_notes_hsa = {metadata_hsa, write_hsa, print_hsa_head,
                                              print_hsa_metadata, .is_yaml = true};

/* ---- amdgpu: metadata as MsgPack says everything ---- */

static const void *
metadata_amdgpu(const struct code_object *object, size_t *size)
{
    struct strbuf out = strbuf_new(object->arena);
    meta_pack(&out, metadata_tree(object, METADATA_MSGPACK));
    *size = out.length;
    return out.text;
}

static void
write_amdgpu(const struct code_object *object, const void *metadata, size_t size,
             struct strbuf *notes)
{
    (void)object;
    if (size)
        elf_add_note(notes, ELF_NOTE_AMDGPU_METADATA, "AMDGPU", metadata, size);
}

static void
print_amdgpu_head(struct strbuf *buf, const struct code_object *object)
{
    strbuf_printf(buf, "\t.amdgcn_target \"%s\"\n", target_name(object));
}

static void
print_amdgpu_metadata(struct strbuf *buf, const struct code_object *object)
{
    strbuf_puts(buf, "\n\t.amdgpu_metadata\n");
    meta_print_text(buf, metadata_tree(object, METADATA_MSGPACK));
    strbuf_puts(buf, "\t.end_amdgpu_metadata\n");
}

const struct object_notes object_notes_amdgpu = {metadata_amdgpu, write_amdgpu, print_amdgpu_head,
                                                 print_amdgpu_metadata, .is_yaml = false};

/* ---- guide: the two notes of the 2017 guide; its texts end with NUL ---- */

static const void *
metadata_of_guide(const struct code_object *object, size_t *size)
{
    return yaml(object, METADATA_GUIDE, size);
}

static void
write_guide(const struct code_object *object, const void *metadata, size_t size,
            struct strbuf *notes)
{
    const char *name = target_name(object);
    elf_add_note(notes, ELF_NOTE_HSA_ISA_NAME, "AMD", name, strlen(name) + 1);
    if (size)
        elf_add_note(notes, ELF_NOTE_HSA_METADATA, "AMD", metadata, size);
}

/* Only the first line tells the text from one of version 2. */
static void
print_guide_head(struct strbuf *buf, const struct code_object *object)
{
    strbuf_printf(buf, "\t.amdhsa_code_object_version %s\n\t.amd_amdgpu_isa \"%s\"\n",
                  object->options->object_version->name, target_name(object));
}

static void
print_guide_metadata(struct strbuf *buf, const struct code_object *object)
{
    size_t size;
    strbuf_puts(buf, "\n\t.amd_amdgpu_hsa_metadata\n");
    strbuf_puts(buf, yaml(object, METADATA_GUIDE, &size));
    strbuf_puts(buf, "\t.end_amd_amdgpu_hsa_metadata\n");
}

const struct object_notes object_notes_guide = {metadata_of_guide, write_guide,
                                                print_guide_head,  print_guide_metadata,
                                                .is_yaml = true,   .ends_names = true};

/* ---- bare: the name of the target (2017 guide, Note Records: of all objects with machine code) ---- */

static const void *
no_metadata(const struct code_object *object, size_t *size)
{
    (void)object;
    *size = 0;
    return NULL;
}

static void
write_bare(const struct code_object *object, const void *metadata, size_t size,
           struct strbuf *notes)
{
    (void)metadata;
    (void)size;
    const char *name = target_name(object);
    elf_add_note(notes, ELF_NOTE_HSA_ISA_NAME, "AMD", name, strlen(name));
}

static void
print_bare_head(struct strbuf *buf, const struct code_object *object)
{
    strbuf_printf(buf, "\t.amd_amdgpu_isa \"%s\"\n", target_name(object));
}

static void
print_bare_metadata(struct strbuf *buf, const struct code_object *object)
{
    (void)buf;
    (void)object;
}

const struct object_notes object_notes_bare = {no_metadata, write_bare, print_bare_head,
                                               print_bare_metadata, .is_yaml = true};
