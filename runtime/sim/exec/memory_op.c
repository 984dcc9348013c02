/* What memory instructions move, read off their names once, and the arithmetic of atomics.
 * GcnInstrsDs, GcnInstrsFlat, GcnInstrsMubuf, GcnInstrsSmem. */
#include "runtime/sim/exec/valu.h"

#include <stdlib.h>

struct width_name {
    const char *name;
    uint8_t bytes;
    bool sext, d16, high;
};

static const struct width_name widths[] = {
    {"ubyte_d16_hi", 1, false, true, true}, {"sbyte_d16_hi", 1, true, true, true},
    {"short_d16_hi", 2, false, true, true}, {"byte_d16_hi", 1, false, true, true},
    {"ubyte_d16", 1, false, true, false},   {"sbyte_d16", 1, true, true, false},
    {"short_d16", 2, false, true, false},   {"ubyte", 1, false, false, false},
    {"sbyte", 1, true, false, false},       {"ushort", 2, false, false, false},
    {"sshort", 2, true, false, false},      {"byte", 1, false, false, false},
    {"short", 2, false, false, false},      {"dwordx16", 64, false, false, false},
    {"dwordx8", 32, false, false, false},   {"dwordx4", 16, false, false, false},
    {"dwordx3", 12, false, false, false},   {"dwordx2", 8, false, false, false},
    {"dword", 4, false, false, false},
};

static const struct width_name ds_widths[] = {
    {"u8_d16_hi", 1, false, true, true},    {"i8_d16_hi", 1, true, true, true},
    {"u16_d16_hi", 2, false, true, true},   {"b8_d16_hi", 1, false, true, true},
    {"b16_d16_hi", 2, false, true, true},   {"u8_d16", 1, false, true, false},
    {"i8_d16", 1, true, true, false},       {"u16_d16", 2, false, true, false},
    {"u8", 1, false, false, false},         {"i8", 1, true, false, false},
    {"b8", 1, false, false, false},         {"u16", 2, false, false, false},
    {"i16", 2, true, false, false},         {"b16", 2, false, false, false},
    {"b32", 4, false, false, false},        {"b64", 8, false, false, false},
    {"b96", 12, false, false, false},       {"b128", 16, false, false, false},
    {"addtid_b32", 4, false, false, false},
};

static const struct {
    const char *name;
    uint8_t kind;
} atomics[] = {
    {"swap", ATOMIC_SWAP},
    {"cmpswap", ATOMIC_CMPSWAP},
    {"add_f32", ATOMIC_FADD},
    {"add_f64", ATOMIC_FADD},
    {"pk_add_f16", ATOMIC_PK_ADD_F16},
    {"add", ATOMIC_ADD},
    {"sub", ATOMIC_SUB},
    {"rsub", ATOMIC_RSUB},
    {"smin", ATOMIC_SMIN},
    {"umin", ATOMIC_UMIN},
    {"smax", ATOMIC_SMAX},
    {"umax", ATOMIC_UMAX},
    {"and", ATOMIC_AND},
    {"or", ATOMIC_OR},
    {"xor", ATOMIC_XOR},
    {"inc", ATOMIC_INC},
    {"dec", ATOMIC_DEC},
    {"fcmpswap", ATOMIC_FCMPSWAP},
    {"fmin", ATOMIC_FMIN},
    {"fmax", ATOMIC_FMAX},
    {"min_f64", ATOMIC_FMIN},
    {"max_f64", ATOMIC_FMAX},
};

