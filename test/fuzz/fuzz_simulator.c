/* The simulator under a fuzzer: libFuzzer's entry and mutator, which mutate_simulator.c calls too.
 *
 * An input that begins like an ELF file is a code object: it is loaded and its kernels run.  Any
 * other one is a header and instruction words:
 *
 *   byte  0        target, modulo the count of targets
 *         1        bits: 0 strict, 1 own, 2 XNACK, 3 two waves, 4 everything is defined
 *         2, 3     enabled system registers and the mode, as rsrc2 and rsrc1 have them
 *         4 .. 51  two descriptors, at s[16:23] and s[24:27], whose address is replaced
 *        52 ..     the words, s_endpgm after them
 *
 * Any answer but a good end, a fault that names its instruction, or the limit of instructions is a
 * finding. */
#include "runtime/sim/format/descriptor.h"
#include "runtime/sim/device/load.h"
#include "runtime/sim/dispatch/dispatch.h"

#include <stdlib.h>

enum { HEADER = 52, MAX_WORDS = 64, MAX_INPUT = 1 << 16, BUFFER = 4096, LDS = 1024, TRIES = 200 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

static _Noreturn void
fail(const char *what, const char *detail)
{
    fprintf(stderr, "finding: %s: %s\n", what, detail ? detail : "");
    abort();
}

/* What a launch may answer: the words here are those that the user sees. */
static void
check_answer(const struct sim_device *device, enum sim_status status, bool object)
{
    static const char *const named[] = {"instruction `", "illegal instruction 0x",
                                        "execution runs off the code",
                                        "the pc is not a multiple of 4"};
    const char *message = sim_message(device);
    if (status == SIM_OK)
        return;
    if (!*message || strstr(message, "internal"))
        fail("no proper message", message);
    if (status == SIM_ERROR && !object && !strstr(message, "stopped after"))
        fail("an error, not a fault", message);
    bool good = status == SIM_ERROR;
    for (unsigned i = 0; !good && i < sizeof named / sizeof *named; i++)
        good = strstr(message, named[i]) != NULL;
    if (!good)
        fail("a fault that names no instruction", message);
}

/* ---- code objects ---- */

static void
run_kernel(struct sim_device *device, const struct sim_kernel *kernel, uint64_t buffer)
{
    enum { ARGS = 16 };
    static const uint8_t bytes[256];
    struct sim_arg args[ARGS];
    struct sim_launch launch = {.dims = 1, .global = {64}, .local = {64}, .args = args};
    for (unsigned i = 0; i < kernel->arg_count && launch.arg_count < ARGS; i++) {
        const struct sim_arg_info *info = &kernel->args[i];
        struct sim_arg *arg = &args[launch.arg_count];
        if (info->kind >= SIM_ARG_HIDDEN_NONE)
            continue;
        launch.arg_count++;
        *arg = (struct sim_arg){.bytes = bytes, .size = info->size};
        if (info->kind == SIM_ARG_LOCAL_POINTER)
            *arg = (struct sim_arg){.local = true, .size = 64};
        else if (info->kind != SIM_ARG_BY_VALUE)
            arg->bytes = &buffer;
        if (arg->size > sizeof bytes || (arg->bytes == (void *)&buffer && arg->size != 8))
            return;
    }
    for (unsigned d = 0; d < 3 && kernel->required_size[0]; d++) {
        launch.dims = 3;
        launch.local[d] = launch.global[d] = kernel->required_size[d];
    }
    check_answer(device, sim_launch(device, kernel, &launch), true);
}

static void
run_object(const uint8_t *data, size_t size)
{
    struct sim_options options = {.strict = true, .foreign = -1, .max_instructions = 3000};
    struct sim_device *device = sim_device_new(&options);
    struct sim_object *object;
    if (!device)
        return;
    if (sim_load(device, data, size, &object) == SIM_OK) {
        uint64_t buffer = sim_alloc(device, BUFFER);
        for (unsigned i = 0; i < sim_kernel_count(object) && i < 4; i++)
            run_kernel(device, sim_kernel_at(object, i), buffer);
    } else if (!*sim_message(device)) {
        fail("an object is refused without a message", NULL);
    }
    sim_device_free(device);
}

/* ---- instruction words ---- */

struct words_run {
    const uint8_t *data;
    uint64_t buffer;
};

static uint32_t
word_at(const uint8_t *data, size_t at)
{
    uint32_t word;
    memcpy(&word, data + at, 4);
    return word;
}

/* s[2:3] and v[2:3] point into a buffer, s[8:11] is its V#, v0 and v1 are small: what the words do
 * then gets further than to the first bad address. */
static void
set_registers(void *user, struct sim_wave *wave)
{
    struct words_run *run = user;
    bool defined = run->data[1] & 16;
    if (defined)
        memset(wave->sgpr_shadow, 0, sizeof wave->sgpr_shadow);
    sim_set64(wave, 2, run->buffer, 0);
    sim_set64(wave, 4, 64, 0);
    sim_set64(wave, 8, run->buffer, 0);
    sim_set64(wave, 10, BUFFER | UINT64_C(0x27fac) << 32, 0);
    for (unsigned i = 0; i < 12; i++) {
        wave->sgpr[16 + i] = word_at(run->data, 4 + 4 * i);
        wave->sgpr_shadow[16 + i] = 0;
    }
    wave->sgpr[16] = (uint32_t)(run->buffer >> 8);
    wave->sgpr[17] = (wave->sgpr[17] & ~0xFFu) | (uint32_t)(run->buffer >> 40 & 0xFF);
    wave->sgpr[GCN_M0] = LDS;
    wave->sgpr_shadow[GCN_M0] = 0;
    for (unsigned lane = 0; lane < SIM_LANES; lane++) {
        sim_set_lane(wave, 0, lane, 4 * lane, 0);
        sim_set_lane(wave, 1, lane, lane & 3, 0);
        sim_set_lane(wave, 2, lane, (uint32_t)run->buffer + 16 * lane, 0);
        sim_set_lane(wave, 3, lane, (uint32_t)(run->buffer >> 32), 0);
        for (unsigned r = 4; r < 32; r++)
            if (defined)
                sim_set_lane(wave, r, lane, 0x3F800000 + r * lane, 0);
    }
}

static void
run_words(const uint8_t *data, size_t size)
{
    struct sim_options options = {
        .strict = data[1] & 1, .foreign = !(data[1] & 2), .max_instructions = 500};
    struct sim_device *device = sim_device_new(&options);
    struct words_run run = {.data = data};
    size_t words = (size - HEADER) / 4;
    if (!device)
        return;
    if (setjmp(device->guard.target) != 0) {
        sim_device_free(device);
        return;
    }
    sim_device_set_target(device, &gcn_targets[data[0] % gcn_target_count]);
    device->on_start = set_registers;
    device->on_data = &run;
    run.buffer = sim_alloc(device, BUFFER);
    if (words > MAX_WORDS)
        words = MAX_WORDS;
    struct sim_region *region = sim_region_new(device, 256 + 4 * (words + 1), NULL);
    struct kernel_descriptor descriptor = {
        .kernel_code_entry_byte_offset = 256,
        .compute_pgm_rsrc1 = 7 | 11u << 6 | (uint32_t)data[3] << 12,
        .compute_pgm_rsrc2 = (uint32_t)(data[2] & 0x1F) << 7,
    };
    memcpy(region->bytes, &descriptor, sizeof descriptor);
    memcpy(region->bytes + 256, data + HEADER, 4 * words);
    uint32_t end = 0xBF810000; /* s_endpgm */
    memcpy(region->bytes + 256 + 4 * words, &end, 4);
    region->image = true;
    sim_code_new(&device->arena, region, 256, region->size);
    struct sim_object object = {.version = 4, .xnack = data[1] & 4};
    struct sim_kernel kernel = {.name = "fuzz",
                                .object = &object,
                                .descriptor = region->base,
                                .private_size = 64,
                                .group_size = LDS};
    uint32_t items = data[1] & 8 ? 128 : 64;
    struct sim_launch launch = {.dims = 1, .global = {items}, .local = {items}};
    check_answer(device, sim_launch(device, &kernel, &launch), false);
    sim_device_free(device);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1); /* so that a sanitizer sees reads beyond the end */
    if (!copy)
        return 0;
    if (size)
        memcpy(copy, data, size);
    if (size >= 4 && memcmp(copy, "\177ELF", 4) == 0)
        run_object(copy, size);
    else if (size >= HEADER)
        run_words(copy, size);
    free(copy);
    return 0;
}

