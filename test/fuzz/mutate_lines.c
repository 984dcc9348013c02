/* mutate-lines SEED COUNT FILE...: gives the line table of each object, and COUNT mutations of it, to the
 * function that `tools/fuzz lines` calls (fuzz_lines.c).  -write FOLDER FILE...: writes them as inputs.
 * All depends on the seed alone. */
#include <gelf.h>
#include <libelf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BYTES = 1 << 20, MAX_STRINGS = 0xFFFF };

static uint64_t state;

static uint32_t
next(void)
{
    state ^= state << 13; /* xorshift64, G. Marsaglia */
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

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

/* The input that the object makes; 0: it cannot be read. */
static size_t
read_object(const char *path, uint8_t *input)
{
    static char bytes[MAX_BYTES];
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file)
        fclose(file);
    elf_version(EV_CURRENT);
    Elf *elf = size ? elf_memory(bytes, size) : NULL;
    if (!elf)
        return 0;
    size_t strings = add_section(elf, ".debug_line_str", input + 2, MAX_STRINGS);
    input[0] = (uint8_t)strings;
    input[1] = (uint8_t)(strings >> 8);
    size_t at = 2 + strings;
    at += add_section(elf, ".debug_line", input + at, MAX_BYTES - at);
    elf_end(elf);
    return at;
}

static size_t
mutate(uint8_t *data, size_t size)
{
    static const uint8_t bytes[] = {0, 1, 5, 0x7F, 0x80, 0xFF};
    for (unsigned n = 1 + next() % 6; n; n--) {
        size_t at = next() % 4 ? next() % (size < 80 ? size : 80) : next() % size;
        data[at] = next() & 1 ? bytes[next() % sizeof bytes] : (uint8_t)next();
    }
    return next() % 16 == 0 ? 1 + next() % size : size;
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
    static uint8_t input[MAX_BYTES + 2], mutated[MAX_BYTES + 2];
    if (argc < 4)
        return 2;
    bool writes = strcmp(argv[1], "-write") == 0;
    state = strtoull(argv[1], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15) + 1;
    unsigned count = (unsigned)strtoul(argv[2], NULL, 10);
    for (int i = 3; i < argc; i++) {
        size_t size = read_object(argv[i], input);
        if (size <= 2 || (writes && write_input(argv[2], (unsigned)i, input, size))) {
            fprintf(stderr, "%s: has no lines, or cannot be read\n", argv[i]);
            return 1;
        }
        LLVMFuzzerTestOneInput(input, size);
        for (unsigned k = 0; k < count && !writes; k++) {
            memcpy(mutated, input, size);
            LLVMFuzzerTestOneInput(mutated, mutate(mutated, size));
        }
    }
    printf("%d objects, %u mutations of each: no finding\n", argc - 3, writes ? 0 : count);
    return 0;
}
