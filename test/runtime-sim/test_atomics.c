/* The list of atomic loads and stores that an object carries: what the loader refuses, what it does
 * not believe, which instructions it marks (docs/abi.md, Atomic accesses). */
#include "test/runtime-sim/fixture.h"

#include <elf.h>

/* Offsets:       0                 4                    12 */
#define SOURCE                                                                                     \
    "v_mov_b32 v0, 0\n"                                                                            \
    "ds_read_b32 v1, v0\n"                                                                         \
    "ds_read_b32 v2, v0\n" /*            20                      24 */                             \
    "s_waitcnt lgkmcnt(0)\n"                                                                       \
    "ds_write_b32 v0, v1\n" /*            32                      40 */                            \
    "ds_add_u32 v0, v1\n"                                                                          \
    "ds_write_b32 v0, v2\n" /*            48                      52 */                            \
    "s_waitcnt lgkmcnt(0)\n"                                                                       \
    "s_endpgm\n"

enum { ENTRIES = 4, CODE_BYTES = 56, TEXT = 1, LIST, COMMENT, SYMBOLS, NAMES, SECTIONS };

/* A linked object, loaded at the offsets of the file. */
struct image {
    Elf64_Ehdr header;
    Elf64_Phdr load;
    Elf64_Shdr sections[SECTIONS];
    Elf64_Sym symbols[2];
    char names[64], comment[32];
    _Alignas(256) struct kernel_descriptor descriptor;
    _Alignas(256) uint8_t text[CODE_BYTES];
    uint32_t list[ENTRIES];
};

#define NAMES_TEXT "\0.text\0.occ.atomics\0.comment\0k.kd"
enum { NAME_TEXT = 1, NAME_LIST = 7, NAME_COMMENT = 20, NAME_KERNEL = 29 };

#define PLACE(member) offsetof(struct image, member), sizeof((struct image *)0)->member

static Elf64_Shdr
section(uint32_t name, uint32_t type, size_t offset, size_t size)
{
    return (Elf64_Shdr){.sh_name = name,
                        .sh_type = type,
                        .sh_addr = offset,
                        .sh_offset = offset,
                        .sh_size = size,
                        .sh_addralign = 4};
}

static void
make_image(struct image *image)
{
    struct fixture f = make_fixture("gfx900", SOURCE, 24);
    struct sim_region *region = sim_region_at(f.device, f.kernel.descriptor, 4);
    *image = (struct image){.names = NAMES_TEXT, .comment = "occ back end for GCN"};
    memcpy(&image->descriptor, region->bytes, sizeof image->descriptor);
    memcpy(image->text, region->bytes + 256, sizeof image->text);
    image->descriptor.group_segment_fixed_size = 256;
    image->header =
        (Elf64_Ehdr){.e_ident = {0x7F, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT, 64, 2},
                     .e_type = ET_DYN,
                     .e_machine = 224,
                     .e_version = EV_CURRENT,
                     .e_flags = f.device->target->elf_mach,
                     .e_ehsize = sizeof(Elf64_Ehdr),
                     .e_phoff = offsetof(struct image, load),
                     .e_phentsize = sizeof(Elf64_Phdr),
                     .e_phnum = 1,
                     .e_shoff = offsetof(struct image, sections),
                     .e_shentsize = sizeof(Elf64_Shdr),
                     .e_shnum = SECTIONS,
                     .e_shstrndx = NAMES};
    image->load = (Elf64_Phdr){.p_type = PT_LOAD,
                               .p_flags = PF_R | PF_X,
                               .p_filesz = sizeof *image,
                               .p_memsz = sizeof *image};
    image->sections[TEXT] = section(NAME_TEXT, SHT_PROGBITS, PLACE(text));
    image->sections[TEXT].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
    image->sections[LIST] = section(NAME_LIST, SHT_PROGBITS, PLACE(list));
    image->sections[LIST].sh_flags = SHF_INFO_LINK;
    image->sections[LIST].sh_info = TEXT;
    image->sections[COMMENT] = section(NAME_COMMENT, SHT_PROGBITS, PLACE(comment));
    image->sections[SYMBOLS] = section(0, SHT_DYNSYM, PLACE(symbols));
    image->sections[SYMBOLS].sh_link = NAMES;
    image->sections[SYMBOLS].sh_entsize = sizeof(Elf64_Sym);
    image->sections[NAMES] = section(0, SHT_STRTAB, PLACE(names));
    image->symbols[1] = (Elf64_Sym){.st_name = NAME_KERNEL,
                                    .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT),
                                    .st_shndx = TEXT,
                                    .st_value = offsetof(struct image, descriptor),
                                    .st_size = sizeof image->descriptor};
    sim_device_free(f.device);
}

/* A device with the object; NULL: the loader gave the message. */
static struct sim_device *
load(struct image *image, struct sim_object **object, const char *message)
{
    struct sim_options options = {.strict = true, .foreign = -1};
    struct sim_device *device = sim_device_new(&options);
    enum sim_status status = sim_load(device, image, sizeof *image, object);
    if (!message && status != SIM_OK)
        fail_msg("%s", sim_message(device));
    if (!message)
        return device;
    assert_int_equal(status, SIM_ERROR);
    assert_string_equal(sim_message(device), message);
    sim_device_free(device);
    return NULL;
}

