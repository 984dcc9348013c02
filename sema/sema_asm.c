/* Inline assembly: what can be checked without knowing the target's instructions.  The back end
 * checks the rest when it parses the text.  Named operands get their numbers here. */
#include "sema/sema_internal.h"

#include "support/strbuf.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* "{v32}", "{s[4:5]}": the back end knows which registers exist. */
static bool
names_register(const char *constraint)
{
    size_t length = strlen(constraint);
    return *constraint == '{' && length > 2 && constraint[length - 1] == '}';
}

/* Letters as LLVM's AMDGPU page gives them: v, s (r) a register; i, n, I, J, A, B, C a constant. */
static bool
check_output(struct sema *s, const struct asm_operand *operand)
{
    const char *letter = operand->constraint;
    if ((*letter != '=' && *letter != '+')) {
        sema_error(s, operand->value, invalid_output_constraint_asm, operand->constraint);
        return false;
    }
    letter += letter[1] == '&' ? 2 : 1;
    if (!names_register(letter) &&
        ((*letter != 'v' && *letter != 's' && *letter != 'r') || letter[1])) {
        sema_error(s, operand->value, invalid_output_constraint_asm, operand->constraint);
        return false;
    }
    return true;
}

/* The value must fit a register or a pair of them; vectors are passed as integers. */
static bool
check_type(struct sema *s, struct asm_operand *operand)
{
    struct type *type = type_unqualified(operand->value->type);
    operand->carrier = type;
    if (type_is_scalar(type) && type->kind != TYPE_BOOL && !type_is_wide(type))
        return true;
    if (type->kind == TYPE_VECTOR && type->size <= 8) {
        operand->carrier = sema_basic(s, type->size == 8   ? TYPE_ULONG
                                         : type->size == 4 ? TYPE_UINT
                                                           : TYPE_USHORT);
        return true;
    }
    sema_error(s, operand->value, operand_type_not_supported_asm,
               sema_str(s, operand->value->type));
    return false;
}

static bool
check_tied(struct sema *s, const struct expr *expr, const struct asm_operand *operand)
{
    char *end;
    unsigned long output = strtoul(operand->constraint, &end, 10);
    if (*end || output >= expr->assembly->output_count) {
        sema_error(s, operand->value, invalid_input_constraint_asm, operand->constraint);
        return false;
    }
    struct type *to = expr->assembly->outputs[output].value->type;
    if (to->size == operand->value->type->size)
        return true;
    sema_error(s, operand->value, unsupported_inline_asm_input_type_matching,
               sema_str(s, operand->value->type), sema_str(s, to));
    return false;
}

/* Does one of the letters take the constant?  The ranges are LLVM's; A takes bits of floats as
 * well. */
static bool
takes_constant(const char *letters, const struct constant *value)
{
    static const struct {
        char letter;
        int64_t least, most;
    } ranges[] = {
        {'I', -16, 64},
        {'J', INT16_MIN, INT16_MAX},
        {'B', INT32_MIN, INT32_MAX},
        {'C', -16, UINT32_MAX},
    };
    if (value->kind != CONSTANT_INTEGER || value->count != 1)
        return true;
    int64_t number = (int64_t)value->integers[0];
    if (value->type->size <= 4) /* uint and int: the same 32 bits */
        number = strchr(letters, 'C') ? (int64_t)(uint32_t)number : (int64_t)(int32_t)number;
    for (; *letters; letters++) {
        size_t i = 0;
        while (i < sizeof ranges / sizeof *ranges && ranges[i].letter != *letters)
            i++;
        if (i == sizeof ranges / sizeof *ranges ||
            (number >= ranges[i].least && number <= ranges[i].most))
            return true;
    }
    return false;
}

