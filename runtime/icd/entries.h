/* The functions of the API, each in the file of its object: icd_clCreateBuffer is clCreateBuffer. */
#ifndef OCC_RUNTIME_ICD_ENTRIES_H
#define OCC_RUNTIME_ICD_ENTRIES_H

#include "runtime/icd/icd.h"

#define ENTRY(type, name, ...) __typeof__(*(cl_api_##name)0) icd_##name;
#include "runtime/icd/entries.def"
#undef ENTRY
#define ENTRY(type, name, ...) __typeof__(*(name##_fn)0) icd_##name;
#include "runtime/icd/found.def"
#undef ENTRY

/* Of a row's types, at most 14: ENTRY_PARAMETERS(int, char *) is `int a1, char *a2`, ENTRY_ARGUMENTS(int, char *) is
 * `a1, a2`. */
#define ENTRY_COUNT(...)                                                   ENTRY_COUNT_(__VA_ARGS__, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define ENTRY_COUNT_(a, b, c, d, e, f, g, h, i, j, k, l, m, n, count, ...) count
#define ENTRY_JOIN(a, b)                                                   ENTRY_JOIN_(a, b)
#define ENTRY_JOIN_(a, b)                                                  a##b
#define ENTRY_PARAMETERS(...)                                              ENTRY_JOIN(ENTRY_P, ENTRY_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define ENTRY_ARGUMENTS(...)                                               ENTRY_JOIN(ENTRY_A, ENTRY_COUNT(__VA_ARGS__))
#define ENTRY_P1(t)                                                        t a1
#define ENTRY_P2(t, ...)                                                   t a2, ENTRY_P1(__VA_ARGS__)
#define ENTRY_P3(t, ...)                                                   t a3, ENTRY_P2(__VA_ARGS__)
#define ENTRY_P4(t, ...)                                                   t a4, ENTRY_P3(__VA_ARGS__)
#define ENTRY_P5(t, ...)                                                   t a5, ENTRY_P4(__VA_ARGS__)
#define ENTRY_P6(t, ...)                                                   t a6, ENTRY_P5(__VA_ARGS__)
#define ENTRY_P7(t, ...)                                                   t a7, ENTRY_P6(__VA_ARGS__)
#define ENTRY_P8(t, ...)                                                   t a8, ENTRY_P7(__VA_ARGS__)
#define ENTRY_P9(t, ...)                                                   t a9, ENTRY_P8(__VA_ARGS__)
#define ENTRY_P10(t, ...)                                                  t a10, ENTRY_P9(__VA_ARGS__)
#define ENTRY_P11(t, ...)                                                  t a11, ENTRY_P10(__VA_ARGS__)
#define ENTRY_P12(t, ...)                                                  t a12, ENTRY_P11(__VA_ARGS__)
#define ENTRY_P13(t, ...)                                                  t a13, ENTRY_P12(__VA_ARGS__)
#define ENTRY_P14(t, ...)                                                  t a14, ENTRY_P13(__VA_ARGS__)
#define ENTRY_A1                                                           a1
#define ENTRY_A2                                                           a2, ENTRY_A1
#define ENTRY_A3                                                           a3, ENTRY_A2
#define ENTRY_A4                                                           a4, ENTRY_A3
#define ENTRY_A5                                                           a5, ENTRY_A4
#define ENTRY_A6                                                           a6, ENTRY_A5
#define ENTRY_A7                                                           a7, ENTRY_A6
#define ENTRY_A8                                                           a8, ENTRY_A7
#define ENTRY_A9                                                           a9, ENTRY_A8
#define ENTRY_A10                                                          a10, ENTRY_A9
#define ENTRY_A11                                                          a11, ENTRY_A10
#define ENTRY_A12                                                          a12, ENTRY_A11
#define ENTRY_A13                                                          a13, ENTRY_A12
#define ENTRY_A14                                                          a14, ENTRY_A13

#endif
