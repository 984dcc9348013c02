/* mutate-lines SEED COUNT FILE...: gives the line table of each object, and COUNT mutations of it, to the
 * function that `tools/fuzz lines` calls (fuzz_lines.c).  -write FOLDER FILE...: writes them as inputs.
 * All depends on the seed alone. */
#include "test/fuzz/mutate.h"

#include <gelf.h>
#include <libelf.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MAX_STRINGS = 0xFFFF };

static size_t
add_section(Elf *elf, const char *wanted, uint8_t *to, size_t room)
{
    size_t names = 0;
    Elf_Scn *section = NULL;
    elf_getshdrstrndx(elf, &names);
    while ((section = elf_nextscn(elf, section))) {
        GElf_Shdr header;
        Elf_Data *data = elf_getdata(section, NULL);
        bool is_it = gelf_getshdr(section, &header) && data &&
                     strcmp(elf_strptr(elf, names, header.sh_name), wanted) == 0;
        if (!is_it || data->d_size > room)
            continue;
        memcpy(to, data->d_buf, data->d_size);
        return data->d_size;
    }
    return 0;
}

/* The input that the object makes; 0: it has no lines, or cannot be read. */
static size_t
read_object(const char *path, uint8_t *input)
{
    static uint8_t bytes[MUTATE_ROOM];
    size_t size = mutate_read(path, bytes);
    elf_version(EV_CURRENT);
    Elf *elf = size ? elf_memory((char *)bytes, size) : NULL;
    if (!elf)
        return 0;
    size_t strings = add_section(elf, ".debug_line_str", input + 2, MAX_STRINGS);
    input[0] = (uint8_t)strings;
    input[1] = (uint8_t)(strings >> 8);
    size_t at = 2 + strings;
    at += add_section(elf, ".debug_line", input + at, MUTATE_ROOM - at);
    elf_end(elf);
    return at > 2 ? at : 0;
}

static size_t
change(uint8_t *data, size_t size)
{
    static const uint8_t bytes[] = {0, 1, 5, 0x7F, 0x80, 0xFF};
    size_t at =
        mutate_random() % 4 ? mutate_random() % (size < 80 ? size : 80) : mutate_random() % size;
    data[at] =
        mutate_random() & 1 ? bytes[mutate_random() % sizeof bytes] : (uint8_t)mutate_random();
    return mutate_random() % 48 == 0 ? 1 + mutate_random() % size : size;
}

static int
write_input(const char *folder, unsigned number, const uint8_t *input, size_t size)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%u", folder, number);
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(input, 1, size, file) == size;
    return !file || fclose(file) != 0 || !good;
}

int
main(int argc, char **argv)
{
    static const struct mutator mutator = {
        .read = read_object, .change = change, .most_changes = 6};
    static uint8_t input[MUTATE_ROOM];
    if (argc < 4 || strcmp(argv[1], "-write") != 0)
        return mutate_files(argc, argv, &mutator);
    for (int i = 3; i < argc; i++) {
        size_t size = read_object(argv[i], input);
        if (!size || write_input(argv[2], (unsigned)i, input, size)) {
            fprintf(stderr, "%s: has no lines, or cannot be written\n", argv[i]);
            return 1;
        }
    }
    return 0;
}
