/* Holds results of the math functions, made on the simulator, to MPFR: tools/accuracy calls it.
 *
 *   judge list                                       name, expression, arity and limits of each function
 *   judge limits TYPE RULES                          name and limit of each function
 *   judge sample TYPE COUNT WORST FOLDER NAME...     arguments: COUNT for each function, one function after the other,
 *                                                    in FOLDER/x, y and z; those of the file WORST among them
 *   judge results TYPE RULES COUNT FOLDER NAME...    FOLDER/r: a line for each function
 *   judge piece NAME RULES FIRST COUNT RESULTS ERROR float arguments whose bits are FIRST and up; of an error below
 *                                                    ERROR nothing need be known
 *
 * RULES: of the letters r, relaxed; f, denormals may be flushed; n, no NaN or infinity; w, the hardware's
 * approximations are as bad as documented; -, none. */
#include "judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double hopeless = 1e30; /* NaN for a number, and the like */

typedef struct {
    unsigned long cases;
    double error, score; /* score: parts of the limit; of unlimited functions the error */
    uint64_t at[3], got;
} Verdict;

/* 7.4: in units of the last place of the exact result; infinity stands for the number after the largest. */
static double
error_of(const RealType *type, uint64_t bits, const mpfr_t exact)
{
    double got = real_value(type, bits), error;
    if (mpfr_nan_p(exact) || isnan(got))
        return mpfr_nan_p(exact) && isnan(got) ? 0 : hopeless;
    if (mpfr_inf_p(exact))
        return isinf(got) && (got > 0) == (mpfr_sgn(exact) > 0) ? 0 : hopeless;
    mpfr_exp_t exponent = mpfr_zero_p(exact) ? type->least : mpfr_get_exp(exact);
    if (isinf(got) && ((got > 0) != (mpfr_sgn(exact) > 0) || exponent < type->top))
        return hopeless;
    if (isinf(got) && exponent > type->top)
        return 0;
    mpfr_t difference;
    mpfr_init2(difference, PRECISION);
    if (isinf(got))
        mpfr_set_si_2exp(difference, got > 0 ? 1 : -1, type->top, MPFR_RNDN);
    else
        mpfr_set_d(difference, got, MPFR_RNDN);
    mpfr_sub(difference, difference, exact, MPFR_RNDN);
    mpfr_div_d(difference, difference, ulp_of(exact, type), MPFR_RNDN);
    error = fabs(mpfr_get_d(difference, MPFR_RNDN));
    mpfr_clear(difference);
    return error < hopeless ? error : hopeless;
}

static bool
is_denormal(const RealType *type, uint64_t bits)
{
    uint64_t size = bits & ~((uint64_t)1 << (8 * type->bytes - 1));
    return size != 0 && size >> (type->digits - 1) == 0;
}

static int
saturated(double y)
{
    return isnan(y) ? 0 : y >= 0x1p31 ? INT32_MAX : y <= -0x1p31 ? INT32_MIN : (int)y;
}

/* float's mad may round the product, too (7.4), and flush it then. */
static double
mad_error(const RealType *type, Rules rules, const uint64_t *at, uint64_t got, double error)
{
    double z = real_value(type, at[2]), result = real_value(type, got);
    uint64_t product = real_bits(type, real_value(type, at[0]) * real_value(type, at[1]));
    double sum = real_value(type, product) + z;
    bool is_rounded = real_bits(type, sum) == got || (isnan(sum) && isnan(result));
    bool is_flushed = rules.is_flushing && is_denormal(type, product) && result == z;
    return type->bytes == 4 && (is_rounded || is_flushed) ? 0 : error;
}

static bool
is_finite_of(const RealType *type, const mpfr_t exact)
{
    return mpfr_number_p(exact) && (mpfr_zero_p(exact) || mpfr_get_exp(exact) <= type->top);
}

