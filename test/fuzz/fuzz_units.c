/* Units of a link under a fuzzer: libFuzzer's entry, which mutate_units.c calls too.
 *
 * An input that begins like an ELF file is a unit.  Any other one is the text of the IR that a unit stores:
 * the first line, whose sum would refuse what a fuzzer makes, and the ELF file are put around it.  It is
 * inspected and linked, to code and to a library.  Any answer but an output, errors or a limit is a finding. */
#include "driver/occ.h"

#include <elf.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_INPUT = 1 << 16, ROOM = MAX_INPUT + 4096, SECTIONS = 3 };

struct object {
    Elf64_Ehdr header;
    Elf64_Shdr sections[SECTIONS];
    char names[32];
    char text[ROOM];
};

static uint64_t
sum_of(uint64_t sum, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001B3);
    return sum;
}

/* The unit with that IR; its size. */
static size_t
wrap(struct object *object, const uint8_t *text, size_t size)
{
    static const char names[] = "\0.shstrtab\0.occ.ir";
    *object = (struct object){.header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
                                                     ELFDATA2LSB, EV_CURRENT},
                                         .e_type = ET_REL,
                                         .e_machine = EM_AMDGPU,
                                         .e_version = EV_CURRENT,
                                         .e_shoff = offsetof(struct object, sections),
                                         .e_ehsize = sizeof(Elf64_Ehdr),
                                         .e_shentsize = sizeof(Elf64_Shdr),
                                         .e_shnum = SECTIONS,
                                         .e_shstrndx = 1}};
    static const char words[] =
        "; occ stored IR 7, unit, target gfx900, xnack off, sramecc any, object 2, "
        "f32 denormals kept, groups uniform, level 3, inline plan, debug "
        "none, sum ";
    uint64_t sum = sum_of(UINT64_C(0xCBF29CE484222325), (const uint8_t *)words, strlen(words));
    size_t line =
        (size_t)snprintf(object->text, 256, "%s%016" PRIx64 "\n", words, sum_of(sum, text, size));
    memcpy(object->names, names, sizeof names);
    memcpy(object->text + line, text, size);
    object->sections[1] = (Elf64_Shdr){.sh_name = 1,
                                       .sh_type = SHT_STRTAB,
                                       .sh_offset = offsetof(struct object, names),
                                       .sh_size = sizeof names};
    object->sections[2] = (Elf64_Shdr){.sh_name = 11,
                                       .sh_type = SHT_PROGBITS,
                                       .sh_offset = offsetof(struct object, text),
                                       .sh_size = line + size};
    return offsetof(struct object, text) + line + size;
}

static void
link_it(const occ_compiler *compiler, const struct occ_unit *unit, const char *option)
{
    const char *options[] = {"-mcpu=gfx900", option};
    struct occ_job job = {.size = sizeof job,
                          .options = options,
                          .option_count = option ? 2 : 1,
                          .action = OCC_LINK,
                          .units = unit,
                          .unit_count = 1,
                          .deadline_ms = 3000,
                          .memory_limit = (size_t)1 << 30};
    occ_result *result;
    enum occ_status status = occ_compile(compiler, &job, &result);
    const char *log = occ_result_log(result);
    bool good = status == OCC_OK || status == OCC_DEADLINE || status == OCC_MEMORY_LIMIT ||
                (status == OCC_ERROR && strstr(log, "error: "));
    if (!good) {
        fprintf(stderr, "finding: status %d: %s\n", status, log);
        abort();
    }
    occ_result_free(result);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct object object;
    struct occ_unit unit = {.name = "unit", .bytes = data, .size = size};
    if (size > MAX_INPUT)
        return 0;
    bool is_forged = size < 4 || memcmp(data, ELFMAG, SELFMAG) != 0;
    if (is_forged)
        unit = (struct occ_unit){"unit", &object, wrap(&object, data, size)};
    void *copy = malloc(unit.size ? unit.size : 1); /* of that size: nothing may be read beyond */
    memcpy(copy, unit.bytes, unit.size);
    unit.bytes = copy;
    occ_compiler *compiler = occ_compiler_create(NULL);
    struct occ_binary binary = {.size = sizeof binary};
    if (occ_inspect(compiler, unit.bytes, unit.size, &binary) != OCC_OK)
        abort();
    link_it(compiler, &unit, NULL);
    link_it(compiler, &unit, "-create-library");
    occ_compiler_destroy(compiler);
    free(copy);
    return 0;
}
