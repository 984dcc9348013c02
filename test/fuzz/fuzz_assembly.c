/* Assembly text under a fuzzer: libFuzzer's entry, which mutate_assembly.c calls too.
 *
 * An input that begins like an ELF file is disassembled; any other one is assembled.  Any answer but an
 * output, errors with a place or a limit is a finding; what was assembled is disassembled again. */
#include "gcn/asm/disassemble.h"
#include "driver/occ.h"

#include <elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
take_apart(const void *bytes, size_t size)
{
    struct guard guard = {.status = GUARD_OK};
    struct arena arena;
    arena_init(&arena, NULL, &guard);
    if (setjmp(guard.target) == 0) {
        struct strbuf text = strbuf_new(&arena);
        disassemble(&text, "input", bytes, size, NULL);
    } else if (guard.status != GUARD_MEMORY) {
        abort();
    }
    arena_free(&arena);
}

static void
put_together(const char *text, size_t size)
{
    static const char *const options[] = {"-c", "-x", "assembler"};
    struct occ_job job = {.size = sizeof job,
                          .options = options,
                          .option_count = 3,
                          .name = "input.s",
                          .source = text,
                          .length = size,
                          .deadline_ms = 4000,
                          .memory_limit = (size_t)1 << 27}; /* pages of zeros find nothing */
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result = NULL;
    enum occ_status status = occ_compile(compiler, &job, &result);
    bool good = status == OCC_OK || status == OCC_DEADLINE || status == OCC_MEMORY_LIMIT ||
                (status == OCC_ERROR && (strstr(occ_result_log(result), "input.s:") ||
                                         strstr(occ_result_log(result), "'input.s' is ")));
    if (!good) {
        fprintf(stderr, "finding: status %d: %s\n", status, occ_result_log(result));
        abort();
    }
    size_t length = 0;
    const void *bytes = occ_result_bytes(result, &length);
    if (bytes)
        take_apart(bytes, length);
    occ_result_free(result);
    occ_compiler_destroy(compiler);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MAX_INPUT = 1 << 20 };
    if (size > MAX_INPUT)
        return 0;
    char *copy = malloc(size ? size : 1); /* of that size: nothing may be read beyond */
    memcpy(copy, data, size);
    if (size >= SELFMAG && memcmp(copy, ELFMAG, SELFMAG) == 0)
        take_apart(copy, size);
    else
        put_together(copy, size);
    free(copy);
    return 0;
}
