/* Objects as text, by the types of debug information, and their parts. */
#include "runtime/gcnsim/debug_source.h"

#include <ctype.h>
#include <string.h>

enum { MAX_SHOWN = 64 /* elements of an array */, MAX_NESTED = 32 };

uint64_t
debug_size_of(const struct debugger *d, const struct die_node *type)
{
    if (!type)
        return 0;
    uint64_t size = die_number_of(type, DW_AT_byte_size, 0);
    if (size)
        return size;
    if (type->tag == DW_TAG_pointer_type)
        return 8;
    if (type->tag != DW_TAG_array_type)
        return 0;
    return debug_element_count(d, type) * debug_size_of(d, die_type(d->dies, type));
}

unsigned
debug_element_count(const struct debugger *d, const struct die_node *type)
{
    (void)d;
    for (const struct die_node *range = type->first; range; range = range->next)
        if (range->tag == DW_TAG_subrange_type && die_find(range, DW_AT_upper_bound))
            return (unsigned)die_number_of(range, DW_AT_upper_bound, 0) + 1;
        else if (range->tag == DW_TAG_subrange_type)
            return (unsigned)die_number_of(range, DW_AT_count, 0);
    return 0;
}

const char *
debug_type_name(const struct debugger *d, const struct die_node *type)
{
    const char *name = type ? die_name(d->dies, type) : "void";
    return name ? name : "?";
}

bool
debug_is_whole(const struct debug_value *value)
{
    for (uint64_t i = 0; i < value->size; i++)
        if (value->missing[i] || value->undefined[i])
            return false;
    return true;
}

/* ---- parts ---- */

void
debug_part_of(const struct debug_value *value, uint64_t offset, const struct die_node *type,
              uint64_t size, struct debug_value *part)
{
    *part = *value;
    part->type = type;
    part->size = size;
    part->bits = 0;
    part->address += offset;
    part->bytes += offset;
    part->undefined += offset;
    part->missing += offset;
}

static uint64_t
member_offset(const struct die_node *member)
{
    const struct die_value *at = die_find(member, DW_AT_data_member_location);
    if (!at || !at->bytes)
        return at ? at->number : 0;
    struct die_cursor c = {at->bytes, at->bytes + at->number, false};
    return die_take(&c, 1) == DW_OP_plus_uconst ? die_take_uleb(&c) : 0;
}

/* Bits from the lowest of the record on: version 4 says so, version 2 from the highest of a unit. */
static void
narrow(const struct die_node *member, struct debug_value *part, const struct debug_value *whole)
{
    uint64_t bits = die_number_of(member, DW_AT_bit_size, 0), first;
    if (!bits)
        return;
    if (die_find(member, DW_AT_data_bit_offset)) {
        first = die_number_of(member, DW_AT_data_bit_offset, 0);
    } else {
        uint64_t unit = 8 * die_number_of(member, DW_AT_byte_size, part->size);
        first =
            8 * member_offset(member) + unit - die_number_of(member, DW_AT_bit_offset, 0) - bits;
    }
    uint64_t start = first / 8, size = (first % 8 + bits + 7) / 8;
    if (start + size > whole->size || size > 8)
        return;
    debug_part_of(whole, start, part->type, size, part);
    part->bit = (unsigned)(first % 8);
    part->bits = (unsigned)bits;
}

static void
take_member(struct debugger *d, const struct debug_value *value, const struct die_node *member,
            struct debug_value *part)
{
    const struct die_node *type = die_type(d->dies, member);
    uint64_t offset = member_offset(member), size = debug_size_of(d, type);
    if (offset > value->size || size > value->size - offset)
        offset = size = 0;
    debug_part_of(value, offset, type, size, part);
    narrow(member, part, value);
}