/* ---- the mutator ---- */

static uint32_t
next(uint64_t *seed)
{
    *seed ^= *seed << 13; /* xorshift64, G. Marsaglia */
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (uint32_t)(*seed >> 16);
}

static uint16_t
random_register(const struct gcn_operand_info *info, uint64_t *seed)
{
    static const uint16_t scalars[] = {0,   2,   4,          8,           16,         24,
                                       28,  40,  GCN_VCC_LO, GCN_EXEC_LO, GCN_M0,     GCN_TTMP0,
                                       128, 193, 240,        GCN_SRC_SCC, GCN_LITERAL};
    uint16_t vector = (uint16_t)(GCN_VGPR0 + (next(seed) & 1 ? next(seed) % 4 : next(seed) % 32));
    switch (info->kind) {
    case GCN_OPERAND_VGPR:
        return vector;
    case GCN_OPERAND_AGPR:
        return (uint16_t)(vector + GCN_AGPR0 - GCN_VGPR0);
    case GCN_OPERAND_VCC:
        return GCN_VCC_LO;
    case GCN_OPERAND_VSRC:
    case GCN_OPERAND_AVDST:
        if (next(seed) & 1)
            return vector;
        break;
    default:
        break;
    }
    return scalars[next(seed) % (sizeof scalars / sizeof *scalars)];
}

