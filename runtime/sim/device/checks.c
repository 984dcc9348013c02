/* The list of points that a compiler has left for the checks of a program's own rules: .occ.check
 * (docs/abi.md, "Checks").  An entry is where in the code, how long the words are, the words: what is
 * to be looked at, in which registers, with which numbers, and a name. */
#include "runtime/sim/device/load.h"

#include <ctype.h>
#include <stdlib.h>

static const struct {
    const char *name;
    uint8_t registers, numbers;
} rows[SIM_CHECK_KINDS] = {
#define CHECK(name, word, registers, numbers) [SIM_CHECK_##name] = {word, registers, numbers},
#include "runtime/sim/device/check_kind.def"
#undef CHECK
};

const char *const checks_ask_name[SIM_ASK_KINDS] = {
#define ASK(name, word) word,
#include "runtime/sim/device/check_ask.def"
#undef ASK
};

struct words {
    struct sim_device *device;
    const char *at, *end; /* a zero stands at the end */
};

static _Noreturn void
broken(struct sim_device *device, const char *what)
{
    sim_error(device, "the list of checks is broken: %s", what);
}

/* The next word and how long it is; 0: none. */
static size_t
next(struct words *words, const char **word)
{
    while (words->at < words->end && *words->at == ' ')
        words->at++;
    *word = words->at;
    while (words->at < words->end && *words->at && *words->at != ' ')
        words->at++;
    return (size_t)(words->at - *word);
}

static bool
is_word(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(word, name, length) == 0;
}

/* "v7" or "v[2:3]" */
static void
read_register(struct words *words, struct sim_check *check, unsigned n)
{
    const char *word;
    size_t length = next(words, &word);
    unsigned first = 0, last = 0, used = 0;
    if (length < 2 || *word != 'v')
        broken(words->device, "no vector register");
    if (word[1] == '[') {
        char *end;
        first = (unsigned)strtoul(word + 2, &end, 10);
        last = *end == ':' ? (unsigned)strtoul(end + 1, &end, 10) : 0;
        used = *end == ']' ? (unsigned)(end + 1 - word) : 0;
    } else {
        char *end;
        first = last = (unsigned)strtoul(word + 1, &end, 10);
        used = (unsigned)(end - word);
    }
    if (used != length || last < first || last - first > 1 || last >= SIM_VGPRS)
        broken(words->device, "no vector register");
    check->reg[n] = (uint16_t)first;
    check->dwords[n] = (uint8_t)(last - first + 1);
}

static uint64_t
read_number(struct words *words)
{
    const char *word;
    char *end;
    size_t length = next(words, &word);
    uint64_t number = length && isdigit((unsigned char)*word) ? strtoull(word, &end, 10) : 0;
    if (!length || !isdigit((unsigned char)*word) || end != word + length)
        broken(words->device, "no number");
    return number;
}

static uint32_t
asked_by(const char *word, size_t length)
{
    static const char recover[] = "recover-";
    size_t prefix = sizeof recover - 1;
    bool recovers = length > prefix && memcmp(word, recover, prefix) == 0;
    if (is_word(word, length, "recover"))
        return SIM_ASKS_RECOVER;
    for (unsigned i = 0; i < SIM_ASK_KINDS; i++)
        if (is_word(word + recovers * prefix, length - recovers * prefix, checks_ask_name[i]))
            return UINT32_C(1) << (recovers ? SIM_ASK_KINDS + i : i);
    return 0;
}

static void
read_asked(struct words *words, struct sim_object *object)
{
    const char *word;
    for (size_t length; (length = next(words, &word));)
        object->asks |= asked_by(word, length);
}