/* x y z w, s0 to sf, lo hi even odd: as many components, in an array of their own. */
static bool
swizzle(struct debugger *d, const struct debug_value *value, const char *name,
        struct debug_value *part)
{
    static const char letters[] = "xyzw", colours[] = "rgba", digits[] = "0123456789abcdef";
    const struct die_node *type = die_type(d->dies, value->type);
    uint64_t size = debug_size_of(d, type);
    unsigned count = debug_element_count(d, value->type), at[16], chosen = 0;
    bool is_numbered = (*name == 's' || *name == 'S') && isxdigit((unsigned char)name[1]);
    bool is_half = !strcmp(name, "lo") || !strcmp(name, "hi");
    bool is_every = !strcmp(name, "even") || !strcmp(name, "odd");
    for (unsigned i = 0; is_half && i < (count + 1) / 2; i++)
        at[chosen++] = i + (*name == 'h') * ((count + 1) / 2);
    for (unsigned i = *name == 'o'; is_every && i < count; i += 2)
        at[chosen++] = i;
    for (const char *p = name + is_numbered; !is_half && !is_every && *p && chosen < 16; p++) {
        const char *set = is_numbered ? digits : strchr(letters, *p) ? letters : colours;
        const char *found = strchr(set, tolower((unsigned char)*p));
        if (!found)
            return false;
        at[chosen++] = (unsigned)(found - set);
    }
    for (unsigned i = 0; i < chosen; i++)
        if (at[i] >= count || (at[i] + 1) * size > value->size)
            return false;
    if (!chosen)
        return false;
    debug_part_of(value, at[0] * size, type, size, part);
    if (chosen == 1)
        return true;
    struct arena *arena = d->command->arena;
    *part = (struct debug_value){.type = value->type,
                                 .size = chosen * size,
                                 .space = DEBUG_NOWHERE,
                                 .bytes = ARENA_ARRAY(arena, chosen * size, uint8_t),
                                 .undefined = ARENA_ARRAY(arena, chosen * size, uint8_t),
                                 .missing = ARENA_ARRAY(arena, chosen * size, uint8_t)};
    for (unsigned i = 0; i < chosen; i++) {
        memcpy(part->bytes + i * size, value->bytes + at[i] * size, size);
        memcpy(part->undefined + i * size, value->undefined + at[i] * size, size);
        memcpy(part->missing + i * size, value->missing + at[i] * size, size);
    }
    return true;
}

bool
debug_member_of(struct debugger *d, const struct debug_value *value, const char *name,
                struct debug_value *part)
{
    if (!value->type)
        return false;
    if (value->type->tag == DW_TAG_array_type)
        return die_find(value->type, DW_AT_GNU_vector) && swizzle(d, value, name, part);
    for (const struct die_node *member = value->type->first; member; member = member->next) {
        const char *own = member->tag == DW_TAG_member ? die_name(d->dies, member) : NULL;
        if (member->tag != DW_TAG_member || (own && strcmp(own, name) != 0))
            continue;
        take_member(d, value, member, part);
        if (own || debug_member_of(d, part, name, part)) /* of an unnamed one */
            return true;
    }
    return false;
}

/* ---- numbers ---- */

static uint64_t
raw(const struct debug_value *value)
{
    uint64_t number = 0;
    memcpy(&number, value->bytes, value->size < 8 ? value->size : 8);
    if (value->bits)
        number = number >> value->bit &
                 (value->bits < 64 ? (UINT64_C(1) << value->bits) - 1 : ~UINT64_C(0));
    return number;
}

static bool
is_signed(const struct debug_value *value)
{
    uint64_t encoding = value->type ? die_number_of(value->type, DW_AT_encoding, 0) : DW_ATE_signed;
    if (!value->type && value->is_unsigned)
        return false;
    return encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
}

static double
half_value(uint16_t bits)
{
    int exponent = bits >> 10 & 31;
    double mantissa = bits & 1023, sign = bits >> 15 ? -1 : 1;
    if (exponent == 31)
        return mantissa ? __builtin_nan("") : sign * __builtin_inf();
    return sign *
           __builtin_ldexp(exponent ? mantissa + 1024 : mantissa, (exponent ? exponent : 1) - 25);
}

bool
debug_number_of(const struct debug_value *value, struct debug_number *number)
{
    const struct die_node *type = value->type;
    uint64_t encoding = type ? die_number_of(type, DW_AT_encoding, 0) : 0;
    *number = (struct debug_number){.is_float = type ? encoding == DW_ATE_float : value->is_float};
    bool is_number = !type || type->tag == DW_TAG_base_type || type->tag == DW_TAG_pointer_type ||
                     type->tag == DW_TAG_enumeration_type;
    if (!is_number || !debug_is_whole(value) || value->size > 8)
        return false;
    uint64_t bits = raw(value);
    unsigned width = value->bits ? value->bits : 8 * (unsigned)value->size;
    if (number->is_float && value->size == 8)
        memcpy(&number->real, &bits, 8);
    else if (number->is_float && value->size == 4)
        number->real = (double)*(float *)memcpy(&(float){0}, &bits, 4);
    else if (number->is_float)
        number->real = half_value((uint16_t)bits);
    else if (is_signed(value) && width < 64 && width && bits >> (width - 1) & 1)
        bits |= ~UINT64_C(0) << width;
    if (number->is_float)
        return true;
    number->whole = (int64_t)bits;
    number->real = is_signed(value) ? (double)(int64_t)bits : (double)bits;
    number->is_unsigned = width == 64 && !is_signed(value);
    return true;
}

