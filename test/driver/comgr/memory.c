/* Every allocation fails in turn, of the library and of those that it uses: what comes out is OUT_OF_RESOURCES, or what
 * comes out without a failure, and nothing stays. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include <amd_comgr.h>
#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- malloc and its like, for the whole process ---- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

static struct {
    bool is_armed;
    unsigned long calls, fails_at;
    long live; /* blocks */
} heap;

static bool
fails(void)
{
    return heap.is_armed && ++heap.calls == heap.fails_at;
}

static void *
note(void *block)
{
    heap.live += heap.is_armed && block;
    return block;
}

#pragma GCC visibility push(default)

void *
malloc(size_t size)
{
    return fails() ? NULL : note(__libc_malloc(size));
}

void *
calloc(size_t count, size_t size)
{
    return fails() ? NULL : note(__libc_calloc(count, size));
}

void *
realloc(void *block, size_t size)
{
    if (fails())
        return NULL;
    void *moved = __libc_realloc(block, size);
    heap.live += heap.is_armed && moved && !block;
    return moved;
}

void
free(void *block)
{
    heap.live -= heap.is_armed && block;
    __libc_free(block);
}

#pragma GCC visibility pop

/* ---- a program from its source on ---- */

#define TRY(call)                                                                                  \
    do {                                                                                           \
        status = (call);                                                                           \
        if (status)                                                                                \
            return status;                                                                         \
    } while (0)

/* Which Debian's header lacks. */
static amd_comgr_status_t (*populate_names)(amd_comgr_data_t data, size_t *count),
    (*populate_expressions)(amd_comgr_data_t data, size_t *count);

struct host {
    amd_comgr_action_info_t info;
    amd_comgr_data_set_t sets[6];
    amd_comgr_data_t data;
    amd_comgr_metadata_node_t root, node;
    amd_comgr_disassembly_info_t disassembly;
    amd_comgr_symbolizer_info_t symbolizer;
};

static amd_comgr_status_t
nothing(amd_comgr_metadata_node_t key, amd_comgr_metadata_node_t value, void *data)
{
    (void)key, (void)value, (void)data;
    return AMD_COMGR_STATUS_SUCCESS;
}

static uint64_t
read_endpgm(uint64_t from, char *to, uint64_t size, void *data)
{
    (void)from, (void)size, (void)data;
    memcpy(to, "\0\0\x81\xbf", 4);
    return 4;
}

static void
ignore(const char *text, void *data)
{
    (void)text, (void)data;
}

static void
ignore_address(uint64_t address, void *data)
{
    (void)address, (void)data;
}

static amd_comgr_status_t
ask(struct host *host)
{
    static const char isa[] = "amdgcn-amd-amdhsa--gfx900";
    amd_comgr_status_t status;
    amd_comgr_symbol_t symbol;
    uint64_t size;
    size_t length = 0;
    TRY(amd_comgr_action_data_get_data(host->sets[4], AMD_COMGR_DATA_KIND_EXECUTABLE, 0,
                                       &host->data));
    TRY(amd_comgr_get_data_isa_name(host->data, &length, NULL));
    TRY(amd_comgr_get_data_metadata(host->data, &host->root));
    TRY(amd_comgr_metadata_lookup(host->root, "amdhsa.kernels", &host->node));
    TRY(amd_comgr_iterate_map_metadata(host->root, nothing, NULL));
    TRY(amd_comgr_symbol_lookup(host->data, "f.kd", &symbol));
    TRY(populate_names(host->data, &length));
    TRY(populate_expressions(host->data, &length));
    TRY(amd_comgr_create_symbolizer_info(host->data, ignore, &host->symbolizer));
    TRY(amd_comgr_symbolize(host->symbolizer, 0, true, host));
    TRY(amd_comgr_create_disassembly_info(isa, read_endpgm, ignore, ignore_address,
                                          &host->disassembly));
    TRY(amd_comgr_disassemble_instruction(host->disassembly, 0, NULL, &size));
    return amd_comgr_do_action(AMD_COMGR_ACTION_DISASSEMBLE_EXECUTABLE_TO_SOURCE, host->info,
                               host->sets[4], host->sets[5]);
}