/* 7.5.3: some conforming result is. */
static bool
can_be_denormal(const RealType *type, const mpfr_t exact, double limit)
{
    double size = fabs(mpfr_get_d(exact, MPFR_RNDN)), normal = ldexp(1, type->least - 1);
    return size < normal + (limit < 1e9 ? limit * ulp_of(exact, type) : 0);
}

static void
judge_as(const Function *function, const RealType *type, Rules rules, const uint64_t *at,
         uint64_t got, Arguments *a, double *error, double *limit)
{
    mpfr_t exact;
    mpfr_init2(exact, PRECISION);
    for (int i = 0; i < 3; i++)
        mpfr_set_d(a->real[i], real_value(type, at[i]), MPFR_RNDN);
    a->n = saturated(real_value(type, at[1]));
    *error = 0, *limit = INFINITY;
    if (function->reference(exact, a) && !(rules.is_finite_only && !is_finite_of(type, exact))) {
        bool is_zero = (got << 1 & (type->bytes == 8 ? UINT64_MAX
                                                     : ((uint64_t)1 << 8 * type->bytes) - 1)) == 0;
        *limit = limit_of(function, type, rules, a, exact);
        *error = rules.is_flushing && is_zero && can_be_denormal(type, exact, *limit)
                     ? 0
                     : error_of(type, got, exact);
        if (!strcmp(function->name, "mad"))
            *error = mad_error(type, rules, at, got, *error);
        if (strstr(function->name, "lgamma") && mpfr_number_p(exact) && mpfr_get_exp(exact) < 1)
            *error = ldexp(*error, (int)(mpfr_zero_p(exact) || mpfr_get_exp(exact) < type->least
                                             ? type->least
                                             : mpfr_get_exp(exact)) -
                                       1);
    }
    mpfr_clear(exact);
}

/* 7.5.3: where denormals may be flushed, any argument that is one may count as zero. */
static void
judge_case(const Function *function, const RealType *type, Rules rules, const uint64_t *at,
           uint64_t got, Arguments *a, Verdict *v)
{
    double error, limit;
    if (!strncmp(function->name, "half_", 5) || !strncmp(function->name, "native_", 7))
        rules.is_flushing = true; /* 6.15.2 leaves denormals of these open */
    for (int i = 0; i < function->arity && rules.is_finite_only; i++)
        if (!isfinite(real_value(type, at[i])))
            return;
    judge_as(function, type, rules, at, got, a, &error, &limit);
    for (int set = 1; rules.is_flushing && error > fmin(limit, 0.5) && set < 1 << function->arity;
         set++) {
        uint64_t flushed[3];
        double other_error, other_limit;
        bool is_set = true;
        for (int i = 0; i < 3; i++) {
            is_set &= !(set >> i & 1) || is_denormal(type, at[i]);
            flushed[i] = set >> i & 1 ? at[i] & (uint64_t)1 << (8 * type->bytes - 1) : at[i];
        }
        if (!is_set)
            continue;
        judge_as(function, type, rules, flushed, got, a, &other_error, &other_limit);
        if (other_error < error)
            error = other_error, limit = other_limit;
    }
    bool is_open = function->limits[type->limit_row] == -1;
    if (isinf(limit) && !is_open)
        return;
    double score = is_open ? error : limit == 0 ? (error > 0 ? hopeless : 0) : error / limit;
    v->cases++;
    if (score > v->score)
        v->score = score, v->got = got, memcpy(v->at, at, sizeof v->at);
    v->error = error > v->error ? error : v->error;
}

static void
print_verdict(const Function *function, const RealType *type, Rules rules, const Verdict *v)
{
    char text[40];
    bool is_open = function->limits[type->limit_row] == -1;
    printf("%s\t%s\t%lu\t%.9g\t%.9g\t%s\t%s\t%#llx,%#llx,%#llx\t%#llx\t%a", function->name,
           type->name, v->cases, v->error, v->score,
           limit_text(function, type, rules.is_relaxed, text, sizeof text),
           is_open         ? "open"
           : v->score <= 1 ? "within"
                           : "OVER",
           (unsigned long long)v->at[0], (unsigned long long)v->at[1], (unsigned long long)v->at[2],
           (unsigned long long)v->got, real_value(type, v->at[0]));
    for (int i = 1; i < function->arity; i++)
        printf(", %a", real_value(type, v->at[i]));
    printf("\t%a\n", real_value(type, v->got));
}

