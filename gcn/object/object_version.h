/* Versions of code objects, as facts: object_version.def says what each column means. */
#ifndef OCC_GCN_OBJECT_OBJECT_VERSION_H
#define OCC_GCN_OBJECT_OBJECT_VERSION_H

#include "gcn/metadata/meta.h"
#include "gcn/object/kernel_desc.h"

/* A relocatable object names the numbers of its rows of printf: absolute symbols of this name and the number
 * as compiled, whose values a linker of several objects changes. */
#define PRINTF_SYMBOL ".printf."

/* Hidden arguments, which the runtime passes: object_version.def says how they are called. */
enum hidden_argument {
#define HIDDEN(kind, yaml, msgpack, value_type, is_address) HIDDEN_##kind,
#include "gcn/object/object_version.def"
    HIDDEN_COUNT
};

/* The forms of metadata: none, of notes of version 2 as loaders read them, as the 2017 guide has them (2d),
 * MsgPack. */
enum metadata_form { METADATA_NONE, METADATA_LOADERS, METADATA_GUIDE, METADATA_MSGPACK };

struct object_version;

/* Notes that say what the object is, and the same in assembly text. */
struct object_notes {
    enum metadata_form form;
    /* metadata: what object_metadata made; size 0: the object has none. */
    void (*write)(const struct object_version *version, const struct object_target *object,
                  const void *metadata, size_t size, struct strbuf *notes);
    void (*print_head)(struct strbuf *buf, const struct object_version *version,
                       const struct object_target *object);
    const char *directive; /* before the metadata in assembly text; "end_" and this after it */
    bool is_yaml;          /* the metadata */
    bool ends_names;       /* the target's has a NUL */
};

/* What a loader reads to launch a kernel: a header in front of its code, or a descriptor with a
 * symbol of its own.  What a version does not have is 0 and NULL. */
struct object_launch {
    uint32_t header_size;
    uint8_t symbol_type;           /* STT_*: of the kernel's name, which covers header and code */
    const char *symbol_directive;  /* what marks it in assembly text; NULL: nothing */
    const char *descriptor_suffix; /* of the descriptor's symbol */
    void (*write_header)(const struct kernel_facts *kernel, uint8_t *bytes);
    void (*print_header)(struct strbuf *buf, const struct kernel_facts *kernel);
    /* entry: address of the code minus that of the descriptor. */
    void (*write_descriptor)(const struct kernel_facts *kernel, int64_t entry, uint8_t *bytes);
    void (*print_descriptor)(struct strbuf *buf, const struct kernel_facts *kernel);
};

/* How targets are named. */
struct object_targets {
    const char *(*name)(struct arena *arena, const struct object_target *object);
    uint32_t (*elf_flags)(const struct object_target *object);
    /* What the flags say of features: enum gcn_feature each. */
    void (*read_flags)(uint32_t flags, uint8_t *xnack, uint8_t *sramecc);
    bool in_metadata; /* the metadata names the target too */
    /* Makes the flags those of what runs where both may run; false: nowhere.  NULL: only if they are equal. */
    bool (*join_flags)(uint32_t *flags, uint32_t other);
};

/* Offsets in the block are in bytes. */
struct hidden_layout {
    uint16_t block_size; /* 0: up to the last one used, holes are named */
    struct hidden_place {
        uint16_t offset, size; /* size 0: the layout lacks it */
    } places[HIDDEN_COUNT];
};

/* How the trap handler that a version goes with finds the queue to put into the error state. */
enum object_trap { OBJECT_TRAP_queue, OBJECT_TRAP_doorbell };

struct object_version {
    const char *name; /* "2" */
    uint8_t version_number, abi_version, metadata_minor;
    const struct object_notes *notes;
    const struct object_launch *launch;
    const struct object_targets *targets;
    const struct hidden_layout *hidden;
    uint8_t trap;   /* enum object_trap */
    uint8_t os_abi; /* EI_OSABI of the ELF header */
};

/* What the columns name: constants of notes.c, kernel_desc.c, object_target.c. */
#define OBJECT_VERSION(name, number, abi, minor, notes, launch, targets, hidden, trap)             \
    extern const struct object_notes object_notes_##notes;                                         \
    extern const struct object_launch object_launch_##launch;                                      \
    extern const struct object_targets object_targets_##targets;
#include "gcn/object/object_version.def"

/* Of object_version_bare. */
extern const struct object_notes object_notes_bare;
extern const struct object_targets object_targets_unknown;

/* All rows, in the order of object_version.def. */
extern const struct object_version object_versions[];
extern const unsigned object_version_count;

/* For a target triple without an operating system, of which no loader is known: registers as version
 * 2 describes them, no note but the target's, no metadata.  It is no row of the table. */
extern const struct object_version object_version_bare;

/* Does s_trap of that number, 2 or 3, want the queue's address in s[0:1]? */
bool object_version_trap_wants_queue(const struct object_version *version,
                                     const struct gcn_target *target, unsigned number);

/* By name; NULL when unknown. */
const struct object_version *object_version_find(const char *name);
/* notes.c: the metadata's bytes as the version's note holds them, in the arena; *size 0: it has none.  Text: with
 * its NUL. */
const void *object_metadata(const struct object_version *version, struct arena *arena,
                            const struct meta *tree, size_t *size);
/* The same as assembly text. */
void object_print_metadata(struct strbuf *buf, const struct object_version *version,
                           const struct meta *tree);

/* What is written for a chip by default. */
const struct object_version *object_version_default(const struct gcn_target *target);
/* Does the chip have this version? */
bool object_version_knows(const struct object_version *version, const struct gcn_target *target);
/* Lists the names of the versions that the chip has, or of all versions for NULL: "2, 4" with ", "
 * twice, "2 or 4" with " or " as the last separator. */
void object_version_list(struct strbuf *buf, const struct gcn_target *target, const char *last);

/* Names of one hidden argument in metadata. */
struct hidden_kind {
    struct meta_word word;  /* yaml: NULL if version 2 has none */
    const char *value_type; /* of version 2 */
    bool is_address;        /* of global memory */
};
extern const struct hidden_kind hidden_kinds[HIDDEN_COUNT + 1]; /* last: a hole */

/* Where the block of hidden arguments begins in a kernarg segment with explicit_size bytes of
 * explicit ones. */
static inline uint32_t
hidden_block(uint32_t explicit_size)
{
    return (explicit_size + 7) & ~7u;
}

/* Where entry i of kernel->hidden_args is: a hole has the index of the kind that it replaces. */
static inline const struct hidden_place *
hidden_place(const struct hidden_layout *layout, const uint8_t *hidden_args, uint32_t i)
{
    return &layout->places[hidden_args[i] < HIDDEN_COUNT ? hidden_args[i] : i];
}

#endif
