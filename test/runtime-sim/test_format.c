/* Formats of elements: the lines of a text file (its head says how they read), and what holds of
 * every format: what is loaded and stored again is the same.
 *
 *   test_format FILE */
#include "runtime/sim/format/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 512, DATA_CODES = 64, NUMBER_CODES = 16, ELEMENT = 16 };

static unsigned passed, failed;

static void
check(bool good, const char *line, const char *what)
{
    if (good) {
        passed++;
        return;
    }
    failed++;
    printf("%s: %s\n", line, what);
}

static uint32_t
parse_register(const char *text)
{
    bool is_float = strncmp(text, "0x", 2) != 0 && strpbrk(text, ".ein") != NULL;
    float value = strtof(text, NULL);
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return is_float ? bits : (uint32_t)strtoll(text, NULL, 0);
}

/* The format of these names for the kind and target; false: there is none. */
static bool
find_format(enum sim_resource_kind kind, const char *target, const char *data, const char *number,
            struct sim_format *format)
{
    const struct gcn_target *chip = gcn_find_target(target, strlen(target));
    for (unsigned code = 0; code < DATA_CODES * NUMBER_CODES; code++)
        if (sim_format_find(kind, chip, code / NUMBER_CODES, code % NUMBER_CODES, format) &&
            strcmp(format->data->name, data) == 0 &&
            strcmp(sim_number_name(format->number), number) == 0)
            return true;
    return false;
}

static void
check_load(const struct sim_format *format, const char *line, const uint8_t *bytes,
           const uint32_t *expected)
{
    uint32_t got[4];
    char text[128];
    sim_format_load(format, bytes, got);
    snprintf(text, sizeof text, "loaded 0x%08x 0x%08x 0x%08x 0x%08x", got[0], got[1], got[2],
             got[3]);
    check(memcmp(got, expected, sizeof got) == 0, line, text);
}

static void
check_store(const struct sim_format *format, const char *line, const uint8_t *expected,
            const uint32_t *component)
{
    uint8_t got[ELEMENT + 1];
    char text[128] = "stored";
    memset(got, 0xA5, sizeof got);
    sim_format_store(format, component, got);
    for (unsigned i = 0; i < format->data->bytes; i++)
        snprintf(text + 6 + 3 * i, 4, " %02x", got[i]);
    check(memcmp(got, expected, format->data->bytes) == 0, line, text);
    check(got[format->data->bytes] == 0xA5, line, "more than the element was stored");
}

/* The bytes and registers of a line, and the operation between them ('n': "none"). */
static char
parse_line(char *text, uint8_t *bytes, unsigned *count, uint32_t *component)
{
    char operation = 'n';
    unsigned registers = 0;
    *count = 0;
    for (char *word = strtok(text, " \n"); word; word = strtok(NULL, " \n")) {
        if (*word == '<' || *word == '>')
            operation = *word;
        else if (operation == 'n' && *count < ELEMENT)
            bytes[(*count)++] = (uint8_t)strtoul(word, NULL, 16);
        else if (registers < 4)
            component[registers++] = parse_register(word);
    }
    return operation;
}

static void
check_on(const char *target, enum sim_resource_kind kind, const char *line)
{
    char data[32], number[32], text[LINE], operation;
    uint8_t bytes[ELEMENT] = {0};
    uint32_t component[4] = {0};
    unsigned count;
    struct sim_format format;
    if (sscanf(line, "%*c %31s %31[a-z_]:", data, number) != 2) {
        check(false, line, "no such form");
        return;
    }
    snprintf(text, sizeof text, "%s", strchr(line, ':') + 1);
    bool wanted = !strstr(text, "none");
    if (strcmp(number, "snorm_ogl") == 0 && strcmp(target, "gfx700") != 0)
        wanted = false;
    bool found = find_format(kind, target, data, number, &format);
    check(found == wanted, line, found ? "exists" : "does not exist");
    if (!found || !wanted)
        return;
    operation = parse_line(text, bytes, &count, component);
    check(count == format.data->bytes, line, "another number of bytes");
    if (operation == '>')
        check_load(&format, line, bytes, component);
    else
        check_store(&format, line, bytes, component);
}

static void
check_file(const char *path)
{
    char line[LINE];
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(2);
    }
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (!*line || *line == '#')
            continue;
        for (unsigned i = 0; i < 4; i++)
            if (*line == '-' || (*line == 'i') == (i % 2 == SIM_RESOURCE_IMAGE))
                check_on(i < 2 ? "gfx700" : "gfx900", i % 2, line);
    }
    fclose(file);
}

/* Each value of a component, in all components at once: loaded, stored and loaded again. */
static void
check_round_trip(const struct sim_format *format)
{
    char name[64];
    unsigned widest = 0, bad = 0;
    for (unsigned i = 0; i < 4; i++)
        widest = format->data->bits[i] > widest ? format->data->bits[i] : widest;
    for (uint32_t raw = 0; raw < (widest > 16 ? 1 : 1u << widest); raw++) {
        uint8_t bytes[ELEMENT] = {0}, again[ELEMENT] = {0};
        uint32_t first[4], second[4], fields[4] = {raw, raw, raw, raw};
        struct sim_format integers = *format;
        integers.number = SIM_NUMBER_UINT;
        sim_format_store(&integers, fields, bytes);
        sim_format_load(format, bytes, first);
        sim_format_store(format, first, again);
        sim_format_load(format, again, second);
        for (unsigned i = 0; i < 4; i++) {
            bool is_nan = format->number == SIM_NUMBER_FLOAT && (first[i] & INT32_MAX) > 0x7F800000;
            bad += first[i] != second[i] && !is_nan;
        }
    }
    snprintf(name, sizeof name, "%s %s", format->data->name, sim_number_name(format->number));
    check(bad == 0, name, "a value changes when it is loaded and stored");
}

static void
check_shadow(void)
{
    const struct gcn_target *target = gcn_find_target("gfx900", 6);
    struct sim_format format;
    uint8_t element[4] = {0, 0x80, 0, 1}, stored[4];
    uint32_t shadow[4];
    check(sim_format_find(SIM_RESOURCE_BUFFER, target, 10, SIM_NUMBER_UNORM, &format), "8_8_8_8",
          "does not exist");
    sim_format_load_shadow(&format, element, shadow);
    check(!shadow[0] && shadow[1] == UINT32_MAX && !shadow[2] && shadow[3] == UINT32_MAX, "unorm",
          "a float is undefined as a whole or not at all");
    format.number = SIM_NUMBER_SINT;
    sim_format_load_shadow(&format, element, shadow);
    check(shadow[1] == 0xFFFFFF80 && shadow[3] == 1, "sint", "the sign's shadow is extended");
    sim_format_store_shadow(&format, shadow, stored);
    check(memcmp(stored, "\0\377\0\377", 4) == 0, "sint", "an undefined bit makes a field so");
}

int
main(int argc, char **argv)
{
    struct sim_format format;
    if (argc != 2)
        return 2;
    check_file(argv[1]);
    for (unsigned code = 0; code < DATA_CODES * NUMBER_CODES; code++)
        if (sim_format_find(SIM_RESOURCE_IMAGE, gcn_find_target("gfx700", 6), code / NUMBER_CODES,
                            code % NUMBER_CODES, &format) &&
            format.writable)
            check_round_trip(&format);
    check_shadow();
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