/* A random row of the table with random operands and modifiers, as words; 0: none found. */
static unsigned
random_instruction(const struct gcn_target *target, uint64_t *seed, uint32_t words[3])
{
    for (unsigned tries = 0; tries < TRIES; tries++) {
        unsigned op = 1 + next(seed) % (GCN_OPS - 1);
        const struct gcn_op_info *info = &gcn_op_info[op];
        const char *why;
        if (!gcn_has_op(target, op))
            continue;
        struct gcn_inst inst = {.op = (uint16_t)op,
                                .format = (uint8_t)gcn_shortest_format(target, op)};
        for (unsigned again = 0; again < 8; again++) {
            inst.imm = next(seed) & 1 ? 0 : (int32_t)(next(seed) % 64 * 4);
            inst.glc = info->flags & GCN_FLAG_ATOMIC ? next(seed) & 1 : 0;
            inst.offen = info->format == GCN_MUBUF || info->format == GCN_MTBUF;
            inst.dmask = 1 + next(seed) % 15;
            inst.smem_imm = 1;
            inst.dfmt = next(seed) & 15;
            inst.nfmt = next(seed) & 7;
            inst.op_sel_hi = 7;
            for (unsigned i = 0; i < info->operand_count; i++) {
                inst.operands[i].reg = random_register(&info->operands[i], seed);
                inst.operands[i].literal = next(seed);
                inst.operands[i].dwords = 0;
                inst.operands[i].dwords = (uint8_t)gcn_operand_dwords(target, &inst, i);
            }
            unsigned size = gcn_encode(target, &inst, words, &why);
            if (size)
                return size;
        }
    }
    return 0;
}

/* An image of a few texels and any format, and any sampler: random bits are seldom an image. */
static void
random_descriptors(const struct gcn_target *target, uint64_t *seed, uint8_t *data)
{
    uint32_t words[SIM_T_WORDS + SIM_S_WORDS] = {0};
    const struct {
        enum sim_field field;
        uint32_t first, count;
    } image[] = {
        {SIM_T_TYPE, next(seed) % 8 ? SIM_IMAGE_1D : 0, 8},
        {SIM_T_DATA_FORMAT, 0, 16},
        {SIM_T_NUM_FORMAT, 0, 10},
        {SIM_T_WIDTH, 0, 9},
        {SIM_T_HEIGHT, 0, 9},
        {SIM_T_DEPTH, 0, 4},
        {SIM_T_PITCH, 0, 9},
        {SIM_T_DST_SEL_X, 4, 4},
        {SIM_T_DST_SEL_Y, 0, 8},
        {SIM_T_DST_SEL_Z, 4, 4},
        {SIM_T_DST_SEL_W, 0, 2},
        {SIM_T_LAST_LEVEL, 0, 4},
        {SIM_T_LAST_ARRAY, 0, 4},
        {SIM_T_TILING, target->generation < 9 ? 8 : 0, 1},
    };
    for (size_t i = 0; i < sizeof image / sizeof *image; i++)
        sim_field_set(target, words, image[i].field, image[i].first + next(seed) % image[i].count);
    for (enum sim_field field = SIM_S_CLAMP_X; field < SIM_FIELDS; field++)
        sim_field_set(target, words + SIM_T_WORDS, field, next(seed) % 8);
    memcpy(data + 4, words, sizeof words);
}

/* Half of the time the bits as libFuzzer likes, else an instruction put in or exchanged. */
size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned number)
{
    uint64_t seed = number * UINT64_C(0x9E3779B97F4A7C15) + 1;
    if (size >= 4 && memcmp(data, "\177ELF", 4) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    if (max_size < HEADER + 12)
        return size;
    if (size < HEADER) {
        memset(data + size, 0, HEADER - size);
        size = HEADER;
        data[0] = (uint8_t)next(&seed);
        data[1] = (uint8_t)next(&seed) | 16;
        data[3] = 0xC0;
    }
    const struct gcn_target *target = &gcn_targets[data[0] % gcn_target_count];
    if (size == HEADER || next(&seed) % 16 == 0)
        random_descriptors(target, &seed, data);
    if (next(&seed) % 4 == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    uint32_t words[3];
    unsigned count = random_instruction(target, &seed, words);
    size_t slots = (size - HEADER) / 4, at = HEADER + next(&seed) % (slots + 1) * 4;
    bool insert = next(&seed) % 3 != 0 || at + 4 * count > size;
    if (next(&seed) % 4 == 0)
        words[0] ^= 1u << next(&seed) % 32;
    if (insert && size + 4 * count <= max_size && slots + count <= MAX_WORDS) {
        memmove(data + at + 4 * count, data + at, size - at);
        size += 4 * count;
    }
    if (at + 4 * count <= size)
        memcpy(data + at, words, 4 * count);
    return size;
}
