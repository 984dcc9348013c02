#include "test/runtime-sim/fixture.h"
#include "runtime/sim/device/load.h"

enum { CODE_WORDS = 512 };

struct fixture
make_fixture(const char *target, const char *source, unsigned vgprs)
{
    struct sim_options options = {
        .strict = true, .foreign = 1, .atomics = SIM_ATOMICS_LISTED, .max_instructions = 10000000};
    struct fixture f = {.device = sim_device_new(&options), .object = {.version = 4}};
    static uint32_t words[CODE_WORDS];
    size_t used = 0;
    assert_non_null(f.device);
    if (setjmp(f.device->guard.target) != 0)
        fail_msg("%s", f.device->guard.message);
    f.device->target = gcn_find_target(target, strlen(target));
    while (*source) {
        struct gcn_inst inst;
        size_t length = strcspn(source, "\n");
        const char *why = gcn_parse(&f.device->arena, f.device->target, source, length, &inst);
        unsigned size = why ? 0 : gcn_encode(f.device->target, &inst, words + used, &why);
        if (!size)
            fail_msg("%.*s: %s", (int)length, source, why);
        used += size;
        source += length + (source[length] == '\n');
    }
    struct sim_region *region = sim_region_new(f.device, 256 + 4 * CODE_WORDS, NULL);
    struct kernel_descriptor descriptor = {
        .kernel_code_entry_byte_offset = 256,
        .compute_pgm_rsrc1 = (vgprs / 4 - 1) | 1u << 6 | 0x3C0u << 12,
    };
    memcpy(region->bytes, &descriptor, sizeof descriptor);
    memcpy(region->bytes + 256, words, 4 * used);
    sim_code_new(&f.device->arena, region, 0, region->size);
    f.kernel = (struct sim_kernel){.name = "test", .descriptor = region->base};
    return f;
}

enum sim_status
launch(struct fixture *f, uint32_t groups, uint32_t size)
{
    struct sim_launch launch = {.dims = 1, .global = {groups * size}, .local = {size}};
    f->kernel.object = &f->object;
    return sim_launch(f->device, &f->kernel, &launch);
}
