/* hsa_recorded: launches whose recordings (OCC_RECORD) have local memory: of two sizes for two arguments, and some that no
 * argument points to; and one whose only work-group is larger than its grid. */
#include "test/kfd/hsa_host.h"

#include <stdio.h>

/* SECOND: where the second argument's begins; both as large as all would be too much. */
enum { ITEMS = 64, SECOND = 40960, PART = 33 };

static const char source[] =
    "kernel void two(global uint *a, local uint *x, local ulong *y) {\n"
    "    uint i = get_local_id(0);\n"
    "    x[i] = a[i]; y[i] = a[i] * 3;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    a[i] = x[63 - i] + (uint)y[i ^ 1];\n"
    "}\n"
    "kernel void behind(global uint *a) {\n"
    "    local uint own[64];\n"
    "    local uint *more = own + 64;\n"
    "    uint i = get_local_id(0);\n"
    "    own[i] = 2 * a[i]; more[i] = a[i];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    a[i] = own[63 - i] + more[i];\n"
    "}\n"
    "kernel void part(global uint *a) { a[get_global_id(0)] += get_local_size(0); }\n";

int
main(void)
{
    struct machine machine = machine_begin();
    struct program program = program_make(&machine.gpu[0], source, 4);
    struct kernel two = program_kernel(&program, &machine.gpu[0], "two");
    struct kernel behind = program_kernel(&program, &machine.gpu[0], "behind");
    struct kernel part = program_kernel(&program, &machine.gpu[0], "part");
    hsa_queue_t *queue = queue_make(&machine.gpu[0], 64, NULL, NULL);
    uint32_t *words = machine_memory(&machine, ITEMS * sizeof *words), was[ITEMS], wrong = 0;
    struct {
        uint32_t *words;
        uint32_t x, y;
    } arguments = {words, 0, SECOND};
    struct launch launches[] = {
        {.kernel = &two,
         .arguments = &arguments,
         .size = sizeof arguments,
         .group_bytes = SECOND + ITEMS * 8},
        {.kernel = &behind, .arguments = &words, .size = sizeof words, .group_bytes = ITEMS * 4},
        {.kernel = &part, .arguments = &words, .size = sizeof words}};
    for (uint32_t i = 0; i < ITEMS; i++)
        words[i] = i * i;
    for (unsigned n = 0; n < 3; n++) {
        for (unsigned i = 0; i < ITEMS; i++)
            was[i] = words[i];
        launches[n].items = n < 2 ? ITEMS : PART;
        launches[n].group = ITEMS;
        launches[n].signal = signal_make(1);
        void *memory = queue_launch(&machine, queue, &launches[n]);
        signal_wait(launches[n].signal);
        hsa_signal_destroy(launches[n].signal);
        hsa_amd_memory_pool_free(memory);
        for (unsigned i = 0; i < ITEMS; i++)
            wrong += words[i] != (n == 0     ? was[63 - i] + 3 * was[i ^ 1]
                                  : n == 1   ? 2 * was[63 - i] + was[i]
                                  : i < PART ? was[i] + PART
                                             : was[i]);
    }
    printf("%u words wrong\n", wrong);
    hsa_queue_destroy(queue);
    program_end(&program);
    machine_end(&machine);
    return wrong != 0;
}