/* DS: operation and type are separate, because min_i32 and min_u32 differ only in the type. */
static const struct {
    const char *name, *type;
    uint8_t kind;
} ds_atomics[] = {
    {"add", "u32", ATOMIC_ADD},
    {"add", "u64", ATOMIC_ADD},
    {"add", "f32", ATOMIC_FADD},
    {"add", "f64", ATOMIC_FADD},
    {"sub", "u32", ATOMIC_SUB},
    {"sub", "u64", ATOMIC_SUB},
    {"rsub", "u32", ATOMIC_RSUB},
    {"rsub", "u64", ATOMIC_RSUB},
    {"inc", "u32", ATOMIC_INC},
    {"inc", "u64", ATOMIC_INC},
    {"dec", "u32", ATOMIC_DEC},
    {"dec", "u64", ATOMIC_DEC},
    {"min", "i32", ATOMIC_SMIN},
    {"min", "i64", ATOMIC_SMIN},
    {"max", "i32", ATOMIC_SMAX},
    {"max", "i64", ATOMIC_SMAX},
    {"min", "u32", ATOMIC_UMIN},
    {"min", "u64", ATOMIC_UMIN},
    {"max", "u32", ATOMIC_UMAX},
    {"max", "u64", ATOMIC_UMAX},
    {"and", "b32", ATOMIC_AND},
    {"and", "b64", ATOMIC_AND},
    {"or", "b32", ATOMIC_OR},
    {"or", "b64", ATOMIC_OR},
    {"xor", "b32", ATOMIC_XOR},
    {"xor", "b64", ATOMIC_XOR},
    {"mskor", "b32", ATOMIC_MSKOR},
    {"mskor", "b64", ATOMIC_MSKOR},
    {"wrxchg", "b32", ATOMIC_SWAP},
    {"wrxchg", "b64", ATOMIC_SWAP},
    {"wrxchg2", "b32", ATOMIC_SWAP},
    {"wrxchg2", "b64", ATOMIC_SWAP},
    {"wrxchg2st64", "b32", ATOMIC_SWAP},
    {"wrxchg2st64", "b64", ATOMIC_SWAP},
    {"cmpst", "b32", ATOMIC_CMPSWAP},
    {"cmpst", "b64", ATOMIC_CMPSWAP},
    {"cmpst", "f32", ATOMIC_FCMPSWAP},
    {"cmpst", "f64", ATOMIC_FCMPSWAP},
    {"min", "f32", ATOMIC_FMIN},
    {"min", "f64", ATOMIC_FMIN},
    {"max", "f32", ATOMIC_FMAX},
    {"max", "f64", ATOMIC_FMAX},
    {"wrap", "b32", ATOMIC_WRAP},
    {"condxchg32", "b64", ATOMIC_CONDXCHG},
    {"write", "b32", ATOMIC_SWAP}, /* src2 */
    {"write", "b64", ATOMIC_SWAP},
};

static bool
set_width(struct sim_memory_op *memory, const struct width_name *table, size_t count,
          const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(name, table[i].name) != 0)
            continue;
        memory->bytes = table[i].bytes;
        memory->sext = table[i].sext;
        memory->d16 = table[i].d16;
        memory->high = table[i].high;
        return true;
    }
    return false;
}

void
memory_op_classify_atomic(struct sim_op *op, const char *name)
{
    struct sim_memory_op *memory = &op->memory;
    size_t length = strlen(name);
    bool wide = length > 3 && strcmp(name + length - 3, "_x2") == 0;
    memory->bytes = wide || strstr(name, "f64") ? 8 : 4;
    memory->returns = op->inst.glc;
    for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++) {
        size_t size = strlen(atomics[i].name);
        if (strncmp(name, atomics[i].name, size) == 0 &&
            (!name[size] || strcmp(name + size, "_x2") == 0)) {
            memory->atomic = atomics[i].kind;
            memory->kind = MEMORY_ATOMIC;
            return;
        }
    }
}

/* format_x to format_xyzw, with d16_ or d16_hi_ before: a register for each component, with d16 half
 * of one where the target packs them, which the operand's size says. */
static bool
set_format(struct sim_op *op, const char *name)
{
    struct sim_memory_op *memory = &op->memory;
    if (strncmp(name, "format_", 7) != 0)
        return false;
    name += 7;
    memory->d16 = strncmp(name, "d16_", 4) == 0;
    name += memory->d16 ? 4 : 0;
    memory->high = strncmp(name, "hi_", 3) == 0;
    name += memory->high ? 3 : 0;
    memory->components = (uint8_t)strlen(name);
    unsigned dwords = op->at_data < 0 || op->inst.lds
                          ? 1
                          : op->inst.operands[op->at_data].dwords -
                                (op->inst.tfe && op->info->flags & GCN_FLAG_LOAD);
    memory->bytes = (uint8_t)(4 * dwords);
    return true;
}