static void
set_list(struct image *image, const uint32_t *list, unsigned count)
{
    memcpy(image->list, list, count * sizeof *list);
    image->sections[LIST].sh_size = count * sizeof *list;
}
#define SET_LIST(image, ...)                                                                       \
    set_list(image, (const uint32_t[]){__VA_ARGS__},                                               \
             sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

/* Runs the kernel; the offsets of the instructions that count as atomic, as bits. */
static uint64_t
marked(struct image *image, bool lists)
{
    struct sim_object *object;
    struct sim_device *device = load(image, &object, NULL);
    struct sim_launch launch = {.dims = 1, .global = {1}, .local = {1}};
    uint64_t bits = 0;
    assert_int_equal(object->lists_atomics, lists);
    if (sim_launch(device, sim_find_kernel(object, "k"), &launch) != SIM_OK)
        fail_msg("%s", sim_message(device));
    const struct sim_kernel *kernel = sim_find_kernel(object, "k");
    struct sim_region *region = sim_region_at(device, kernel->descriptor, 4);
    for (size_t word = 0; word < CODE_BYTES / 4; word++) {
        const struct sim_op *op =
            region->code->ops[offsetof(struct image, text) / 4 + word - region->code->first];
        bits |= (uint64_t)(op && op->is_atomic) << 4 * word;
    }
    sim_device_free(device);
    return bits;
}

#define AT(offset) (UINT64_C(1) << (offset))

static void
listed_accesses_are_marked(void **state)
{
    (void)state;
    struct image image;
    make_image(&image);
    SET_LIST(&image, 4, 40);
    assert_int_equal(marked(&image, true), AT(4) | AT(40));
    SET_LIST(&image, 12, 24);
    assert_int_equal(marked(&image, true), AT(12) | AT(24));
    SET_LIST(&image, 4, 12, 24, 40);
    assert_int_equal(marked(&image, true), AT(4) | AT(12) | AT(24) | AT(40));
    /* Neither read-modify-write nor what touches no memory; between two instructions. */
    SET_LIST(&image, 0, 8, 32, 52);
    assert_int_equal(marked(&image, true), 0);
}

static void
occ_without_a_list_has_no_atomics(void **state)
{
    (void)state;
    struct image image;
    make_image(&image);
    image.sections[LIST].sh_size = 0;
    assert_int_equal(marked(&image, true), 0);
    image.sections[LIST].sh_name = NAME_KERNEL; /* any other name */
    assert_int_equal(marked(&image, true), 0);
}

/* Nobody vouches for the list, or for there being none. */
static void
others_list_nothing(void **state)
{
    (void)state;
    struct image image;
    make_image(&image);
    SET_LIST(&image, 4, 40);
    strcpy(image.comment, "clang version 16");
    assert_int_equal(marked(&image, false), 0);
    make_image(&image);
    SET_LIST(&image, 4, 40);
    image.sections[COMMENT].sh_name = NAME_KERNEL;
    assert_int_equal(marked(&image, false), 0);
}

/* A linker puts lists one after the other and drops what they belong to. */
static void
linked_lists_are_not_believed(void **state)
{
    (void)state;
    struct image image;
    make_image(&image);
    SET_LIST(&image, 4, 40, 4, 40);
    image.sections[LIST].sh_flags = 0;
    image.sections[LIST].sh_info = 0;
    assert_int_equal(marked(&image, false), 0);
    image.sections[LIST].sh_flags = SHF_INFO_LINK;
    image.sections[LIST].sh_info = COMMENT; /* sections were taken away */
    assert_int_equal(marked(&image, false), 0);
    image.sections[LIST].sh_info = 1000;
    assert_int_equal(marked(&image, false), 0);
}

#define BROKEN "the list of atomic accesses "

static void
refuse(struct image *image, const char *message)
{
    struct sim_object *object;
    assert_null(load(image, &object, message));
    make_image(image);
}

static void
broken_lists_are_refused(void **state)
{
    (void)state;
    struct image image;
    make_image(&image);
    SET_LIST(&image, 4, 40);
    image.sections[LIST].sh_size = 7;
    refuse(&image, BROKEN "has no whole number of entries");
    image.sections[LIST].sh_type = SHT_NOBITS;
    refuse(&image, BROKEN "has no whole number of entries");
    image.sections[LIST].sh_offset = sizeof image;
    refuse(&image, BROKEN "has no whole number of entries");
    SET_LIST(&image, 4, 14);
    refuse(&image, BROKEN "has 0xe, no place in the code");
    SET_LIST(&image, 4, CODE_BYTES);
    refuse(&image, BROKEN "has 0x38, no place in the code");
    SET_LIST(&image, 0xFFFFFFFC);
    refuse(&image, BROKEN "has 0xfffffffc, no place in the code");
    SET_LIST(&image, 24, 12);
    refuse(&image, BROKEN "does not ascend at 0xc");
    SET_LIST(&image, 24, 24);
    refuse(&image, BROKEN "does not ascend at 0x18");
    static const uint64_t sizes[] = {sizeof image, UINT64_MAX - 3, UINT64_MAX};
    static const uint64_t addresses[] = {2, sizeof image, UINT64_C(1) << 34, UINT64_MAX - 3};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        image.sections[TEXT].sh_size = sizes[i];
        refuse(&image, BROKEN "is for code that is not loaded");
    }
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
        image.sections[TEXT].sh_addr = addresses[i];
        refuse(&image, BROKEN "is for code that is not loaded");
    }
    image.load.p_flags = PF_R; /* no code at all */
    refuse(&image, BROKEN "is for code that is not loaded");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(listed_accesses_are_marked),
        cmocka_unit_test(occ_without_a_list_has_no_atomics),
        cmocka_unit_test(others_list_nothing),
        cmocka_unit_test(linked_lists_are_not_believed),
        cmocka_unit_test(broken_lists_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
