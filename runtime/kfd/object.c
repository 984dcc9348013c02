/* What the runtime has loaded, so that messages have names and lines, and checks know whose code it is.
 *
 * It keeps a list for debuggers, struct r_debug of <link.h>: each object's load bias, and where its file is, as
 * "memory://PID#offset=0x1000&size=512" or "file:///path#offset=0&size=512" (AMDGPUUsage, "Loaded Code Object
 * Path Uniform Resource Identifier").  Another thread may change the list meanwhile, so it is read as another
 * process's memory would be, which fails where nothing is any more. */
#include "runtime/kfd/packet.h"

#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MAX_OBJECTS = 4096, URI_BYTES = 4096 };

static bool
read_memory(const void *from, void *to, size_t size)
{
    struct iovec there = {(void *)(uintptr_t)from, size}, here = {to, size};
    return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)size;
}

/* As much of a string as there is; the last byte of text is NUL. */
static void
read_text(const char *from, char *text, size_t size)
{
    size_t count = 0;
    while (count + 1 < size && read_memory(from + count, text + count, 1) && text[count])
        count++;
    text[count] = 0;
}

static uint64_t
number_after(const char *uri, const char *name)
{
    const char *at = strstr(uri, name);
    return at ? strtoull(at + strlen(name), NULL, 0) : 0;
}

/* The bytes of the object's file, to be freed; NULL: they cannot be had. */
static void *
read_object(char *uri, size_t *size)
{
    static const char memory[] = "memory://", file[] = "file://";
    char *fragment = strpbrk(uri, "#?");
    uint64_t offset = fragment ? number_after(fragment, "offset=") : 0;
    *size = fragment ? number_after(fragment, "size=") : 0;
    void *bytes = *size ? malloc(*size) : NULL;
    bool is_good = false;
    if (bytes && strncmp(uri, memory, sizeof memory - 1) == 0) {
        is_good = read_memory((const void *)(uintptr_t)offset, bytes, *size);
    } else if (bytes && strncmp(uri, file, sizeof file - 1) == 0) {
        *fragment = 0;
        int descriptor = open(uri + sizeof file - 1, O_RDONLY | O_CLOEXEC);
        is_good =
            descriptor >= 0 && pread(descriptor, bytes, *size, (off_t)offset) == (ssize_t)*size;
        if (descriptor >= 0)
            close(descriptor);
    }
    if (is_good)
        return bytes;
    free(bytes);
    return NULL;
}

/* That of another GPU, or one that is known, is refused. */
static void
adopt(struct kfd_gpu *gpu, const struct link_map *entry)
{
    char uri[URI_BYTES];
    size_t size;
    struct sim_object *object;
    if (!sim_is_executable(gpu->sim, entry->l_addr))
        return;
    read_text(entry->l_name, uri, sizeof uri);
    void *bytes = read_object(uri, &size);
    if (bytes && sim_adopt(gpu->sim, bytes, size, entry->l_addr, &object) != SIM_OK)
        kfd_tell("%s: %s: %s", gpu->target->name, uri, sim_message(gpu->sim));
    free(bytes);
}

void
kfd_objects_find(struct kfd_gpu *gpu, uint64_t kernel_object)
{
    struct r_debug list;
    if (kernel_object == gpu->last_nameless || sim_kernel_of(gpu->sim, kernel_object) ||
        !the_kfd.debug || !read_memory(the_kfd.debug, &list, sizeof list))
        return;
    struct link_map entry, *at = list.r_map;
    for (unsigned i = 0; at && i < MAX_OBJECTS && read_memory(at, &entry, sizeof entry); i++) {
        adopt(gpu, &entry);
        at = entry.l_next;
    }
    if (!sim_kernel_of(gpu->sim, kernel_object))
        gpu->last_nameless = kernel_object;
}
