/* The signatures of builtin.def, instantiated for element types and component counts. */
#include "sema/builtin_signature.h"

#include <string.h>

void
signature_split(const char *text, struct signature *signature)
{
    uint32_t count = 0;
    *signature = (struct signature){.params = 0};
    while (*text && count < MAX_TOKENS) {
        size_t length = strcspn(text, " ");
        if (strncmp(text, "...", 3) == 0) {
            signature->is_variadic = true;
            break;
        }
        uint32_t is_constant = *text == '=';
        signature->constants |= is_constant << count;
        signature->token[count] = text + is_constant;
        signature->length[count++] = (uint8_t)(length - is_constant);
        text += length;
        text += *text == ' ';
    }
    signature->params = count - 1;
}

static uint32_t
components_bit(uint32_t components)
{
    static const uint8_t bits[17] = {[1] = COMPONENTS_1, [2] = COMPONENTS_2, [3] = COMPONENTS_3,
                                     [4] = COMPONENTS_4, [8] = COMPONENTS_8, [16] = COMPONENTS_16};
    return components <= 16 ? bits[components] : 0;
}

static uint32_t
only_components(uint32_t set)
{
    static const uint8_t components[] = {1, 2, 3, 4, 8, 16};
    for (uint32_t i = 0; i < sizeof components; i++)
        if (set == components_bit(components[i]))
            return components[i];
    return 0;
}

static struct type *
with_components(struct sema *s, enum type_kind element, uint32_t components)
{
    struct type *type = sema_basic(s, element);
    return components > 1 ? type_vector(s->types, type, components) : type;
}

static enum type_kind
integer_of_size(uint32_t size, bool is_signed)
{
    enum type_kind kind = size == 1   ? TYPE_CHAR
                          : size == 2 ? TYPE_SHORT
                          : size == 4 ? TYPE_INT
                                      : TYPE_LONG;
    return is_signed ? kind : (enum type_kind)(kind + 1);
}