static void
fail(const char *what, const char *name)
{
    fprintf(stderr, "judge: %s %s\n", what, name);
    exit(2);
}
static const Function *
function_named(const char *name)
{
    for (int i = 0; i < function_count; i++)
        if (!strcmp(functions[i].name, name))
            return &functions[i];
    fail("no function", name);
    return NULL;
}
static const RealType *
type_named(const char *name)
{
    for (int i = 0; i < 3; i++)
        if (!strcmp(real_types[i].name, name))
            return &real_types[i];
    fail("no type", name);
    return NULL;
}
static FILE *
open_file(const char *folder, const char *name, const char *mode)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%s%s", folder, *name ? "/" : "", name);
    FILE *file = fopen(path, mode);
    if (!file)
        fail("cannot open", path);
    return file;
}

static Rules
rules_of(const char *letters)
{
    return (Rules){strchr(letters, 'r') != NULL, strchr(letters, 'f') != NULL,
                   strchr(letters, 'n') != NULL, strchr(letters, 'w') != NULL};
}

static uint64_t
read_bits(FILE *file, const RealType *type)
{
    uint64_t bits = 0;
    if (fread(&bits, type->bytes, 1, file) != 1)
        fail("too few", "results");
    return bits;
}

static void
begin(Arguments *a, const RealType *type)
{
    for (int i = 0; i < 3; i++)
        mpfr_init2(a->real[i], 53);
    a->type = type;
}

/* Lines of WORST: NAME, TYPE, X,Y,Z, with tabs between; how many are of this function. */
static unsigned
worst_cases(const char *path, const Function *function, const RealType *type, uint64_t (*cases)[3],
            unsigned size)
{
    char line[400], name[100], type_name[20];
    unsigned count = 0;
    FILE *file = open_file(path, "", "r");
    while (fgets(line, sizeof line, file)) {
        unsigned long long x, y, z;
        if (line[0] == '#' ||
            sscanf(line, "%99[^\t]\t%19[^\t]\t%llx,%llx,%llx", name, type_name, &x, &y, &z) != 5)
            continue;
        if (count < size && !strcmp(name, function->name) && !strcmp(type_name, type->name)) {
            cases[count][0] = x, cases[count][1] = y, cases[count][2] = z;
            count++;
        }
    }
    fclose(file);
    return count;
}

static void
sample_all(const RealType *type, unsigned count, const char *worst, const char *folder,
           char **names, int name_count)
{
    FILE *files[3] = {open_file(folder, "x", "wb"), open_file(folder, "y", "wb"),
                      open_file(folder, "z", "wb")};
    static uint64_t kept[256][3];
    for (int n = 0; n < name_count; n++) {
        const Function *function = function_named(names[n]);
        unsigned listed = worst_cases(worst, function, type, kept, 256);
        for (unsigned i = 0; i < count; i++)
            for (int which = 0; which < 3; which++) {
                uint64_t bits = count - i <= listed ? kept[count - i - 1][which]
                                                    : sample(function, type, which, i, count);
                fwrite(&bits, type->bytes, 1, files[which]);
            }
    }
    for (int i = 0; i < 3; i++)
        fclose(files[i]);
}

static void
judge_all(const RealType *type, Rules rules, unsigned count, const char *folder, char **names,
          int name_count)
{
    FILE *files[4] = {open_file(folder, "x", "rb"), open_file(folder, "y", "rb"),
                      open_file(folder, "z", "rb"), open_file(folder, "r", "rb")};
    Arguments a;
    begin(&a, type);
    for (int n = 0; n < name_count; n++) {
        const Function *function = function_named(names[n]);
        Verdict v = {0};
        for (unsigned i = 0; i < count; i++) {
            uint64_t at[3];
            for (int which = 0; which < 3; which++)
                at[which] = read_bits(files[which], type);
            judge_case(function, type, rules, at, read_bits(files[3], type), &a, &v);
        }
        print_verdict(function, type, rules, &v);
    }
}