/* ---- text ---- */

static bool
any(const uint8_t *bytes, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++)
        if (bytes[i])
            return true;
    return false;
}

static void
put_enumerator(struct debugger *d, struct strbuf *out, const struct debug_value *value,
               int64_t number)
{
    for (const struct die_node *die = value->type->first; die; die = die->next)
        if ((int64_t)die_number_of(die, DW_AT_const_value, 0) == number) {
            strbuf_puts(out, die_name(d->dies, die));
            return;
        }
    strbuf_printf(out, "%lld", (long long)number);
}

static void
put_scalar(struct debugger *d, struct strbuf *out, const struct debug_value *value)
{
    struct debug_number n;
    if (any(value->missing, value->size))
        strbuf_puts(out, "<optimised out>");
    else if (any(value->undefined, value->size))
        strbuf_puts(out, "<undefined>");
    else if (!debug_number_of(value, &n))
        strbuf_puts(out, "?");
    else if (n.is_float) {
        struct value_type type = {'f', (unsigned)value->size, 1};
        if (value->size == 2 || value->size == 4 || value->size == 8)
            value_print(out, &type, value->bytes);
    } else if (value->type && value->type->tag == DW_TAG_enumeration_type)
        put_enumerator(d, out, value, n.whole);
    else if (value->type ? value->type->tag == DW_TAG_pointer_type : value->pointee != NULL)
        strbuf_printf(out, "0x%llx", (unsigned long long)n.whole);
    else if (is_signed(value))
        strbuf_printf(out, "%lld", (long long)n.whole);
    else
        strbuf_printf(out, "%llu", (unsigned long long)n.whole);
}

static void put(struct debugger *d, struct strbuf *out, const struct debug_value *value,
                unsigned depth);

static void
put_elements(struct debugger *d, struct strbuf *out, const struct debug_value *value,
             unsigned depth)
{
    const struct die_node *type = die_type(d->dies, value->type);
    bool is_vector = die_find(value->type, DW_AT_GNU_vector);
    uint64_t size = debug_size_of(d, type), count = size ? value->size / size : 0;
    unsigned told = debug_element_count(d, value->type); /* of three there are four in memory */
    if (told && told < count)
        count = told;
    strbuf_puts(out, is_vector ? "(" : "{");
    for (uint64_t i = 0; i < count && i < MAX_SHOWN; i++) {
        struct debug_value part;
        debug_part_of(value, i * size, type, size, &part);
        strbuf_puts(out, i ? ", " : "");
        put(d, out, &part, depth + 1);
    }
    strbuf_puts(out, count > MAX_SHOWN ? ", ..." : "");
    strbuf_puts(out, is_vector ? ")" : "}");
}

static void
put_members(struct debugger *d, struct strbuf *out, const struct debug_value *value, unsigned depth)
{
    const char *between = "";
    strbuf_puts(out, "{");
    for (const struct die_node *member = value->type->first; member; member = member->next) {
        struct debug_value part;
        if (member->tag != DW_TAG_member)
            continue;
        const char *name = die_name(d->dies, member);
        take_member(d, value, member, &part);
        strbuf_printf(out, "%s%s%s", between, name ? name : "", name ? " = " : "");
        put(d, out, &part, depth + 1);
        between = ", ";
    }
    strbuf_puts(out, "}");
}

static void
put(struct debugger *d, struct strbuf *out, const struct debug_value *value, unsigned depth)
{
    unsigned tag = value->type ? value->type->tag : DW_TAG_base_type;
    if (depth > MAX_NESTED)
        strbuf_puts(out, "...");
    else if (tag == DW_TAG_array_type)
        put_elements(d, out, value, depth);
    else if (tag == DW_TAG_structure_type || tag == DW_TAG_union_type)
        put_members(d, out, value, depth);
    else
        put_scalar(d, out, value);
}

void
debug_put_object(struct debugger *d, struct strbuf *out, const struct debug_value *value)
{
    put(d, out, value, 0);
}
