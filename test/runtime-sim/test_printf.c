/* The printf buffer as a library decodes it: rows and records by hand, broken ones too. */
#include "runtime/sim/dispatch/dispatch.h"
#include "runtime/sim/device/load.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { SIZE = 256 };

struct fixture {
    struct sim_device *device;
    struct sim_object object;
    uint64_t buffer;
    char text[8192];
    struct sim_printf_report report;
};

static struct fixture
make_fixture(void)
{
    struct sim_options options = {.strict = true};
    struct fixture f = {.device = sim_device_new(&options)};
    assert_non_null(f.device);
    f.buffer = sim_printf_new(f.device, SIZE);
    assert_int_not_equal(f.buffer, 0);
    return f;
}

/* False: the row is broken, see the device's message. */
static bool
add_row(struct fixture *f, const char *row)
{
    f->device->message[0] = '\0';
    if (setjmp(f->device->guard.target) != 0)
        return false;
    printf_add_format(f->device, &f->device->arena, &f->object, row);
    return true;
}

/* Appends bytes as a kernel would; the offset grows though they may have no room. */
static void
append(struct fixture *f, const void *bytes, uint32_t size)
{
    uint32_t header[2];
    assert_int_equal(sim_read(f->device, f->buffer, header, 8), SIM_OK);
    if (header[0] + size + 8 <= header[1])
        sim_write(f->device, f->buffer + 8 + header[0], bytes, size);
    header[0] += size;
    sim_write(f->device, f->buffer, header, 4);
}

static void
append_words(struct fixture *f, unsigned count, ...)
{
    uint32_t words[16];
    va_list args;
    va_start(args, count);
    for (unsigned i = 0; i < count; i++)
        words[i] = va_arg(args, uint32_t);
    va_end(args);
    append(f, words, 4 * count);
}

static void
collect(void *data, const char *text, size_t length)
{
    char *all = data;
    size_t used = strlen(all);
    assert_true(used + length < sizeof((struct fixture *)0)->text);
    memcpy(all + used, text, length);
    all[used + length] = '\0';
}

static enum sim_status
flush(struct fixture *f)
{
    f->text[0] = '\0';
    return sim_printf_flush(f->device, &f->object, f->buffer, collect, f->text, &f->report);
}

static void
rows(void **state)
{
    (void)state;
    struct fixture f = make_fixture();
    assert_true(add_row(&f, "7:0:a\\72b\\n\\\\\\t\\q 100%% \\7"));
    append_words(&f, 1, 7);
    assert_int_equal(flush(&f), SIM_OK);
    assert_string_equal(f.text, "a:b\n\\\\\\t\\q 100% \\7");
    static const char *const broken[] = {
        "", "x", "1", "1:", "1:x:a", ":0:a", "4294967296:0:a", "1:1:4294967295:%d", "-1:0:a"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        assert_false(add_row(&f, broken[i]));
        assert_non_null(strstr(f.device->message, "Printf record"));
    }
    assert_true(add_row(&f, "8:2:4:%F %d")); /* one size for two arguments */
    append_words(&f, 2, 8, 0x3f800000);
    assert_int_equal(flush(&f), SIM_OK);
    assert_string_equal(f.text, "1.000000 %d");
    sim_device_free(f.device);
}

/* Conversions that clang's objects do not show. */
static void
conversions(void **state)
{
    (void)state;
    static const struct {
        const char *row, *text;
        uint32_t words[4];
    } cases[] = {
        {"1:1:4:%A|", "0X1.8P+0|", {0x3fc00000}},
        {"1:1:8:%lf|", "1.500000|", {0, 0x3ff80000}},
        {"1:1:2:%f|", "1.500000|", {0x3e00}},
        {"1:1:4:%hhd|", "-1|", {0xff}},
        {"1:1:4:%hhu|", "254|", {0xfffffffe}},
        {"1:1:4:%hd|", "-2|", {0x1fffe}},
        {"1:1:8:%v2hhd|", "-1,1|", {0xff, 0x101}},
        {"1:1:12:%v3hlx|", "1,2,3|", {1, 2, 3}},
        {"1:1:8:%p|%d|", "0x100000001|%d|", {1, 1}},
        {"1:1:8:%14p|", "   0x100000001|", {1, 1}},
        {"1:1:8:%-14p|", "0x100000001   |", {1, 1}},
        {"1:1:4:%k %d|", "%k 5|", {5}},
        {"1:1:4:%", "%", {5}},
        {"1:1:4:%5", "%5", {5}},
        {"1:1:4:%v0d %v17d|", "%v0d %v17d|", {5}},
        {"1:1:4:%-+ #08.3d|", "+005    |", {5}},
        {"1:1:6:%v4d|", "%v4d|", {5}}, /* no size of a component */
        {"1:1:0:%d%s|", "%d%s|", {0}},
        {"1:1:4:%s|", "abcd|", {0x64636261}}, /* without its NUL */
        {"1:2:4:4:%s%c|", "ab@|", {0x6261, 0x40}},
        {"1:1:4:%.99999999999d|", NULL, {5}}, /* as wide as C promises */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f = make_fixture();
        assert_true(add_row(&f, cases[i].row));
        append_words(&f, 1, 1);
        append(&f, cases[i].words, f.object.formats.at[0].length - 4);
        assert_int_equal(flush(&f), SIM_OK);
        if (cases[i].text)
            assert_string_equal(f.text, cases[i].text);
        else
            assert_int_equal(strlen(f.text), 4096);
        sim_device_free(f.device);
    }
}

