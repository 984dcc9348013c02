/* Code objects: loaded, their kernels and variables. */
#include "gcn/codeobj/elf_view.h"
#include "runtime/hsa/gpu_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A kernel that was asked for: ROCr finds them by their names only. */
struct known_kernel {
    struct known_kernel *next;
    struct gpu_kernel kernel;
    char name[];
};

struct gpu_object {
    struct gpu *gpu;
    hsa_executable_t executable;
    hsa_code_object_reader_t reader;
    uint8_t *bytes;             /* ROCr reads them as long as the executable lives */
    struct known_kernel *known; /* atomic: it only grows */
};

/* ROCr takes what headers say for true, without the file's size. */
static bool
check_file(const void *bytes, size_t size, char **why)
{
    struct elf_view file;
    if (!elf_view_open(&file, bytes, size) || !elf_view_is_gcn(&file))
        return gpu_refuse(why, "not a code object for GPUs");
    uint32_t index = 0;
    Elf64_Shdr section;
    bool is_whole = file.header.e_phentsize == sizeof(Elf64_Phdr) &&
                    elf_view_has(&file, file.header.e_phoff,
                                 (uint64_t)file.header.e_phnum * sizeof(Elf64_Phdr));
    for (uint16_t i = 0; is_whole && i < file.header.e_phnum; i++) {
        Elf64_Phdr segment;
        memcpy(&segment, file.bytes + file.header.e_phoff + i * sizeof segment, sizeof segment);
        is_whole = elf_view_has(&file, segment.p_offset, segment.p_filesz) &&
                   (segment.p_type != PT_LOAD || segment.p_filesz <= segment.p_memsz);
    }
    for (; is_whole && elf_view_section(&file, index, &section); index++)
        is_whole = section.sh_type == SHT_NULL || section.sh_type == SHT_NOBITS ||
                   elf_view_has(&file, section.sh_offset, section.sh_size);
    return (is_whole && index == file.header.e_shnum) ||
           gpu_refuse(why, "the code object is damaged");
}

/* ---- for which GPU it is ---- */

/* EF_AMDGPU_FEATURE_*_V4 (AMDGPUUsage, ELF header): of each field 2 is off, 3 on, else any. */
static const struct {
    const char *name;
    unsigned shift;
} features[] = {{"sramecc", 10}, {"xnack", 8}};

enum { FEATURES = sizeof features / sizeof *features };

/* May code that needs a feature so run on that processor? */
static bool
has_feature(const char *processor, unsigned feature, unsigned needed)
{
    char other[16];
    snprintf(other, sizeof other, ":%s%c", features[feature].name, needed == 3 ? '-' : '+');
    return needed < 2 || !strstr(processor, other);
}

/* The header of version 2 need not name the chip, that of 3 says no more: the rest ROCr finds. */
bool
gpu_object_fits(const struct gpu *gpu, const void *bytes, size_t size, char **why)
{
    enum { ABI_V3 = 1, ABI_V4 = 2 };
    struct elf_view file;
    char name[64];
    *why = NULL;
    if (!check_file(bytes, size, why))
        return false;
    elf_view_open(&file, bytes, size);
    uint32_t flags = file.header.e_flags;
    unsigned version = file.header.e_ident[EI_ABIVERSION];
    const struct gcn_target *target = gcn_find_mach(flags);
    int length = snprintf(name, sizeof name, "%s", target ? target->name : "an unknown GPU");
    bool fits = target ? target == gpu->info.target : version < ABI_V3;
    for (unsigned i = 0; version >= ABI_V4 && i < FEATURES; i++) {
        unsigned needed = flags >> features[i].shift & 3;
        fits &= has_feature(gpu->info.processor, i, needed);
        if (needed >= 2)
            length += snprintf(name + length, sizeof name - (size_t)length, ":%s%c",
                               features[i].name, needed == 3 ? '+' : '-');
    }
    return fits || gpu_refuse(why, "the code object is for %s, and the GPU is %s", name,
                              gpu->info.processor);
}

/* ---- loading ---- */

static bool
define(struct gpu_object *object, const struct gpu_definition *definitions, unsigned count,
       char **why)
{
    const struct gpu_system *system = object->gpu->system;
    for (unsigned i = 0; i < count; i++) {
        hsa_status_t status = system->api.hsa_executable_agent_global_variable_define(
            object->executable, object->gpu->agent, definitions[i].name, definitions[i].address);
        if (status != HSA_STATUS_SUCCESS)
            return gpu_refuse_status(system, why, status, definitions[i].name);
    }
    return true;
}

static bool
load(struct gpu_object *object, size_t size, const struct gpu_definition *definitions,
     unsigned count, char **why)
{
    const struct gpu_system *system = object->gpu->system;
    const struct hsa_api *api = &system->api;
    hsa_profile_t profile = object->gpu->info.is_full_profile ? HSA_PROFILE_FULL : HSA_PROFILE_BASE;
    hsa_status_t status =
        api->hsa_code_object_reader_create_from_memory(object->bytes, size, &object->reader);
    if (status != HSA_STATUS_SUCCESS)
        return gpu_refuse_status(system, why, status, "the code object cannot be read");
    status = api->hsa_executable_create_alt(profile, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL,
                                            &object->executable);
    if (status != HSA_STATUS_SUCCESS)
        return gpu_refuse_status(system, why, status, "no executable");
    if (!define(object, definitions, count, why))
        return false;
    status = api->hsa_executable_load_agent_code_object(object->executable, object->gpu->agent,
                                                        object->reader, NULL, NULL);
    if (status != HSA_STATUS_SUCCESS) {
        char what[64]; /* the ABI version counts from version 2 (AMDGPUUsage, "ELF Header") */
        snprintf(what, sizeof what, "the code object, version %u, cannot be loaded",
                 object->bytes[EI_ABIVERSION] + 2);
        return gpu_refuse_status(system, why, status, what);
    }
    status = api->hsa_executable_freeze(object->executable, NULL);
    if (status != HSA_STATUS_SUCCESS)
        return gpu_refuse_status(system, why, status, "the code object cannot be linked");
    return true;
}

