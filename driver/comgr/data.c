/* Data objects. */
#include "driver/comgr/handles.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool
data_kind_is_valid(enum comgr_data_kind kind)
{
    return (unsigned)kind > COMGR_DATA_UNDEF && (unsigned)kind <= COMGR_DATA_LAST;
}

struct data *
data_new(enum comgr_data_kind kind)
{
    struct data *data = calloc(1, sizeof *data);
    if (data) {
        atomic_init(&data->references, 1);
        pthread_mutex_init(&data->lock, NULL);
        data->kind = kind;
    }
    return data;
}

void
data_retain(struct data *data)
{
    atomic_fetch_add_explicit(&data->references, 1, memory_order_relaxed);
}

void
data_release(struct data *data)
{
    if (atomic_fetch_sub_explicit(&data->references, 1, memory_order_acq_rel) > 1)
        return;
    symbols_free(data->symbols);
    names_free(&data->mangled);
    names_free(&data->expressions);
    pthread_mutex_destroy(&data->lock);
    free(data->name);
    free(data->bytes);
    free(data);
}

static void
take_bytes(struct data *data, char *bytes, size_t size)
{
    free(data->bytes);
    data->bytes = bytes;
    data->size = size;
    symbols_free(data->symbols);
    data->symbols = NULL;
    names_free(&data->mangled);
    names_free(&data->expressions);
}

enum comgr_status
data_set_bytes(struct data *data, const void *bytes, size_t size)
{
    char *copy = comgr_copy(bytes, size);
    if (!copy)
        return COMGR_OUT_OF_RESOURCES;
    take_bytes(data, copy, size);
    return COMGR_SUCCESS;
}

/* ---- the interface ---- */

enum comgr_status
amd_comgr_create_data(enum comgr_data_kind kind, struct comgr_handle *data)
{
    if (!data || !data_kind_is_valid(kind))
        return COMGR_INVALID_ARGUMENT;
    struct data *made = data_new(kind);
    if (!made)
        return COMGR_OUT_OF_RESOURCES;
    *data = comgr_handle(made);
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_release_data(struct comgr_handle handle)
{
    struct data *data = comgr_pointer(handle);
    if (!data)
        return COMGR_INVALID_ARGUMENT;
    data_release(data);
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_get_data_kind(struct comgr_handle handle, enum comgr_data_kind *kind)
{
    const struct data *data = comgr_pointer(handle);
    if (kind)
        *kind = data ? data->kind : COMGR_DATA_UNDEF;
    return data && kind ? COMGR_SUCCESS : COMGR_INVALID_ARGUMENT;
}

enum comgr_status
amd_comgr_set_data(struct comgr_handle handle, size_t size, const char *bytes)
{
    struct data *data = comgr_pointer(handle);
    if (!data || !size || !bytes)
        return COMGR_INVALID_ARGUMENT;
    return data_set_bytes(data, bytes, size);
}

/* false: the file has fewer bytes, or cannot be read. */
static bool
read_slice(int file, uint64_t offset, char *to, size_t size)
{
    while (size) {
        ssize_t count = pread(file, to, size, (off_t)offset);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        to += count;
        offset += (uint64_t)count;
        size -= (size_t)count;
    }
    return true;
}

enum comgr_status
amd_comgr_set_data_from_file_slice(struct comgr_handle handle, int file, uint64_t offset,
                                   uint64_t size)
{
    struct data *data = comgr_pointer(handle);
    if (!data)
        return COMGR_INVALID_ARGUMENT;
    if (offset > INT64_MAX || size > (uint64_t)INT64_MAX - offset)
        return COMGR_ERROR;
    struct stat state; /* asked before so much memory is taken */
    if (fstat(file, &state) != 0 ||
        (S_ISREG(state.st_mode) && (uint64_t)state.st_size < offset + size))
        return COMGR_ERROR;
    char *bytes = malloc((size_t)size + 1);
    if (!bytes)
        return COMGR_OUT_OF_RESOURCES;
    bytes[size] = '\0';
    if (!read_slice(file, offset, bytes, (size_t)size)) {
        free(bytes);
        return COMGR_ERROR;
    }
    take_bytes(data, bytes, (size_t)size);
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_get_data(struct comgr_handle handle, size_t *size, char *bytes)
{
    const struct data *data = comgr_pointer(handle);
    if (!data || !data->bytes || !size)
        return COMGR_INVALID_ARGUMENT;
    comgr_answer(data->bytes, data->size, size, bytes);
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_set_data_name(struct comgr_handle handle, const char *name)
{
    struct data *data = comgr_pointer(handle);
    return data ? comgr_set_text(&data->name, name ? name : "") : COMGR_INVALID_ARGUMENT;
}

enum comgr_status
amd_comgr_get_data_name(struct comgr_handle handle, size_t *size, char *name)
{
    const struct data *data = comgr_pointer(handle);
    if (!data || !size)
        return COMGR_INVALID_ARGUMENT;
    const char *text = data->name ? data->name : "";
    comgr_answer(text, strlen(text) + 1, size, name);
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_demangle_symbol_name(struct comgr_handle mangled, struct comgr_handle *demangled)
{
    const struct data *from = comgr_pointer(mangled);
    if (!from || !from->bytes || from->kind != COMGR_DATA_BYTES || !demangled)
        return COMGR_INVALID_ARGUMENT;
    struct data *made = data_new(COMGR_DATA_BYTES);
    if (!made)
        return COMGR_OUT_OF_RESOURCES;
    enum comgr_status status = data_set_bytes(made, from->bytes, from->size);
    if (status)
        data_release(made);
    else
        *demangled = comgr_handle(made);
    return status;
}