double exp10(double);
static const struct {
    const char *name;
    double (*function)(double);
} quick[] = {{"exp", exp},   {"exp2", exp2},   {"exp10", exp10}, {"expm1", expm1}, {"log", log},
             {"log2", log2}, {"log10", log10}, {"log1p", log1p}, {"sin", sin},     {"cos", cos},
             {"tan", tan},   {"asin", asin},   {"acos", acos},   {"atan", atan},   {"sinh", sinh},
             {"cosh", cosh}, {"tanh", tanh},   {"asinh", asinh}, {"acosh", acosh}, {"atanh", atanh},
             {"cbrt", cbrt}, {"erf", erf},     {"erfc", erfc},   {"sqrt", sqrt},   {"sincos", sin}};

/* The host's double is exact to 2^-27 ULP of float: what is well below the largest error needs no MPFR. */
static void
judge_piece(const Function *function, Rules rules, uint64_t first, unsigned long count,
            const char *path, double known)
{
    const RealType *type = &real_types[0];
    FILE *file = open_file(path, "", "rb");
    Verdict v = {0};
    double (*host)(double) = NULL;
    Arguments a;
    begin(&a, type);
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++)
        if (!strcmp(quick[i].name, function->name) && !rules.is_relaxed)
            host = quick[i].function;
    unsigned long passed = 0;
    for (unsigned long i = 0; i < count; i++) {
        uint64_t at[3] = {first + i}, got = read_bits(file, type);
        double about = host ? host(real_value(type, at[0])) : NAN;
        int exponent;
        frexp(about, &exponent);
        bool is_plain = fabs(about) >= 0x1p-126 && fabs(about) < 0x1p127;
        double error =
            is_plain ? ldexp(fabs(real_value(type, got) - about), type->digits - exponent + 1) : 0;
        if (is_plain && error + 0.001 < fmax(known, v.error))
            passed++;
        else
            judge_case(function, type, rules, at, got, &a, &v);
    }
    v.cases += passed;
    print_verdict(function, type, rules, &v);
}

static void
list(void)
{
    for (int i = 0; i < function_count; i++) {
        const Function *f = &functions[i];
        printf("%s\t%s\t%d\t%g\t%g\t%g\t%g\n", f->name, f->expression, f->arity, f->limits[0],
               f->limits[1], f->limits[2], f->limits[3]);
    }
}

static void
list_limits(const RealType *type, Rules rules)
{
    char text[40];
    for (int i = 0; i < function_count; i++)
        if (functions[i].limits[type->limit_row] != -2)
            printf("%s\t%s\n", functions[i].name,
                   limit_text(&functions[i], type, rules.is_relaxed, text, sizeof text));
}

int
main(int argc, char **argv)
{
    const char *action = argc > 1 ? argv[1] : "";
    if (!strcmp(action, "list") && argc == 2)
        list();
    else if (!strcmp(action, "limits") && argc == 4)
        list_limits(type_named(argv[2]), rules_of(argv[3]));
    else if (!strcmp(action, "sample") && argc > 5)
        sample_all(type_named(argv[2]), (unsigned)atoi(argv[3]), argv[4], argv[5], argv + 6,
                   argc - 6);
    else if (!strcmp(action, "results") && argc > 5)
        judge_all(type_named(argv[2]), rules_of(argv[3]), (unsigned)atoi(argv[4]), argv[5],
                  argv + 6, argc - 6);
    else if (!strcmp(action, "piece") && argc == 8)
        judge_piece(function_named(argv[2]), rules_of(argv[3]), strtoull(argv[4], NULL, 0),
                    strtoul(argv[5], NULL, 0), argv[6], atof(argv[7]));
    else
        fail("unknown action", action);
    return 0;
}