static void
room(void **state)
{
    (void)state;
    struct fixture f = make_fixture();
    assert_true(add_row(&f, "1:1:4:%d,"));
    assert_true(add_row(&f, "2:1:200:%.1s,"));
    append_words(&f, 2, 1, 10);
    append_words(&f, 2, 1, 11);
    assert_int_equal(flush(&f), SIM_OK);
    assert_string_equal(f.text, "10,11,");
    assert_int_equal(f.report.records, 2);
    assert_int_equal(f.report.bytes, 16);
    assert_false(f.report.full);
    assert_int_equal(flush(&f), SIM_OK); /* it is empty now */
    assert_string_equal(f.text, "");
    for (uint32_t i = 0; i < 6; i++)
        append_words(&f, 2, 1, i);
    assert_int_equal(flush(&f), SIM_OK);
    assert_true(f.report.full); /* 200 bytes and 4 are left; 204 and 8 would be needed */
    assert_int_equal(f.report.lost_bytes, 0);
    uint32_t long_record[51] = {2, 'x'};
    append(&f, long_record, sizeof long_record);
    append(&f, long_record, sizeof long_record);
    append_words(&f, 2, 1, 12);
    assert_int_equal(flush(&f), SIM_OK);
    assert_string_equal(f.text, "x,");
    assert_int_equal(f.report.lost_bytes, 204 + 8);
    sim_device_free(f.device);
}

static void
broken(void **state)
{
    (void)state;
    struct fixture f = make_fixture();
    assert_true(add_row(&f, "1:1:4:%d,"));
    append_words(&f, 4, 1, 10, 9, 0);
    assert_int_equal(flush(&f), SIM_ERROR);
    assert_string_equal(f.text, "10,");
    assert_non_null(strstr(sim_message(f.device), "names format 9"));
    sim_printf_flush(f.device, &f.object, 0x1000, collect, f.text, &f.report);
    assert_non_null(strstr(sim_message(f.device), "no printf buffer"));
    assert_int_equal(sim_printf_new(f.device, 7), 0);
    sim_free(f.device, f.buffer);
    f.buffer = sim_printf_new(f.device, SIZE);
    append_words(&f, 3, 1, 10, 1);
    assert_int_equal(flush(&f), SIM_ERROR);
    assert_non_null(strstr(sim_message(f.device), "has 4 bytes, not 8"));
    sim_free(f.device, f.buffer);
    f.buffer = sim_printf_new(f.device, SIZE);
    uint32_t words[] = {2, 0}; /* two bytes: no record */
    sim_write(f.device, f.buffer, words, 4);
    assert_int_equal(flush(&f), SIM_ERROR);
    assert_non_null(strstr(sim_message(f.device), "2 bytes are left over"));
    sim_device_free(f.device);
}

static void
uninitialised(void **state)
{
    (void)state;
    struct fixture f = make_fixture();
    assert_true(add_row(&f, "1:3:4:4:4:%s %d %d\n"));
    append_words(&f, 4, 1, 0x61, 5, 6);
    struct sim_region *region = sim_region_at(f.device, f.buffer, SIZE);
    memset(region->shadow + 14, 0xff, 2); /* after the string's end */
    assert_int_equal(flush(&f), SIM_OK);
    append_words(&f, 4, 1, 0x61, 5, 6);
    region->shadow[8 + 13] = 1;
    assert_int_equal(flush(&f), SIM_FAULT);
    assert_string_equal(f.text, "a 5 6\n");
    assert_int_equal(f.report.undefined_argument, 2);
    assert_non_null(strstr(sim_message(f.device), "uninitialised data: argument 2 of \"%s"));
    sim_device_free(f.device);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows),   cmocka_unit_test(conversions),   cmocka_unit_test(room),
        cmocka_unit_test(broken), cmocka_unit_test(uninitialised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
