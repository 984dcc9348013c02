/* Infos: how an action is to be done. */
#include "driver/comgr/handles.h"

#include <stdlib.h>
#include <string.h>

static void
clear_list(struct action_info *info)
{
    for (size_t i = 0; i < info->list_count; i++)
        free(info->list[i]);
    free(info->list);
    info->list = NULL;
    info->list_count = 0;
}

/* A text that is asked for; one that was not set is "". */
static enum comgr_status
answer_text(const struct action_info *info, const char *text, size_t *size, char *to)
{
    if (!info || !size)
        return COMGR_INVALID_ARGUMENT;
    text = text ? text : "";
    comgr_answer(text, strlen(text) + 1, size, to);
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_create_action_info(struct comgr_handle *info)
{
    struct action_info *made = info ? calloc(1, sizeof *made) : NULL;
    if (!info)
        return COMGR_INVALID_ARGUMENT;
    if (!made || comgr_set_text(&made->flat, "")) {
        free(made);
        return COMGR_OUT_OF_RESOURCES;
    }
    *info = comgr_handle(made);
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_destroy_action_info(struct comgr_handle handle)
{
    struct action_info *info = comgr_pointer(handle);
    if (!info)
        return COMGR_INVALID_ARGUMENT;
    clear_list(info);
    free(info->isa_name);
    free(info->path);
    free(info->flat);
    free(info);
    return COMGR_SUCCESS;
}

/* ---- target, language, folder, log ---- */

enum comgr_status
amd_comgr_action_info_set_isa_name(struct comgr_handle handle, const char *name)
{
    struct action_info *info = comgr_pointer(handle);
    struct target_id isa;
    bool is_there = name && *name;
    if (!info || (is_there && !isa_parse(name, &isa)))
        return COMGR_INVALID_ARGUMENT;
    return comgr_set_text(&info->isa_name, is_there ? name : NULL);
}

enum comgr_status
amd_comgr_action_info_get_isa_name(struct comgr_handle handle, size_t *size, char *name)
{
    const struct action_info *info = comgr_pointer(handle);
    return answer_text(info, info ? info->isa_name : NULL, size, name);
}

enum comgr_status
amd_comgr_action_info_set_language(struct comgr_handle handle, enum comgr_language language)
{
    struct action_info *info = comgr_pointer(handle);
    if (!info || (unsigned)language > COMGR_LANGUAGE_HIP)
        return COMGR_INVALID_ARGUMENT;
    info->language = language;
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_action_info_get_language(struct comgr_handle handle, enum comgr_language *language)
{
    const struct action_info *info = comgr_pointer(handle);
    if (!info || !language)
        return COMGR_INVALID_ARGUMENT;
    *language = info->language;
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_action_info_set_working_directory_path(struct comgr_handle handle, const char *path)
{
    struct action_info *info = comgr_pointer(handle);
    if (!info)
        return COMGR_INVALID_ARGUMENT;
    return comgr_set_text(&info->path, path && *path ? path : NULL);
}

enum comgr_status
amd_comgr_action_info_get_working_directory_path(struct comgr_handle handle, size_t *size,
                                                 char *path)
{
    const struct action_info *info = comgr_pointer(handle);
    return answer_text(info, info ? info->path : NULL, size, path);
}

enum comgr_status
amd_comgr_action_info_set_logging(struct comgr_handle handle, bool logging)
{
    struct action_info *info = comgr_pointer(handle);
    if (!info)
        return COMGR_INVALID_ARGUMENT;
    info->logging = logging;
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_action_info_get_logging(struct comgr_handle handle, bool *logging)
{
    const struct action_info *info = comgr_pointer(handle);
    if (!info || !logging)
        return COMGR_INVALID_ARGUMENT;
    *logging = info->logging;
    return COMGR_SUCCESS;
}

/* ---- options ---- */

enum comgr_status
amd_comgr_action_info_set_options(struct comgr_handle handle, const char *options)
{
    struct action_info *info = comgr_pointer(handle);
    if (!info)
        return COMGR_INVALID_ARGUMENT;
    enum comgr_status status = comgr_set_text(&info->flat, options ? options : "");
    if (!status)
        clear_list(info);
    return status;
}

enum comgr_status
amd_comgr_action_info_get_options(struct comgr_handle handle, size_t *size, char *options)
{
    const struct action_info *info = comgr_pointer(handle);
    if (info && size && !info->flat)
        return COMGR_ERROR;
    return answer_text(info, info ? info->flat : NULL, size, options);
}

enum comgr_status
amd_comgr_action_info_set_option_list(struct comgr_handle handle, const char *options[],
                                      size_t count)
{
    struct action_info *info = comgr_pointer(handle);
    struct action_info own = {0};
    if (!info || (!options && count))
        return COMGR_INVALID_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        if (!options[i])
            return COMGR_INVALID_ARGUMENT;
    own.list = count ? calloc(count, sizeof *own.list) : NULL;
    if (count && !own.list)
        return COMGR_OUT_OF_RESOURCES;
    for (; own.list_count < count; own.list_count++) {
        if (comgr_set_text(&own.list[own.list_count], options[own.list_count])) {
            clear_list(&own);
            return COMGR_OUT_OF_RESOURCES;
        }
    }
    clear_list(info);
    comgr_set_text(&info->flat, NULL);
    info->list = own.list;
    info->list_count = own.list_count;
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_action_info_get_option_list_count(struct comgr_handle handle, size_t *count)
{
    const struct action_info *info = comgr_pointer(handle);
    if (!info || !count)
        return COMGR_INVALID_ARGUMENT;
    if (info->flat)
        return COMGR_ERROR;
    *count = info->list_count;
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_action_info_get_option_list_item(struct comgr_handle handle, size_t index, size_t *size,
                                           char *option)
{
    const struct action_info *info = comgr_pointer(handle);
    if (!info || !size)
        return COMGR_INVALID_ARGUMENT;
    if (info->flat)
        return COMGR_ERROR;
    if (index >= info->list_count)
        return COMGR_INVALID_ARGUMENT;
    return answer_text(info, info->list[index], size, option);
}
