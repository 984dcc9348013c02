/* The reader of ELF: what it finds, and that nothing that it gives is outside of the bytes. */
#include "gcn/codeobj/elf_view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { SECTIONS = 3 }; /* after the null section: texts, symbols, one without content */

/* The table of sections is in the middle, so that each part can end behind the file. */
struct image {
    Elf64_Ehdr header;
    Elf64_Shdr sections[SECTIONS + 1];
    Elf64_Sym symbols[2];
    char texts[16]; /* "", ".data", ".bss", and one that does not end */
};

static struct image
make(void)
{
    enum { AT = offsetof(struct image, sections) };
    struct image image = {
        .header = {.e_ident = {0x7F, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB},
                   .e_machine = EM_AMDGPU,
                   .e_shoff = AT,
                   .e_shentsize = sizeof(Elf64_Shdr),
                   .e_shnum = SECTIONS + 1,
                   .e_shstrndx = 1},
        .sections = {{0},
                     {.sh_type = SHT_STRTAB,
                      .sh_offset = offsetof(struct image, texts),
                      .sh_size = sizeof image.texts},
                     {.sh_type = SHT_SYMTAB,
                      .sh_name = 1,
                      .sh_offset = offsetof(struct image, symbols),
                      .sh_size = sizeof image.symbols},
                     {.sh_type = SHT_NOBITS, .sh_name = 7, .sh_offset = 1, .sh_size = 2}},
        .symbols = {{.st_value = 5}, {.st_value = 7}},
    };
    memcpy(image.texts, "\0.data\0.bss\0open", sizeof image.texts);
    return image;
}

static struct elf_view
open_image(const struct image *image, size_t size)
{
    struct elf_view file;
    assert_true(elf_view_open(&file, image, size));
    assert_true(elf_view_is_64(&file) && elf_view_is_gcn(&file));
    return file;
}

static void
files(void **state)
{
    (void)state;
    struct image image = make();
    struct elf_view file;
    assert_false(elf_view_open(&file, NULL, 0));
    assert_false(elf_view_open(&file, &image, sizeof image.header - 1));
    assert_true(elf_view_open(&file, &image, sizeof image.header));
    image.header.e_machine = EM_X86_64;
    assert_true(elf_view_open(&file, &image, sizeof image));
    assert_true(elf_view_is_64(&file) && !elf_view_is_gcn(&file));
    image.header.e_ident[EI_DATA] = ELFDATA2MSB;
    assert_true(elf_view_open(&file, &image, sizeof image) && !elf_view_is_64(&file));
    image.header.e_ident[0] = 0;
    assert_false(elf_view_open(&file, &image, sizeof image));
}

static void
sections(void **state)
{
    (void)state;
    struct image image = make();
    struct elf_view file = open_image(&image, sizeof image);
    Elf64_Shdr section;
    size_t length = 0;
    assert_ptr_equal(elf_view_find(&file, ".data", &length), image.symbols);
    assert_int_equal(length, sizeof image.symbols);
    assert_int_equal(elf_view_symbol(file.bytes + image.sections[2].sh_offset, 1).st_value, 7);
    assert_null(elf_view_find(&file, ".bss", &length)); /* it is there, without content */
    assert_null(elf_view_find(&file, "data", &length));
    image.sections[SECTIONS] = image.sections[2]; /* a second one, where the first has no content */
    image.sections[2].sh_type = SHT_NOBITS;
    assert_ptr_equal(elf_view_find(&file, ".data", &length), image.symbols);
    image.sections[SECTIONS] = make().sections[SECTIONS];
    assert_true(elf_view_section(&file, SECTIONS, &section));
    assert_null(elf_view_content(&file, &section));
    assert_false(elf_view_section(&file, SECTIONS + 1, &section));
    assert_false(elf_view_section(&file, UINT32_MAX, &section));
}

static void
sections_behind_the_file(void **state)
{
    (void)state;
    struct image image = make();
    Elf64_Shdr section;
    size_t length, end = offsetof(struct image, symbols);
    struct elf_view file = open_image(&image, end);
    assert_true(elf_view_section(&file, SECTIONS, &section));
    assert_null(elf_view_find(&file, ".data", &length));
    file = open_image(&image, end - 1);
    assert_true(elf_view_section(&file, SECTIONS - 1, &section));
    assert_false(elf_view_section(&file, SECTIONS, &section));
    static const uint64_t offsets[] = {sizeof image, sizeof image + 1, UINT64_MAX, UINT64_MAX - 63};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        image = make();
        image.sections[2].sh_offset = offsets[i];
        file = open_image(&image, sizeof image);
        assert_null(elf_view_content(&file, &image.sections[2]));
        image.header.e_shoff = offsets[i];
        file = open_image(&image, sizeof image);
        assert_false(elf_view_section(&file, 0, &section));
    }
    image = make();
    image.header.e_shentsize--;
    file = open_image(&image, sizeof image);
    assert_false(elf_view_section(&file, 0, &section));
    image = make();
    image.sections[2].sh_size = UINT64_MAX;
    file = open_image(&image, sizeof image);
    assert_null(elf_view_content(&file, &image.sections[2]));
}

static void
texts(void **state)
{
    (void)state;
    struct image image = make();
    struct elf_view file = open_image(&image, sizeof image);
    struct elf_view_texts names = elf_view_texts(&file, 1);
    assert_string_equal(elf_view_text(names, 0), "");
    assert_string_equal(elf_view_text(names, 1), ".data");
    assert_string_equal(elf_view_text(names, 3), "ata");
    assert_string_equal(elf_view_text(names, 11), "");
    assert_null(elf_view_text(names, 12)); /* "open", which goes on behind the section */
    assert_null(elf_view_text(names, sizeof image.texts));
    assert_null(elf_view_text(names, UINT64_MAX));
    assert_null(elf_view_text(elf_view_texts(&file, SECTIONS), 0)); /* no content */
    assert_null(elf_view_text(elf_view_texts(&file, SECTIONS + 1), 0));
    memset(image.texts, 'x', sizeof image.texts);
    assert_null(elf_view_text(elf_view_texts(&file, 1), 0));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files),
        cmocka_unit_test(sections),
        cmocka_unit_test(sections_behind_the_file),
        cmocka_unit_test(texts),
    };
    return cmocka_run_group_tests_name("elf_view", tests, NULL, NULL);
}