static bool
check_input(struct sema *s, const struct expr *expr, const struct asm_operand *operand)
{
    const char *constraint = operand->constraint;
    if (isdigit((unsigned char)constraint[0]))
        return check_tied(s, expr, operand);
    bool is_constant = *constraint && !constraint[strspn(constraint, "inIJABC")];
    struct constant value;
    if (is_constant && !constexpr_eval(operand->value, &value)) {
        sema_error(s, operand->value, constraint_expects_constant, constraint);
        return false;
    }
    if (is_constant && !takes_constant(constraint, &value)) {
        sema_error(s, operand->value, value_out_of_range_for_constraint,
                   (long long)value.integers[0], constraint);
        return false;
    }
    if (!names_register(constraint) &&
        (!*constraint || constraint[strspn(constraint, "vsrinIJABC")])) {
        sema_error(s, operand->value, invalid_input_constraint_asm, constraint);
        return false;
    }
    return true;
}

/* ---- the text ---- */

static uint32_t
find_name(const struct expr *expr, const char *name, size_t length)
{
    uint32_t outputs = expr->assembly->output_count;
    for (uint32_t i = 0; i < outputs + expr->assembly->input_count; i++) {
        const char *own = i < outputs ? expr->assembly->outputs[i].name
                                      : expr->assembly->inputs[i - outputs].name;
        if (own && strlen(own) == length && memcmp(own, name, length) == 0)
            return i;
    }
    return UINT32_MAX;
}

/* One % and what follows; returns the end, NULL after an error. */
static const char *
check_reference(struct sema *s, const struct expr *expr, struct strbuf *out, const char *percent)
{
    uint32_t count = expr->assembly->output_count + expr->assembly->input_count, number = 0;
    const char *end = percent + 1;
    if (*end == '[') {
        size_t length = strcspn(end + 1, "]");
        number = find_name(expr, end + 1, length);
        if (!end[length + 1] || number == UINT32_MAX) {
            sema_error(s, expr, unknown_symbolic_operand_name_asm_string,
                       (int)(length < 60 ? length : 60), end + 1);
            return NULL;
        }
        strbuf_printf(out, "%%%u", number);
        return end + length + 2;
    }
    for (; isdigit((unsigned char)*end); end++)
        number = number < 1000 ? number * 10 + (uint32_t)(*end - '0') : number;
    if (end > percent + 1 && number >= count) {
        sema_error(s, expr, invalid_operand_number_asm_string,
                   (int)(end - percent < 20 ? end - percent : 20), percent);
        return NULL;
    }
    if (end == percent + 1 && *end == '%')
        end++;
    strbuf_add(out, percent, (size_t)(end - percent));
    return end;
}

static bool
number_operands(struct sema *s, struct expr *expr)
{
    struct strbuf out = strbuf_new(s->arena);
    const char *text = expr->assembly->text;
    while (text && *text) {
        size_t plain = strcspn(text, "%");
        strbuf_add(&out, text, plain);
        text += plain;
        if (*text)
            text = check_reference(s, expr, &out, text);
    }
    if (text)
        expr->assembly->text = out.text ? out.text : "";
    return text != NULL;
}

struct expr *
sema_asm(struct sema *s, struct expr *expr)
{
    enum { MAX_TEXT = 1 << 20 };
    bool ok = !expr->assembly->text || strnlen(expr->assembly->text, MAX_TEXT + 1) <= MAX_TEXT;
    if (!ok)
        sema_error(s, expr, token_too_long, "the text of asm", MAX_TEXT);
    for (uint32_t i = 0; i < expr->assembly->output_count; i++) {
        struct asm_operand *operand = &expr->assembly->outputs[i];
        operand->value = sema_expr(s, operand->value);
        ok = ok && operand->value && sema_modifiable(s, operand->value, operand->value->loc) &&
             check_type(s, operand) && check_output(s, operand);
    }
    for (uint32_t i = 0; i < expr->assembly->input_count; i++) {
        struct asm_operand *operand = &expr->assembly->inputs[i];
        operand->value = sema_rvalue(s, operand->value);
        ok = ok && operand->value && check_type(s, operand) && check_input(s, expr, operand);
    }
    expr->type = sema_basic(s, TYPE_VOID);
    return ok && number_operands(s, expr) ? expr : NULL;
}