static void
read_order(struct sim_check *check, const char *word, size_t length)
{
    static const char *const scopes[] = {[SIM_SCOPE_SUBGROUP] = "subgroup",
                                         [SIM_SCOPE_WORKGROUP] = "workgroup",
                                         [SIM_SCOPE_DEVICE] = "device"};
    check->acquires |= is_word(word, length, "acquire");
    check->releases |= is_word(word, length, "release");
    check->local |= is_word(word, length, "local");
    check->global |= is_word(word, length, "global");
    for (unsigned scope = SIM_SCOPE_SUBGROUP; scope <= SIM_SCOPE_DEVICE; scope++)
        if (is_word(word, length, scopes[scope]))
            check->scope = (uint8_t)scope;
}

/* What is behind registers and numbers: a letter, spaces of memory, a name. */
static void
read_rest(struct words *words, struct arena *arena, struct sim_check *check)
{
    const char *word;
    check->name = "?";
    for (size_t length; (length = next(words, &word));) {
        bool is_order = check->kind == SIM_CHECK_BARRIER || check->kind == SIM_CHECK_FENCE ||
                        check->kind == SIM_CHECK_ATOMIC || check->kind == SIM_CHECK_SUBGROUP;
        if (is_order) {
            read_order(check, word, length);
        } else if (check->kind == SIM_CHECK_INDEX && length == 1 && !check->sign) {
            check->sign = *word;
        } else {
            check->name = arena_strndup(arena, word, length);
        }
    }
}

static unsigned
read_kind(struct words *words)
{
    const char *word;
    size_t length = next(words, &word);
    for (unsigned kind = 0; kind < SIM_CHECK_KINDS; kind++)
        if (is_word(word, length, rows[kind].name))
            return kind;
    broken(words->device, "a kind that is not known");
}

/* One entry, whose words lie inside the list. */
static void
read_entry(struct words *words, struct sim_object *object, struct sim_code *code, uint64_t text,
           uint32_t offset)
{
    struct arena *arena = &object->arena;
    const char *word;
    if (offset == UINT32_MAX) {
        if (!is_word(word, next(words, &word), "kinds"))
            broken(words->device, "an entry without a place");
        read_asked(words, object);
        return;
    }
    struct sim_check check = {.word = (uint32_t)((text + offset) / 4)};
    check.kind = (uint8_t)read_kind(words);
    check.register_count = rows[check.kind].registers;
    for (unsigned i = 0; i < rows[check.kind].registers; i++)
        read_register(words, &check, i);
    for (unsigned i = 0; i < rows[check.kind].numbers; i++)
        check.number[i] = read_number(words);
    if (check.kind == SIM_CHECK_ALIGNED && !check.number[0])
        broken(words->device, "a multiple of 0");
    read_rest(words, arena, &check);
    if (offset % 4 || check.word < code->first || check.word >= code->words ||
        (code->checks.count && check.word <= vec_last(&code->checks).word))
        broken(words->device, "its places do not ascend in the code");
    object->has_orders |= check.kind == SIM_CHECK_FENCE || check.acquires || check.releases ||
                          check.scope != SIM_SCOPE_UNSAID;
    object->has_scopes |= check.scope != SIM_SCOPE_UNSAID;
    vec_push(arena, &code->checks, check);
}

void
checks_read(struct sim_device *device, struct sim_object *object, struct sim_code *code,
            const char *bytes, size_t size, uint64_t text)
{
    uint32_t head[2];
    for (size_t at = 0; at < size; at += sizeof head + head[1]) {
        if (size - at < sizeof head)
            broken(device, "it ends within an entry");
        memcpy(head, bytes + at, sizeof head);
        const char *first = bytes + at + sizeof head;
        if (!head[1] || head[1] % 4 || head[1] > size - at - sizeof head || first[head[1] - 1])
            broken(device, "it ends within an entry");
        struct words words = {device, first, first + head[1]};
        read_entry(&words, object, code, text, head[0]);
    }
}

const struct sim_check *
checks_at(const struct sim_code *code, size_t word)
{
    size_t first = 0, end = code->checks.count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        const struct sim_check *check = &code->checks.at[middle];
        if (check->word == word)
            return check;
        if (check->word < word)
            first = middle + 1;
        else
            end = middle;
    }
    return NULL;
}