/* "f32x4" and the other types without a variable. */
static struct type *
fixed_type(struct sema *s, const char *token, uint32_t length)
{
    static const struct {
        const char *name;
        uint8_t kind;
    } names[] = {{"v", TYPE_VOID},        {"b", TYPE_BOOL},
                 {"z", TYPE_ULONG},       {"ev", TYPE_EVENT},
                 {"sa", TYPE_SAMPLER},    {"qu", TYPE_QUEUE},
                 {"ce", TYPE_CLK_EVENT},  {"rid", TYPE_RESERVE_ID},
                 {"i8", TYPE_CHAR},       {"u8", TYPE_UCHAR},
                 {"i16", TYPE_SHORT},     {"u16", TYPE_USHORT},
                 {"i32", TYPE_INT},       {"u32", TYPE_UINT},
                 {"i64", TYPE_LONG},      {"u64", TYPE_ULONG},
                 {"i128", TYPE_LONGLONG}, {"u128", TYPE_ULONGLONG},
                 {"f16", TYPE_HALF},      {"f32", TYPE_FLOAT},
                 {"f64", TYPE_DOUBLE},    {"br", TYPE_BUFFER_RESOURCE}};
    static const struct {
        char token[3];
        const char *word;
    } words[] = {{"mo", "memory_order"}, {"ms", "memory_scope"}, {"nd", "ndrange_t"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (length == 2 && memcmp(token, words[i].token, 2) == 0)
            return sema_type_word(s, intern_string(s->intern, words[i].word));
    const char *times = memchr(token, 'x', length);
    uint32_t letters = times ? (uint32_t)(times - token) : length, components = 1;
    if (times)
        components = times + 2 < token + length ? 16 : (uint32_t)(times[1] - '0');
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == letters && strncmp(names[i].name, token, letters) == 0)
            return with_components(s, (enum type_kind)names[i].kind, components);
    return NULL;
}

/* Three numbers are passed in a vector of four (6.13.14.2). */
static struct type *
place_type(struct sema *s, enum type_kind element, uint32_t numbers)
{
    return with_components(s, element, numbers == 3 ? 4 : numbers);
}

static struct type *
image_type(struct sema *s, char letter, struct type *image)
{
    enum image_shape shape = (enum image_shape)image->shape;
    switch (letter) {
    case 'C':
        return place_type(s, TYPE_INT, image_coordinates(shape));
    case 'D':
        return place_type(s, TYPE_FLOAT, image_coordinates(shape));
    case 'G':
        return place_type(s, TYPE_FLOAT, image_facts[shape].dimensions);
    default:
        return image;
    }
}

static struct type *
plain_type(struct sema *s, const char *token, uint32_t length, struct instance t)
{
    struct type *element = length == 1 ? sema_basic(s, t.element) : NULL;
    if (token[0] == '@')
        return type_atomic(s->types, plain_type(s, token + 1, length - 1, t));
    switch (length == 1 ? token[0] : 0) {
    case 'T':
        return with_components(s, t.element, t.components);
    case 'E':
        return element;
    case 'S':
        return with_components(s, integer_of_size(element->size, true), t.components);
    case 'U':
        return with_components(s, integer_of_size(element->size, false), t.components);
    case 'I':
        return with_components(s, TYPE_INT, t.components);
    case 'N':
        return with_components(s, TYPE_UINT, t.components);
    case 'R':
        return t.components == 1
                   ? sema_basic(s, TYPE_INT)
                   : with_components(s, integer_of_size(element->size, true), t.components);
    case 'W':
        return with_components(s, integer_of_size(element->size * 2, type_is_signed(element)),
                               t.components);
    case 'M':
    case 'C':
    case 'D':
    case 'G':
        return image_type(s, token[0], t.image);
    default:
        return fixed_type(s, token, length);
    }
}

static bool
space_fits(const struct sema *s, char letter, enum address_space space)
{
    switch (letter) {
    case 'g':
        return space == SPACE_GLOBAL;
    case 'l':
        return space == SPACE_LOCAL;
    case 'p':
        return space == SPACE_PRIVATE;
    case 'c':
        return space == SPACE_CONSTANT;
    case 'a':
        return space != SPACE_CONSTANT;
    case 'n':
        return space_fits(s, 'm', space) && space != SPACE_GLOBAL && space != SPACE_LOCAL;
    case 'm':
        return space == SPACE_GLOBAL || space == SPACE_LOCAL ||
               (space != SPACE_CONSTANT && sema_has(s, FEATURE_GENERIC));
    default:
        return true;
    }
}

static enum address_space
first_space(char letter)
{
    return letter == 'g' || letter == 'm' ? SPACE_GLOBAL
           : letter == 'c'                ? SPACE_CONSTANT
           : letter == 'l'                ? SPACE_LOCAL
                                          : SPACE_PRIVATE;
}

/* The pointer type that the token spells, with the space and the volatile of the argument; if given
 * is NULL (a result), in the first space that fits. */
static struct type *
pointer_type(struct sema *s, const char *token, uint32_t length, struct instance t,
             const struct type *given)
{
    unsigned qualifiers = given ? given->base->qualifiers & QUAL_VOLATILE : 0;
    uint32_t at = 1;
    if (token[at] == 'k') {
        qualifiers |= QUAL_CONST;
        at++;
    }
    if (token[at] == 'w') {
        qualifiers |= QUAL_VOLATILE;
        at++;
    }
    enum address_space space =
        given ? (enum address_space)given->base->space : first_space(token[at]);
    if (!space_fits(s, token[at], space))
        return NULL;
    struct type *pointee = plain_type(s, token + at + 1, length - at - 1, t);
    if (!pointee)
        return NULL;
    return type_pointer(s->types, type_qualified(s->types, pointee, qualifiers, true, space));
}

struct type *
signature_type(struct sema *s, const struct signature *signature, uint32_t at, struct instance t,
               const struct type *given)
{
    const char *token = signature->token[at];
    uint32_t length = signature->length[at];
    if (token[0] != '*')
        return plain_type(s, token, length, t);
    if (given && given->kind != TYPE_POINTER) /* perhaps a null constant */
        given = NULL;
    return pointer_type(s, token, length, t, given);
}

static bool
follows_components(char letter)
{
    return letter && strchr("TSUINRW", letter);
}

uint32_t
signature_components(const struct builtin *row, const struct signature *signature,
                     const struct expr_list *args)
{
    uint32_t only = only_components(row->components);
    if (only)
        return only;
    for (uint32_t i = 0; i < signature->params && i < args->count; i++) {
        const char *token = signature->token[i + 1];
        uint32_t length = signature->length[i + 1];
        struct type *type = args->at[i]->type;
        bool alone = length == 1 || token[0] == '*';
        if (!alone || !follows_components(token[length - 1]))
            continue;
        if (type->kind == TYPE_POINTER)
            type = type->base;
        if (type->kind == TYPE_VECTOR)
            return row->components & components_bit(type->count) ? type->count : 0;
    }
    return row->components & COMPONENTS_1 ? 1 : 0;
}
