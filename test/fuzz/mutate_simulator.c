/* mutate-simulator SEED COUNT FILE...: gives each object and COUNT mutations of it, and 16
 * times as many programs of random instructions, to the function that `tools/fuzz simulator` calls
 * (fuzz_simulator.c).  A crash, a hang or a finding of that function is the failure.  All depends on
 * the seed alone. */
#include "test/fuzz/mutate.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

enum { MAX_PROGRAM = 512 };

/* Stands for libFuzzer's: some bits, bytes and numbers. */
size_t
LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size)
{
    static const uint8_t bytes[] = {0, 1, 0x7F, 0x80, 0xFF};
    (void)max_size;
    for (unsigned n = 1 + mutate_random() % 4; size && n; n--) {
        size_t at = mutate_random() % size;
        if (mutate_random() & 1)
            data[at] ^= (uint8_t)(1u << mutate_random() % 8);
        else
            data[at] = bytes[mutate_random() % sizeof bytes];
    }
    return mutate_random() % 16 == 0 ? mutate_random() % (size + 1) : size;
}

static size_t
change(uint8_t *input, size_t size)
{
    return LLVMFuzzerMutate(input, size, MUTATE_ROOM);
}

int
main(int argc, char **argv)
{
    static const struct mutator mutator = {.change = change, .most_changes = 1};
    static uint8_t program[MAX_PROGRAM];
    int status = mutate_files(argc, argv, &mutator);
    unsigned count = status ? 0 : 16 * (unsigned)strtoul(argv[2], NULL, 10);
    for (unsigned k = 0; k < count; k++) {
        size_t size = 0;
        for (unsigned n = 2 + mutate_random() % 8; n; n--)
            size = LLVMFuzzerCustomMutator(program, size, sizeof program, mutate_random());
        LLVMFuzzerTestOneInput(program, size);
    }
    printf("%u programs: no finding\n", count);
    return status;
}
