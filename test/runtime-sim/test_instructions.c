/* Single instructions against written expectations.  Each line of the data files:
 *
 *   TARGET[,TARGET]: INSTRUCTION; INSTRUCTION ... | REGISTER=HEX ... | REGISTER=HEX ... or fault
 * TEXT
 *
 * The first registers are set before (all lanes of a VGPR; v0=lane: the lane's number; v0[3]=: one
 * lane; s4=wave: the number of the wave; undefined: uninitialised), the second ones are expected
 * after.  Other names:
 *   vcc exec m0 scc
 *   mode          float mode, IEEE and DX10 bits of MODE
 *   xnack         on
 *   observe=NAME  one check more (gcnsim --observe), and after: counted, what those have counted
 *   sramecc       0: off, otherwise any where the chip may have it
 *   lds lds@OFFSET  bytes of LDS; a dword of it
 *   gds gds@OFFSET  bytes of the global data share, otherwise what the chip has; a dword of it
 *   buf buf@OFFSET  bytes of a buffer, whose address is in s[2:3] and, as a V#, in s[8:11]; stride,
 *                 records and s11 complete that; a dword of it
 *   lax           nothing strict is checked
 *   own           wait states that only a manual wants are faults
 *   rounding      1: worst
 *   early_exit    barriers that waves left by ending complete
 *   guess         a plain access beside an atomic instruction counts as atomic; same_value: a store of
 *                 what is there may race
 *   limit         instructions
 *   sgprs         allocated, 60 otherwise
 *   rsrc2 rsrc3 properties  of the descriptor
 *   private       bytes of a work-item, 40 otherwise
 *   cycles        modelled
 * and images as image_settings.h has them.  A value with a point is that of a float.
 * An instruction may be its words: ".long WORD WORD".  '#' starts a comment line.
 */
#include "runtime/sim/dispatch/dispatch.h"
#include "runtime/sim/device/load.h"
#include "test/runtime-sim/image_settings.h"

#include <ctype.h>
#include <stdlib.h>

enum { MAX_SETS = 64, CODE_BYTES = 1024 };

struct setting {
    char name[24];
    int lane; /* -1: all */
    uint64_t value;
    bool lane_number, wave_number, undefined;
    char text[40]; /* of an image */
};

struct test {
    const char *file;
    unsigned line;
    struct setting before[MAX_SETS], after[MAX_SETS];
    unsigned before_count, after_count;
    char fault[200];
    bool wants_fault;
    const struct gcn_target *target;
    uint64_t buffer; /* its address, 0: none */
    struct image_setting image;
    bool has_image;
    int failures;
    unsigned threads;
    bool alone; /* no observer hears it: values only */
    unsigned left_out;
};

static void
complain(struct test *test, const char *what, const char *detail)
{
    test->failures++;
    fprintf(stderr, "%s:%u: %s: %s%s%s\n", test->file, test->line,
            test->target ? test->target->name : "?", what, *detail ? ": " : "", detail);
}

static uint64_t
setting_value(const struct test *test, const char *name, uint64_t otherwise)
{
    for (unsigned i = 0; i < test->before_count; i++)
        if (strcmp(test->before[i].name, name) == 0)
            return test->before[i].value;
    return otherwise;
}

/* ---- parsing ---- */

