/* Answers to queries. */
#include "runtime/icd/icd.h"

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
