/* The functions of the API, each in the file of its object: icd_clCreateBuffer is clCreateBuffer. */
#ifndef OCC_RUNTIME_ICD_ENTRIES_H
#define OCC_RUNTIME_ICD_ENTRIES_H

#include "runtime/icd/icd.h"

#define ENTRY(name) __typeof__(*(cl_api_##name)0) icd_##name;
#include "runtime/icd/entries.def"
#undef ENTRY

#endif