static void
classify_plain(struct sim_op *op, const char *name)
{
    struct sim_memory_op *memory = &op->memory;
    const char *rest = strchr(name, '_') + 1;
    if (op->info->format == GCN_SMEM &&
        (strncmp(rest, "buffer_", 7) == 0 || strncmp(rest, "scratch_", 8) == 0))
        rest = strchr(rest, '_') + 1;
    memory->kind = MEMORY_UNSUPPORTED;
    if (strncmp(rest, "load_", 5) == 0) {
        if (set_width(memory, widths, sizeof widths / sizeof *widths, rest + 5) ||
            set_format(op, rest + 5))
            memory->kind = MEMORY_LOAD;
    } else if (strncmp(rest, "store_", 6) == 0) {
        rest += strncmp(rest + 6, "lds_", 4) == 0 ? 10 : 6;
        if (set_width(memory, widths, sizeof widths / sizeof *widths, rest) || set_format(op, rest))
            memory->kind = MEMORY_STORE;
    } else if (strncmp(rest, "atomic_", 7) == 0) {
        memory_op_classify_atomic(op, rest + 7);
    } else if (strncmp(rest, "wb", 2) == 0 || strncmp(rest, "inv", 3) == 0 ||
               strncmp(rest, "dcache", 6) == 0 || strncmp(rest, "atc_probe", 9) == 0) {
        memory->kind = MEMORY_CACHE;
    }
}

static void
classify_ds_atomic(struct sim_memory_op *memory, const char *name)
{
    char base[32];
    snprintf(base, sizeof base, "%s", name);
    char *type = strrchr(base, '_');
    if (!type)
        return;
    *type++ = '\0';
    char *src2 = strstr(base, "_src2");
    memory->src2 = src2 != NULL;
    if (src2)
        *src2 = '\0';
    char *rtn = strstr(base, "_rtn");
    memory->returns = rtn != NULL;
    if (rtn)
        *rtn = '\0';
    for (size_t i = 0; i < sizeof ds_atomics / sizeof *ds_atomics; i++) {
        if (strcmp(base, ds_atomics[i].name) != 0 || strcmp(type, ds_atomics[i].type) != 0)
            continue;
        memory->atomic = ds_atomics[i].kind;
        memory->bytes = strstr(type, "64") ? 8 : 4;
        memory->kind = MEMORY_ATOMIC;
        memory->two = strncmp(base, "wrxchg2", 7) == 0;
        memory->scale = (uint16_t)(memory->bytes * (strstr(base, "st64") ? 64 : 1));
    }
}

static void
classify_ds(struct sim_op *op, const char *name)
{
    struct sim_memory_op *memory = &op->memory;
    bool read = strncmp(name, "read", 4) == 0, write = strncmp(name, "write", 5) == 0;
    memory->kind = MEMORY_UNSUPPORTED;
    if ((!read && !write) || strstr(name, "_src2_")) {
        classify_ds_atomic(memory, name);
        return;
    }
    const char *rest = name + (read ? 4 : 5);
    memory->two = *rest == '2';
    bool st64 = strncmp(rest, "2st64", 5) == 0;
    const char *type = strchr(rest, '_');
    if (!type || !set_width(memory, ds_widths, sizeof ds_widths / sizeof *ds_widths, type + 1))
        return;
    memory->scale = (uint16_t)(memory->bytes * (st64 ? 64 : 1));
    memory->kind = read ? MEMORY_LOAD : MEMORY_STORE;
}

void
memory_op_classify(struct sim_op *op)
{
    op->memory.buffer = strncmp(op->info->name, "s_buffer", 8) == 0;
    op->memory.wave_sync = strncmp(op->info->name, "ds_gws_", 7) == 0;
    if (op->info->format == GCN_DS)
        classify_ds(op, op->info->name + 3);
    else if (op->info->format == GCN_MIMG)
        mimg_classify(op);
    else if (op->info->format != GCN_EXP)
        classify_plain(op, op->info->name);
}

static uint64_t
float_atomic(enum sim_atomic kind, unsigned bytes, uint64_t old, uint64_t data)
{
    double a = bytes == 8 ? as_f64(old) : (double)as_f32((uint32_t)old);
    double b = bytes == 8 ? as_f64(data) : (double)as_f32((uint32_t)data);
    if (kind == ATOMIC_FADD)
        return bytes == 8 ? f64_bits(a + b)
                          : f32_bits(as_f32((uint32_t)old) + as_f32((uint32_t)data));
    /* A comparison with a NaN fails, so what was in memory stays (AMD's shader pseudocode). */
    return (kind == ATOMIC_FMIN ? b < a : b > a) ? data : old;
}

