/* mutate-simulator SEED COUNT FILE...: gives each object and COUNT mutations of it, and COUNT
 * programs of random instructions, to the function that `tools/fuzz simulator` calls
 * (fuzz_simulator.c).  A crash, a hang or a finding of that function is the failure.  All depends on
 * the seed alone. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

enum { MAX_BYTES = 1 << 20, MAX_PROGRAM = 512 };

static uint64_t state;

static uint32_t
next(void)
{
    state ^= state << 13; /* xorshift64, G. Marsaglia */
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

/* Stands for libFuzzer's: some bits, bytes and numbers. */
size_t
LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size)
{
    static const uint8_t bytes[] = {0, 1, 0x7F, 0x80, 0xFF};
    (void)max_size;
    for (unsigned n = 1 + next() % 4; size && n; n--) {
        size_t at = next() % size;
        if (next() & 1)
            data[at] ^= (uint8_t)(1u << next() % 8);
        else
            data[at] = bytes[next() % sizeof bytes];
    }
    return next() % 16 == 0 ? next() % (size + 1) : size;
}

int
main(int argc, char **argv)
{
    static uint8_t original[MAX_BYTES], mutated[MAX_BYTES], program[MAX_PROGRAM];
    if (argc < 3)
        return 2;
    state = strtoull(argv[1], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15) + 1;
    unsigned count = (unsigned)strtoul(argv[2], NULL, 10);
    for (int i = 3; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        size_t size = file ? fread(original, 1, sizeof original, file) : 0;
        if (!file || !size) {
            fprintf(stderr, "%s: cannot be read\n", argv[i]);
            return 1;
        }
        fclose(file);
        LLVMFuzzerTestOneInput(original, size);
        for (unsigned k = 0; k < count / 16; k++) {
            memcpy(mutated, original, size);
            LLVMFuzzerTestOneInput(mutated, LLVMFuzzerMutate(mutated, size, sizeof mutated));
        }
    }
    for (unsigned k = 0; k < count; k++) {
        size_t size = 0;
        for (unsigned n = 2 + next() % 8; n; n--)
            size = LLVMFuzzerCustomMutator(program, size, sizeof program, next());
        LLVMFuzzerTestOneInput(program, size);
    }
    printf("%u programs, %d objects and %u mutations of each: no finding\n", count, argc - 3,
           count / 16);
    return 0;
}
