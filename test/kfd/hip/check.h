/* What the programs for hipcc share: failures are counted and told, and the number of cases at the end. */
#ifndef OCC_TEST_KFD_HIP_CHECK_H
#define OCC_TEST_KFD_HIP_CHECK_H

#include <cstdio>
#include <cstdlib>

static unsigned cases, failures;

static inline void
check_that(bool good, const char *what, int line)
{
    cases++;
    if (!good && failures++ < 20)
        fprintf(stderr, "line %d: %s\n", line, what);
}
#define CHECK(condition) check_that((condition), #condition, __LINE__)
/* Of a call of HIP, without which nothing that follows makes sense. */
#define OK(call)                                                                                   \
    do {                                                                                           \
        int error_ = (int)(call);                                                                  \
        if (error_) {                                                                              \
            fprintf(stderr, "line %d: %s: %d\n", __LINE__, #call, error_);                         \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static inline int
checked(const char *name)
{
    printf("%s: %u cases, %u failed\n", name, cases, failures);
    return failures || !cases;
}

#endif