static uint64_t
pk_add_f16(uint64_t old, uint64_t data)
{
    uint32_t low =
        half_from_double(half_to_double(old & 0xFFFF) + half_to_double(data & 0xFFFF), 0);
    uint32_t high = half_from_double(
        half_to_double(old >> 16 & 0xFFFF) + half_to_double(data >> 16 & 0xFFFF), 0);
    return low | high << 16;
}

/* Each dword whose highest bit is set in the data takes its other bits. */
static uint64_t
conditional_exchange(uint64_t old, uint64_t data)
{
    uint64_t mask =
        (data >> 31 & 1 ? UINT32_MAX : 0) | (data >> 63 ? (uint64_t)UINT32_MAX << 32 : 0);
    return (old & ~mask) | (data & mask & 0x7FFFFFFF7FFFFFFF);
}

static uint32_t
flush_f32(uint32_t bits)
{
    return bits & 0x7F800000 ? bits : bits & 0x80000000;
}

uint64_t
atomic_apply_mode(enum sim_atomic kind, unsigned bytes, uint64_t old, uint64_t data, uint64_t data2,
                  unsigned denormals)
{
    if (kind != ATOMIC_FADD || bytes != 4)
        return atomic_apply(kind, bytes, old, data, data2);
    if (!(denormals & 1)) {
        old = flush_f32((uint32_t)old);
        data = flush_f32((uint32_t)data);
    }
    uint64_t sum = atomic_apply(kind, bytes, old, data, data2);
    return denormals & 2 ? sum : flush_f32((uint32_t)sum);
}

uint64_t
atomic_apply(enum sim_atomic kind, unsigned bytes, uint64_t old, uint64_t data, uint64_t data2)
{
    int64_t sold = bytes == 8 ? (int64_t)old : (int32_t)(uint32_t)old;
    int64_t sdata = bytes == 8 ? (int64_t)data : (int32_t)(uint32_t)data;
    switch (kind) {
    case ATOMIC_SWAP:
        return data;
    case ATOMIC_CMPSWAP:
        return old == data2 ? data : old;
    case ATOMIC_FCMPSWAP:
        return (bytes == 8 ? as_f64(old) == as_f64(data2)
                           : as_f32((uint32_t)old) == as_f32((uint32_t)data2))
                   ? data
                   : old;
    case ATOMIC_ADD:
        return old + data;
    case ATOMIC_SUB:
        return old - data;
    case ATOMIC_RSUB:
        return data - old;
    case ATOMIC_SMIN:
        return sdata < sold ? data : old;
    case ATOMIC_SMAX:
        return sdata > sold ? data : old;
    case ATOMIC_UMIN:
        return data < old ? data : old;
    case ATOMIC_UMAX:
        return data > old ? data : old;
    case ATOMIC_AND:
        return old & data;
    case ATOMIC_OR:
        return old | data;
    case ATOMIC_XOR:
        return old ^ data;
    case ATOMIC_INC:
        return old >= data ? 0 : old + 1;
    case ATOMIC_DEC:
        return old == 0 || old > data ? data : old - 1;
    case ATOMIC_FADD:
    case ATOMIC_FMIN:
    case ATOMIC_FMAX:
        return float_atomic(kind, bytes, old, data);
    case ATOMIC_MSKOR:
        return (old & ~data) | data2;
    case ATOMIC_WRAP:
        return old >= data ? old - data : old + data2;
    case ATOMIC_CONDXCHG:
        return conditional_exchange(old, data);
    case ATOMIC_PK_ADD_F16:
        return pk_add_f16(old, data);
    default:
        return old;
    }
}

bool
atomic_replace(uint8_t *at, unsigned bytes, uint64_t old, const uint8_t *value)
{
    if (bytes == 4 && (uintptr_t)at % 4 == 0) {
        uint32_t was = (uint32_t)old, next;
        memcpy(&next, value, sizeof next);
        return __atomic_compare_exchange_n((uint32_t *)(void *)at, &was, next, false,
                                           __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    }
    if (bytes == 8 && (uintptr_t)at % 8 == 0) {
        uint64_t next;
        memcpy(&next, value, sizeof next);
        return __atomic_compare_exchange_n((uint64_t *)(void *)at, &old, next, false,
                                           __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    }
    memcpy(at, value, bytes); /* memory of a host that aligns it less */
    return true;
}