struct gpu_object *
gpu_object_load(struct gpu *gpu, const void *bytes, size_t size,
                const struct gpu_definition *definitions, unsigned count, char **why)
{
    *why = NULL;
    if (!gpu_is_ours(gpu->system, why) || !gpu_object_fits(gpu, bytes, size, why))
        return NULL;
    struct gpu_object *object = calloc(1, sizeof *object);
    uint8_t *copy = malloc(size + 1);
    if (!object || !copy) {
        free(object);
        free(copy);
        return NULL;
    }
    memcpy(copy, bytes, size);
    object->gpu = gpu;
    object->bytes = copy;
    if (load(object, size, definitions, count, why))
        return object;
    gpu_object_unload(object);
    return NULL;
}

void
gpu_object_unload(struct gpu_object *object)
{
    if (!object)
        return;
    if (gpu_is_ours(object->gpu->system, NULL)) {
        const struct hsa_api *api = &object->gpu->system->api;
        if (object->executable.handle)
            api->hsa_executable_destroy(object->executable);
        if (object->reader.handle)
            api->hsa_code_object_reader_destroy(object->reader);
    }
    for (struct known_kernel *known = object->known, *next; known; known = next) {
        next = known->next;
        free(known);
    }
    free(object->bytes);
    free(object);
}

/* ---- what it holds ---- */

static bool
find_symbol(const struct gpu_object *object, const char *name, hsa_symbol_kind_t kind,
            hsa_executable_symbol_t *symbol)
{
    const struct hsa_api *api = &object->gpu->system->api;
    hsa_symbol_kind_t found;
    return gpu_is_ours(object->gpu->system, NULL) &&
           api->hsa_executable_get_symbol_by_name(object->executable, name, &object->gpu->agent,
                                                  symbol) == HSA_STATUS_SUCCESS &&
           api->hsa_executable_symbol_get_info(*symbol, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, &found) ==
               HSA_STATUS_SUCCESS &&
           found == kind;
}

/* Version 2 has kernels by their own names, later ones descriptors. */
static bool
find_kernel(const struct gpu_object *object, const char *name, hsa_executable_symbol_t *symbol)
{
    char *full;
    if (asprintf(&full, "%s.kd", name) < 0)
        return false;
    bool found = find_symbol(object, full, HSA_SYMBOL_KIND_KERNEL, symbol);
    free(full);
    return found || find_symbol(object, name, HSA_SYMBOL_KIND_KERNEL, symbol);
}

static bool
ask_for_kernel(const struct gpu_object *object, const char *name, struct gpu_kernel *kernel)
{
    const struct hsa_api *api = &object->gpu->system->api;
    hsa_executable_symbol_t symbol;
    if (!find_kernel(object, name, &symbol))
        return false;
    *kernel = (struct gpu_kernel){0};
    const struct {
        hsa_executable_symbol_info_t what;
        void *to;
    } questions[] = {
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &kernel->handle},
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE, &kernel->kernarg_size},
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT, &kernel->kernarg_align},
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE, &kernel->group_size},
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE, &kernel->private_size},
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_DYNAMIC_CALLSTACK, &kernel->has_dynamic_stack},
    };
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (api->hsa_executable_symbol_get_info(symbol, questions[i].what, questions[i].to) !=
            HSA_STATUS_SUCCESS)
            return false;
    return true;
}

/* Another thread may have noted the same one. */
static void
note_kernel(struct gpu_object *object, const char *name, const struct gpu_kernel *kernel)
{
    size_t length = strlen(name) + 1;
    struct known_kernel *known = malloc(sizeof *known + length);
    if (!known)
        return;
    known->kernel = *kernel;
    memcpy(known->name, name, length);
    known->next = __atomic_load_n(&object->known, __ATOMIC_ACQUIRE);
    while (!__atomic_compare_exchange_n(&object->known, &known->next, known, false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        ;
}

bool
gpu_object_kernel(struct gpu_object *object, const char *name, struct gpu_kernel *kernel)
{
    const struct known_kernel *known = __atomic_load_n(&object->known, __ATOMIC_ACQUIRE);
    while (known && strcmp(known->name, name) != 0)
        known = known->next;
    if (known) {
        *kernel = known->kernel;
        return true;
    }
    if (!ask_for_kernel(object, name, kernel))
        return false;
    note_kernel(object, name, kernel);
    return true;
}

bool
gpu_object_variable(const struct gpu_object *object, const char *name, void **address,
                    uint64_t *size)
{
    const struct hsa_api *api = &object->gpu->system->api;
    hsa_executable_symbol_t symbol;
    uint64_t where = 0;
    uint32_t bytes = 0;
    if (!find_symbol(object, name, HSA_SYMBOL_KIND_VARIABLE, &symbol) ||
        api->hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS,
                                            &where) != HSA_STATUS_SUCCESS ||
        api->hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE,
                                            &bytes) != HSA_STATUS_SUCCESS)
        return false;
    *address = (void *)(uintptr_t)where;
    *size = bytes;
    return true;
}