static bool
parse_setting(const char *text, size_t length, struct setting *setting)
{
    char copy[80], *value;
    if (length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    setting->lane = -1;
    value = strchr(copy, '=');
    if (!value)
        return false;
    *value++ = '\0';
    char *bracket = strchr(copy, '[');
    if (bracket) {
        setting->lane = atoi(bracket + 1);
        *bracket = '\0';
    }
    snprintf(setting->name, sizeof setting->name, "%.23s", copy);
    setting->lane_number = strcmp(value, "lane") == 0;
    setting->wave_number = strcmp(value, "wave") == 0;
    setting->undefined = strcmp(value, "undefined") == 0;
    setting->value = strtoull(value, NULL, 16);
    if (strchr(value, '.')) {
        float number = strtof(value, NULL);
        setting->value = 0;
        memcpy(&setting->value, &number, sizeof number);
    }
    snprintf(setting->text, sizeof setting->text, "%.39s", value);
    return true;
}

static bool
parse_settings(char *text, struct setting *settings, unsigned *count)
{
    *count = 0;
    for (char *word = strtok(text, " \t\n"); word; word = strtok(NULL, " \t\n"))
        if (*count == MAX_SETS || !parse_setting(word, strlen(word), &settings[(*count)++]))
            return false;
    return true;
}

static bool
assemble(struct test *test, struct arena *arena, char *text, uint32_t *words)
{
    size_t used = 0;
    for (char *part = text, *next; part; part = next) {
        struct gcn_inst inst;
        const char *why;
        next = strchr(part, ';');
        if (next)
            *next++ = '\0';
        while (isspace((unsigned char)*part))
            part++;
        size_t length = strlen(part);
        while (length && isspace((unsigned char)part[length - 1]))
            length--;
        if (!length)
            continue;
        if (strncmp(part, ".long", 5) == 0) {
            for (char *at = part + 5, *end;
                 words[used] = (uint32_t)strtoul(at, &end, 16), end != at; at = end)
                used++;
            continue;
        }
        why = gcn_parse(arena, test->target, part, length, &inst);
        unsigned size = why ? 0 : gcn_encode(test->target, &inst, words + used, &why);
        if (!size) {
            complain(test, part, why ? why : "does not assemble");
            return false;
        }
        used += size;
    }
    words[used] = 0xBF810000; /* s_endpgm */
    return true;
}

/* ---- registers ---- */

static int
scalar_index(const char *name, unsigned *dwords)
{
    *dwords = 1;
    if (strcmp(name, "m0") == 0)
        return GCN_M0;
    *dwords = 2;
    if (strcmp(name, "vcc") == 0)
        return GCN_VCC_LO;
    if (strcmp(name, "exec") == 0)
        return GCN_EXEC_LO;
    if (strcmp(name, "flat_scratch") == 0)
        return SREG_FLAT_SCRATCH;
    *dwords = 1;
    return name[0] == 's' && isdigit((unsigned char)name[1]) ? atoi(name + 1) : -1;
}

static void
set_buffer(const struct test *test, struct sim_wave *wave)
{
    sim_set64(wave, 2, test->buffer, 0);
    sim_set64(wave, 8, test->buffer | setting_value(test, "stride", 0) << 48, 0);
    sim_set64(wave, 10, setting_value(test, "records", setting_value(test, "buf", 0)), 0);
}

/* The image and its fields; those of the T# and S# go to registers. */
static void
set_image(struct test *test, struct sim_wave *wave)
{
    for (unsigned i = 0; i < test->before_count; i++) {
        const struct setting *set = &test->before[i];
        if (strncmp(set->name, "T_", 2) == 0 || strncmp(set->name, "S_", 2) == 0 ||
            strncmp(set->name, "tex@", 4) == 0 || strcmp(set->name, "ramp") == 0)
            if (!image_set(&test->image, wave->device, set->name, set->value))
                complain(test, "no such image setting", set->name);
    }
    memcpy(wave->sgpr + 16, test->image.t, sizeof test->image.t);
    memcpy(wave->sgpr + 24, test->image.s, sizeof test->image.s);
    memset(wave->sgpr_shadow + 16, 0, 12 * sizeof *wave->sgpr_shadow);
}

static void
on_start(void *data, struct sim_wave *wave)
{
    struct test *test = data;
    memset(wave->sgpr_shadow + GCN_VCC_LO, 0, 8);
    if (wave->device->target->flat_scratch_is_address)
        sim_set64(wave, SREG_FLAT_SCRATCH, wave->scratch_base, 0);
    if (test->buffer)
        set_buffer(test, wave);
    if (test->has_image && wave->index == 0)
        set_image(test, wave);
    for (unsigned i = 0; i < test->before_count; i++) {
        const struct setting *set = &test->before[i];
        unsigned dwords;
        int index = scalar_index(set->name, &dwords);
        if (set->name[0] == 'v' && isdigit((unsigned char)set->name[1])) {
            for (unsigned lane = 0; lane < SIM_LANES; lane++)
                if (set->lane < 0 || set->lane == (int)lane)
                    sim_set_lane(wave, (unsigned)atoi(set->name + 1), lane,
                                 set->lane_number ? lane : (uint32_t)set->value,
                                 set->undefined ? ~0u : 0);
        } else if (strncmp(set->name, "lds@", 4) == 0) {
            unsigned at = (unsigned)strtoul(set->name + 4, NULL, 0);
            memcpy(wave->group->lds + at, &set->value, 4);
            memset(wave->group->lds_shadow + at, 0, 4);
        } else if (strncmp(set->name, "gds@", 4) == 0) {
            const struct sim_share *gds = gds_share(wave, NULL);
            unsigned at = (unsigned)strtoul(set->name + 4, NULL, 0);
            memcpy(gds->bytes + at, &set->value, 4);
            memset(gds->shadow + at, 0, 4);
        } else if (strncmp(set->name, "buf@", 4) == 0) {
            sim_write(wave->device, test->buffer + strtoul(set->name + 4, NULL, 0), &set->value, 4);
        } else if (strcmp(set->name, "scc") == 0) {
            wave->scc = set->value != 0;
            wave->scc_shadow = false;
        } else if (index >= 0) {
            for (unsigned k = 0; k < dwords; k++) {
                wave->sgpr[(unsigned)index + k] =
                    set->wave_number ? wave->index : (uint32_t)(set->value >> 32 * k);
                wave->sgpr_shadow[(unsigned)index + k] = set->undefined ? ~0u : 0;
            }
        }
    }
}

static void
expect(struct test *test, const struct setting *set, unsigned lane, uint64_t got)
{
    char text[120];
    if (got == (set->lane_number ? lane : set->value))
        return;
    snprintf(text, sizeof text, "%s[%u] is %llx, not %llx", set->name, lane,
             (unsigned long long)got, (unsigned long long)(set->lane_number ? lane : set->value));
    complain(test, "wrong result", text);
}

static void
check_vector(struct test *test, const struct sim_wave *wave, const struct setting *set)
{
    int before = test->failures;
    for (unsigned lane = 0; lane < SIM_LANES && test->failures == before; lane++) {
        unsigned reg = (unsigned)atoi(set->name + 1);
        if (set->lane >= 0 && set->lane != (int)lane)
            continue;
        bool undefined = wave->v_undefined[reg] >> lane & 1;
        if (set->undefined != undefined)
            complain(test, set->name, undefined ? "is undefined" : "is defined");
        else if (!undefined)
            expect(test, set, lane, wave->v[reg][lane]);
    }
}

static void
on_end(void *data, struct sim_wave *wave)
{
    struct test *test = data;
    for (unsigned i = 0; wave->index == 0 && i < test->after_count; i++) {
        const struct setting *set = &test->after[i];
        unsigned dwords;
        int index = scalar_index(set->name, &dwords);
        if (set->name[0] == 'v' && isdigit((unsigned char)set->name[1])) {
            check_vector(test, wave, set);
        } else if (strncmp(set->name, "lds@", 4) == 0) {
            uint32_t value;
            memcpy(&value, wave->group->lds + strtoul(set->name + 4, NULL, 0), 4);
            expect(test, set, 0, value);
        } else if (strncmp(set->name, "gds@", 4) == 0) {
            uint32_t value;
            memcpy(&value, gds_share(wave, NULL)->bytes + strtoul(set->name + 4, NULL, 0), 4);
            expect(test, set, 0, value);
        } else if (strncmp(set->name, "buf@", 4) == 0) {
            uint32_t value = 0;
            if (sim_read(wave->device, test->buffer + strtoul(set->name + 4, NULL, 0), &value, 4))
                complain(test, set->name, sim_message(wave->device));
            expect(test, set, 0, value);
        } else if (strncmp(set->name, "tex@", 4) == 0) {
            uint64_t value;
            if (!image_get(&test->image, wave->device, set->name, &value))
                complain(test, set->name, sim_message(wave->device));
            expect(test, set, 0, value);
        } else if (strcmp(set->name, "scc") == 0) {
            expect(test, set, 0, wave->scc);
        } else if (index >= 0) {
            expect(test, set, 0,
                   dwords == 2 ? sim_get64(wave, (unsigned)index) : wave->sgpr[index]);
        }
    }
}

/* ---- running ---- */

static struct sim_region *
make_code(struct sim_device *device, const struct test *test, const uint32_t *words)
{
    struct sim_region *region = sim_region_new(device, 256 + CODE_BYTES, NULL);
    uint32_t mode = (uint32_t)setting_value(test, "mode", 0x3C0);
    uint32_t sgprs = (uint32_t)setting_value(test, "sgprs", 96);
    struct kernel_descriptor descriptor = {
        .kernel_code_entry_byte_offset = 256,
        .compute_pgm_rsrc1 = 15 | (sgprs / 8 - 1) << 6 | (mode & 0xFF) << 12 |
                             (mode >> 8 & 1) << 21 | (mode >> 9 & 1) << 23,
        .compute_pgm_rsrc3 = (uint32_t)setting_value(test, "rsrc3", 15),
        .compute_pgm_rsrc2 = (uint32_t)setting_value(test, "rsrc2", 0),
        .kernel_code_properties = (uint16_t)setting_value(test, "properties", 0),
    };
    memcpy(region->bytes, &descriptor, sizeof descriptor);
    memcpy(region->bytes + 256, words, CODE_BYTES);
    region->image = true;
    sim_code_new(&device->arena, region, 256, region->size);
    region->code->sramecc = setting_value(test, "sramecc", test->target->sramecc_supported);
    return region;
}

static void
make_image(struct test *test, struct sim_device *device)
{
    test->has_image = false;
    for (unsigned i = 0; i < test->before_count; i++) {
        if (strcmp(test->before[i].name, "image") != 0)
            continue;
        const char *why = image_make(&test->image, device, test->before[i].text);
        test->has_image = !why;
        if (why)
            complain(test, test->before[i].text, why);
    }
}

static void
run(struct test *test, char *code)
{
    struct sim_options options = {
        .gds_size = (uint32_t)setting_value(test, "gds", 0),
        .strict = setting_value(test, "lax", 0) == 0,
        .foreign = setting_value(test, "own", 0) == 0,
        .early_exit = setting_value(test, "early_exit", 0) != 0,
        .atomics = setting_value(test, "guess", 0) ? SIM_ATOMICS_GUESSED : SIM_ATOMICS_LISTED,
        .same_value_races = setting_value(test, "same_value", 0) != 0,
        .max_instructions = setting_value(test, "limit", 100000),
        .rounding = setting_value(test, "rounding", 0) ? SIM_ROUNDING_WORST : SIM_ROUNDING_NEAREST,
    };
    for (unsigned i = 0; i < test->before_count; i++)
        if (strcmp(test->before[i].name, "observe") == 0 &&
            !sim_observe(&options, test->before[i].text))
            complain(test, "no such check", test->before[i].text);
    struct sim_device *device = sim_device_new(&options);
    static uint32_t words[CODE_BYTES / 4];
    if (setjmp(device->guard.target) != 0) {
        complain(test, "internal error", device->guard.message);
        sim_device_free(device);
        return;
    }
    memset(words, 0, sizeof words);
    sim_device_set_target(device, test->target);
    device->on_start = on_start;
    device->on_end = on_end;
    device->on_data = test;
    if (assemble(test, &device->arena, code, words)) {
        struct sim_object object = {.version = 4, .xnack = setting_value(test, "xnack", 0)};
        struct sim_kernel kernel = {.name = "test", .object = &object};
        unsigned threads = (unsigned)setting_value(test, "threads", 64);
        struct sim_launch launch = {.dims = 1, .global = {threads}, .local = {threads}};
        kernel.descriptor = make_code(device, test, words)->base;
        kernel.group_size = (uint32_t)setting_value(test, "lds", 0);
        kernel.private_size = (uint32_t)setting_value(test, "private", 64);
        uint64_t bytes = setting_value(test, "buf", 0);
        test->buffer = bytes ? sim_alloc(device, bytes) : 0;
        make_image(test, device);
        enum sim_status status = sim_launch(device, &kernel, &launch);
        if (status != SIM_OK && !test->wants_fault)
            complain(test, "failed", sim_message(device));
        else if (test->wants_fault && status == SIM_OK)
            complain(test, "no fault; wanted", test->fault);
        else if (test->wants_fault && !strstr(sim_message(device), test->fault))
            complain(test, "another fault", sim_message(device));
        uint64_t counted = 0;
        for (unsigned i = 0; i < SIM_OBSERVERS; i++)
            counted += device->counted[i];
        for (unsigned i = 0; i < test->after_count && !test->alone; i++)
            if (strcmp(test->after[i].name, "cycles") == 0)
                expect(test, &test->after[i], 0, sim_stats(device)->cycles);
            else if (strcmp(test->after[i].name, "counted") == 0)
                expect(test, &test->after[i], 0, counted);
    }
    sim_device_free(device);
}

static void
run_line(struct test *test, const char *line)
{
    char copy[1000], *code, *before = NULL, *after = NULL;
    snprintf(copy, sizeof copy, "%.*s ", (int)strcspn(line, "\n"), line);
    if (!(code = strchr(copy, ':')) || !(before = strstr(code, " | ")) ||
        !(after = strstr(before + 2, " | "))) {
        complain(test, "no test", line);
        return;
    }
    *code++ = *before = *after = '\0';
    before += 2;
    after += 2;
    for (size_t end = strlen(after); end && after[end - 1] == ' '; end--)
        after[end - 1] = '\0';
    char *fault = strstr(after, "fault ");
    test->wants_fault = fault != NULL;
    if (fault) {
        snprintf(test->fault, sizeof test->fault, "%.199s", fault + 6);
        *fault = '\0';
    }
    if (!parse_settings(before, test->before, &test->before_count) ||
        !parse_settings(after, test->after, &test->after_count)) {
        complain(test, "no test", line);
        return;
    }
    if (test->alone && (test->wants_fault || setting_value(test, "observe", 1) != 1)) {
        test->left_out++;
        return;
    }
    for (char *name = copy, *next; name; name = next) {
        char text[1000];
        next = strchr(name, ',');
        if (next)
            *next++ = '\0';
        test->target = gcn_find_target(name, strlen(name));
        snprintf(text, sizeof text, "%s", code);
        if (test->target)
            run(test, text);
        else
            complain(test, "no such target", name);
    }
}

int
main(int argc, char **argv)
{
    static struct test test;
    unsigned count = 0;
    test.alone = argc > 1 && strcmp(argv[1], "--alone") == 0;
    for (int i = 1 + test.alone; i < argc; i++) {
        char line[1000];
        FILE *file = fopen(argv[i], "r");
        test.file = strrchr(argv[i], '/') ? strrchr(argv[i], '/') + 1 : argv[i];
        test.line = 0;
        if (!file)
            return 1;
        while (fgets(line, sizeof line, file)) {
            test.line++;
            if (line[0] == '#' || line[strspn(line, " \n")] == '\0')
                continue;
            run_line(&test, line);
            count++;
        }
        fclose(file);
    }
    printf("%u tests, %d failures\n", count - test.left_out, test.failures);
    if (test.left_out)
        printf("%u are left out: they want what an observer tells\n", test.left_out);
    return test.failures != 0 || argc < 2;
}
