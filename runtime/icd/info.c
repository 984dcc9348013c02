/* Answers to queries. */
#include "runtime/icd/icd.h"

#include <stdlib.h>
#include <string.h>

cl_int
icd_info(const struct icd_info *info, const void *value, size_t size)
{
    if (info->needed)
        *info->needed = size;
    if (!info->value)
        return CL_SUCCESS;
    if (info->capacity < size)
        return CL_INVALID_VALUE;
    if (size)
        memcpy(info->value, value, size);
    return CL_SUCCESS;
}

cl_int
icd_info_text(const struct icd_info *info, const char *text)
{
    text = text ? text : "";
    return icd_info(info, text, strlen(text) + 1);
}

cl_int
icd_info_words(const struct icd_info *info, const char *words)
{
    return words ? icd_info_text(info, words) : CL_OUT_OF_HOST_MEMORY;
}

bool
icd_properties_copy(struct icd_properties *to, const cl_properties *from)
{
    size_t count = 0;
    if (!from)
        return true;
    while (from[count])
        count += 2;
    to->bytes = (count + 1) * sizeof *from;
    to->list = malloc(to->bytes);
    if (to->list)
        memcpy(to->list, from, to->bytes);
    return to->list;
}

cl_int
icd_info_properties(const struct icd_info *info, const struct icd_properties *properties)
{
    return icd_info(info, properties->list, properties->bytes);
}