static amd_comgr_status_t
build(struct host *host)
{
    static const char text[] = "kernel void f(global int *p) { *p = 1; }";
    static const amd_comgr_action_kind_t actions[] = {
        AMD_COMGR_ACTION_ADD_PRECOMPILED_HEADERS, AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC,
        AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE,
        AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE};
    const char *options[] = {"-O3", "-mllvm", "-amdgpu-prelink"};
    amd_comgr_status_t status;
    for (int i = 0; i < 6; i++)
        TRY(amd_comgr_create_data_set(&host->sets[i]));
    TRY(amd_comgr_create_action_info(&host->info));
    TRY(amd_comgr_action_info_set_isa_name(host->info, "amdgcn-amd-amdhsa--gfx900"));
    TRY(amd_comgr_action_info_set_language(host->info, AMD_COMGR_LANGUAGE_OPENCL_1_2));
    TRY(amd_comgr_action_info_set_options(host->info, "-O1 -O2"));
    TRY(amd_comgr_action_info_set_option_list(host->info, options, 3));
    TRY(amd_comgr_action_info_set_logging(host->info, true));
    TRY(amd_comgr_create_data(AMD_COMGR_DATA_KIND_SOURCE, &host->data));
    TRY(amd_comgr_set_data_name(host->data, "f.cl"));
    TRY(amd_comgr_set_data(host->data, sizeof text - 1, text));
    TRY(amd_comgr_data_set_add(host->sets[0], host->data));
    TRY(amd_comgr_release_data(host->data));
    host->data.handle = 0;
    for (int i = 0; i < 4; i++)
        TRY(amd_comgr_do_action(actions[i], host->info, host->sets[i], host->sets[i + 1]));
    return ask(host);
}

static void
clean_up(struct host *host)
{
    for (int i = 0; i < 6; i++)
        if (host->sets[i].handle)
            amd_comgr_destroy_data_set(host->sets[i]);
    if (host->info.handle)
        amd_comgr_destroy_action_info(host->info);
    if (host->data.handle)
        amd_comgr_release_data(host->data);
    if (host->root.handle)
        amd_comgr_destroy_metadata(host->root);
    if (host->node.handle)
        amd_comgr_destroy_metadata(host->node);
    if (host->symbolizer.handle)
        amd_comgr_destroy_symbolizer_info(host->symbolizer);
    if (host->disassembly.handle)
        amd_comgr_destroy_disassembly_info(host->disassembly);
}

/* With the n-th allocation failing, 0: none; *calls: how many there were. */
static amd_comgr_status_t
run(unsigned long fails_at, unsigned long *calls, long *left)
{
    struct host host = {0};
    heap.calls = heap.live = 0;
    heap.fails_at = fails_at;
    heap.is_armed = true;
    amd_comgr_status_t status = build(&host);
    clean_up(&host);
    heap.is_armed = false;
    *calls = heap.calls;
    *left = heap.live;
    return status;
}

int
main(void)
{
    unsigned long count, calls, passed = 0, failed = 0;
    long left;
    populate_names = dlsym(RTLD_DEFAULT, "amd_comgr_populate_mangled_names");
    populate_expressions = dlsym(RTLD_DEFAULT, "amd_comgr_populate_name_expression_map");
    (void)run(0, &calls, &left); /* what libraries keep is there from now on */
    if (run(0, &count, &left) || left || count < 100) {
        printf("without a failure: %lu allocations, %ld stay\n", count, left);
        return 1;
    }
    for (unsigned long i = 1; i <= count; i++) {
        amd_comgr_status_t status = run(i, &calls, &left);
        bool good = !left && (!status || status == AMD_COMGR_STATUS_ERROR_OUT_OF_RESOURCES);
        if (!good)
            printf("allocation %lu of %lu: status %d, %ld stay\n", i, count, (int)status, left);
        passed += good;
        failed += !good;
    }
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed != 0;
}
