/* ELF code objects: segments to memory, relocations, kernels, notes.
 *
 * Version 2 has kernel symbols of type 10 that name an amd_kernel_code_t; later versions (and the
 * 2017 guide's form) have an object symbol "name.kd" ("name@kd") that names a 64-byte descriptor.
 * AMDGPUUsage, "Code Object". */
#include "runtime/sim/device/load.h"

#include <gelf.h>
#include <stdio.h>

enum {
    MACHINE_AMDGPU = 224,
    ABI_VERSION_3 = 1, /* EI_ABIVERSION; version 4 is 2, 5 is 3, 6 is 4 */
    ABI_VERSION_6 = 4,
    FLAG_XNACK_3 = 0x100,
    FLAG_XNACK = 0x300,
    FLAG_XNACK_ANY = 0x100, /* as the device has it */
    FLAG_XNACK_ON = 0x300,
    FLAG_SRAMECC_3 = 0x200,
    FLAG_SRAMECC = 0xC00,
    FLAG_SRAMECC_OFF = 0x800,
    NOTE_HSA_ISA_VERSION = 3,
    NOTE_HSA_METADATA = 10,
    NOTE_HSA_ISA_NAME = 11,
    NOTE_AMDGPU_METADATA = 32,
    SYMBOL_HSA_KERNEL = 10,
    MAX_IMAGE = 1 << 27,
    MAX_SEGMENTS = 64, /* linkers write about eight */
    RELOC_ABS32_LO = 1,
    RELOC_ABS32_HI = 2,
    RELOC_ABS64 = 3,
    RELOC_REL32 = 4,
    RELOC_REL64 = 5,
    RELOC_ABS32 = 6,
    RELOC_GOTPCREL = 7,
    RELOC_REL32_LO = 10,
    RELOC_REL32_HI = 11,
    RELOC_RELATIVE64 = 13,
};

struct loading {
    struct sim_device *device;
    Elf *elf;
    GElf_Ehdr header;
    const uint8_t *bytes;
    size_t size, segment_count;
    struct sim_region *region; /* the image: addresses of the file plus region->base */
    struct sim_object *object;
    const struct sim_externals *externals; /* NULL: there are none */
    struct sim_region *there;              /* who loaded it put it there; NULL: nobody has */
    struct sim_metadata metadata;
    bool has_metadata;
    unsigned isa[3];
    bool has_isa;
    bool is_guide_form;      /* of the 2017 guide: "name@kd" */
    VEC(uint64_t) relocated; /* offsets in the image */
};

/* Widens [first, end) by a segment. */
static void
widen(uint64_t *first, uint64_t *end, const GElf_Phdr *segment)
{
    uint64_t last = segment->p_vaddr + segment->p_memsz;
    if (*first == *end || segment->p_vaddr < *first)
        *first = segment->p_vaddr;
    if (last > *end)
        *end = last;
}

/* Room for that many bytes from 0 on. */
static void
choose_region(struct loading *load, uint64_t size)
{
    struct sim_object *object = load->object;
    if (!load->there) {
        load->region = object->region = sim_region_new(load->device, size, NULL);
        return;
    }
    if (size > load->there->size)
        sim_error(load->device, "the object's %llu bytes are not in the %llu at 0x%llx",
                  (unsigned long long)size, (unsigned long long)load->there->size,
                  (unsigned long long)load->there->base);
    load->region = object->region = load->there;
    object->is_adopted = true;
    sim_code_release(load->device, load->region);
}

static void
load_segments(struct loading *load)
{
    uint64_t start = 0, end = 0, code = 0, code_end = 0, data = 0, data_end = 0;
    for (size_t i = 0; i < load->segment_count; i++) {
        GElf_Phdr segment;
        if (!gelf_getphdr(load->elf, (int)i, &segment) || segment.p_type != PT_LOAD)
            continue;
        if (segment.p_offset > load->size || segment.p_filesz > load->size - segment.p_offset ||
            segment.p_memsz < segment.p_filesz || segment.p_vaddr > MAX_IMAGE ||
            segment.p_memsz > MAX_IMAGE)
            sim_error(load->device, "a segment reaches outside of the file, or is too large");
        widen(&start, &end, &segment);
        if (segment.p_flags & PF_X)
            widen(&code, &code_end, &segment);
        if (segment.p_flags & PF_W)
            widen(&data, &data_end, &segment);
    }
    if (!end)
        sim_error(load->device, "no loadable segment: link the object first");
    choose_region(load, end);
    load->region->image = true;
    load->region->writable_first = data;
    load->region->writable_end = data_end;
    for (size_t i = 0; i < load->segment_count && !load->there; i++) {
        GElf_Phdr segment;
        if (gelf_getphdr(load->elf, (int)i, &segment) && segment.p_type == PT_LOAD)
            memcpy(load->region->bytes + segment.p_vaddr, load->bytes + segment.p_offset,
                   segment.p_filesz);
    }
    load->object->code = load->region->base + code;
    sim_code_new(&load->object->arena, load->region, code, code_end);
}

static void
put(struct loading *load, uint64_t offset, uint64_t value, unsigned size)
{
    if (offset > load->region->size || size > load->region->size - offset)
        sim_error(load->device, "a relocation points outside of the image");
    memcpy(load->region->bytes + offset, &value, size);
    vec_push(&load->object->arena, &load->relocated, offset);
}

static void
note_external(struct loading *load, const char *name, bool is_weak)
{
    struct sim_object *object = load->object;
    vec_foreach (const struct sim_external, other, &object->externals)
        if (strcmp(other->name, name) == 0)
            return;
    struct sim_external external = {arena_strdup(&object->arena, name), is_weak};
    vec_push(&object->arena, &object->externals, external);
}

/* Where the relocation's symbol lies: one that the object does not define, the host may. */
static uint64_t
symbol_address(struct loading *load, size_t index, Elf_Scn *section)
{
    Elf_Data *symbols = section ? elf_getdata(section, NULL) : NULL;
    GElf_Shdr header;
    GElf_Sym symbol;
    if (!index || !symbols || !gelf_getsym(symbols, (int)index, &symbol))
        return load->region->base;
    if (symbol.st_shndx != SHN_UNDEF)
        return load->region->base + symbol.st_value;
    const char *name = gelf_getshdr(section, &header)
                           ? elf_strptr(load->elf, header.sh_link, symbol.st_name)
                           : NULL;
    const struct sim_externals *externals = load->externals;
    bool is_weak = GELF_ST_BIND(symbol.st_info) == STB_WEAK;
    uint64_t address = 0;
    if (name && *name)
        note_external(load, name, is_weak);
    if (externals && name && *name && externals->find(externals->data, name, &address))
        return address;
    if (!is_weak)
        sim_error(load->device, "the object uses %s, which %s",
                  name && *name ? name : "a symbol without a name",
                  externals ? "neither it nor the host defines" : "it does not define");
    return 0;
}

static void
relocate_one(struct loading *load, const GElf_Rela *rela, Elf_Scn *symbols)
{
    uint64_t base = load->region->base, place = base + rela->r_offset;
    unsigned type = (unsigned)GELF_R_TYPE(rela->r_info);
    uint64_t value =
        symbol_address(load, GELF_R_SYM(rela->r_info), symbols) + (uint64_t)rela->r_addend;
    switch (type) {
    case RELOC_RELATIVE64:
        put(load, rela->r_offset, base + (uint64_t)rela->r_addend, 8);
        break;
    case RELOC_ABS64:
        put(load, rela->r_offset, value, 8);
        break;
    case RELOC_ABS32:
    case RELOC_ABS32_LO:
        put(load, rela->r_offset, value, 4);
        break;
    case RELOC_ABS32_HI:
        put(load, rela->r_offset, value >> 32, 4);
        break;
    case RELOC_REL64:
        put(load, rela->r_offset, value - place, 8);
        break;
    case RELOC_REL32:
    case RELOC_REL32_LO:
        put(load, rela->r_offset, value - place, 4);
        break;
    case RELOC_REL32_HI:
        put(load, rela->r_offset, (value - place) >> 32, 4);
        break;
    default:
        sim_error(load->device, "relocation type %u is not known", type);
    }
}

static void
relocate(struct loading *load)
{
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(load->elf, section))) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_RELA || !header.sh_entsize)
            continue;
        Elf_Scn *linked = elf_getscn(load->elf, header.sh_link);
        Elf_Data *data = elf_getdata(section, NULL);
        for (size_t i = 0; data && i < data->d_size / sizeof(Elf64_Rela); i++) {
            GElf_Rela rela;
            if (gelf_getrela(data, (int)i, &rela))
                relocate_one(load, &rela, linked);
        }
    }
}

static void
read_isa_note(struct loading *load, const uint8_t *desc, size_t size)
{
    /* vendor and architecture name sizes (2 bytes each), major, minor, stepping (4 bytes each) */
    if (size < 16)
        return;
    for (unsigned i = 0; i < 3; i++)
        memcpy(&load->isa[i], desc + 4 + 4 * i, 4);
    load->has_isa = true;
}

/* "amdgcn-amd-amdhsa--gfx901": stepping and minor are hexadecimal digits. */
static void
read_isa_name(struct loading *load, const uint8_t *desc, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    char name[80];
    if (load->has_isa || size >= sizeof name)
        return;
    memcpy(name, desc, size);
    name[size] = '\0';
    const char *chip = strstr(name, "--gfx");
    size_t length = chip ? strlen(chip) : 0;
    if (length < 8)
        return;
    const char *minor = strchr(digits, chip[length - 2]), *step = strchr(digits, chip[length - 1]);
    load->isa[0] = length == 8 ? (unsigned)(chip[5] - '0') : 10;
    load->isa[1] = minor ? (unsigned)(minor - digits) : 16;
    load->isa[2] = step ? (unsigned)(step - digits) : 16;
    load->has_isa = true;
}

static void
read_note(struct loading *load, const char *name, unsigned type, const uint8_t *desc, size_t size)
{
    const char *why = NULL;
    struct arena *arena = &load->object->arena;
    if (strcmp(name, "AMD") == 0 && type == NOTE_HSA_ISA_VERSION) {
        read_isa_note(load, desc, size);
    } else if (strcmp(name, "AMD") == 0 && type == NOTE_HSA_ISA_NAME) {
        read_isa_name(load, desc, size);
    } else if (strcmp(name, "AMD") == 0 && type == NOTE_HSA_METADATA) {
        while (size && !desc[size - 1]) /* a terminating zero, if the writer counted it */
            size--;
        why = metadata_parse_yaml(arena, (const char *)desc, size, &load->metadata);
        load->has_metadata = true;
    } else if (strcmp(name, "AMDGPU") == 0 && type == NOTE_AMDGPU_METADATA) {
        why = metadata_parse_msgpack(arena, (const char *)desc, size, &load->metadata);
        load->has_metadata = true;
    }
    if (why)
        sim_error(load->device, "bad metadata: %s", why);
}

static void
read_notes(struct loading *load)
{
    for (size_t i = 0; i < load->segment_count; i++) {
        GElf_Phdr segment;
        if (!gelf_getphdr(load->elf, (int)i, &segment) || segment.p_type != PT_NOTE ||
            segment.p_offset > load->size || segment.p_filesz > load->size - segment.p_offset)
            continue;
        const uint8_t *at = load->bytes + segment.p_offset;
        uint64_t left = segment.p_filesz;
        while (left >= 12) {
            uint32_t words[3];
            memcpy(words, at, 12);
            uint64_t name_size = (words[0] + UINT64_C(3)) & ~UINT64_C(3);
            uint64_t desc_size = (words[1] + UINT64_C(3)) & ~UINT64_C(3);
            /* without the padding, which the last note may lack */
            if (12 + name_size + words[1] > left)
                break;
            const char *name = (const char *)at + 12;
            if (words[0] && name[words[0] - 1] == '\0')
                read_note(load, name, words[2], at + 12 + name_size, words[1]);
            uint64_t all = 12 + name_size + desc_size;
            if (all > left)
                break;
            at += all;
            left -= all;
        }
    }
}

/* The next section of that name after `section` (NULL: the first), or NULL. */
static Elf_Scn *
next_section(struct loading *load, Elf_Scn *section, const char *wanted, GElf_Shdr *header)
{
    size_t names = 0;
    if (elf_getshdrstrndx(load->elf, &names) != 0)
        return NULL;
    while ((section = elf_nextscn(load->elf, section))) {
        const char *name =
            gelf_getshdr(section, header) ? elf_strptr(load->elf, names, header->sh_name) : NULL;
        if (name && strcmp(name, wanted) == 0)
            return section;
    }
    return NULL;
}

/* Did occ write the object?  Other tool chains put their names into .comment; an object without any
 * counts as occ's own, but nothing says that it lists its atomic accesses. */
static void
read_maker(struct loading *load)
{
    size_t names = 0;
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    load->object->foreign = elf_getshdrstrndx(load->elf, &names) != 0;
    while ((section = next_section(load, section, ".comment", &header))) {
        Elf_Data *data = elf_getdata(section, NULL);
        if (!data || !data->d_buf)
            continue;
        load->object->foreign |= data->d_size < 4 || memcmp(data->d_buf, "occ ", 4) != 0;
        load->object->lists_atomics = true;
    }
    load->object->lists_atomics &= !load->object->foreign;
}

/* The code that a list of its places belongs to; false: none is known.  occ names the section; who
 * links objects or takes sections away loses that, and with it where the offsets count from. */
static bool
find_listed_code(struct loading *load, const GElf_Shdr *list, GElf_Shdr *text)
{
    Elf_Scn *section = elf_getscn(load->elf, list->sh_info);
    return section && gelf_getshdr(section, text) && text->sh_type == SHT_PROGBITS &&
           text->sh_flags & SHF_EXECINSTR;
}

/* Which instructions are atomic loads or stores: docs/abi.md, Atomic accesses.  Becomes words of the
 * image, for decode_op.c. */
static void
read_atomics(struct loading *load)
{
    struct sim_code *code = load->region->code;
    GElf_Shdr header, text;
    Elf_Scn *section = next_section(load, NULL, ".occ.atomics", &header);
    if (!load->object->lists_atomics || !section)
        return;
    load->object->lists_atomics = find_listed_code(load, &header, &text);
    if (!load->object->lists_atomics)
        return;
    Elf_Data *data = elf_getdata(section, NULL);
    size_t size = data ? data->d_size : 0;
    if (!data || size % 4 || (size && !data->d_buf))
        sim_error(load->device, "the list of atomic accesses has no whole number of entries");
    if (text.sh_addr % 4 || text.sh_addr / 4 < code->first || text.sh_addr / 4 > code->words ||
        text.sh_size / 4 > code->words - text.sh_addr / 4)
        sim_error(load->device, "the list of atomic accesses is for code that is not loaded");
    code->atomics = ARENA_ARRAY(&load->object->arena, size / 4, uint32_t);
    for (size_t i = 0; i < size / 4; i++) {
        uint32_t offset;
        memcpy(&offset, (const uint8_t *)data->d_buf + 4 * i, 4);
        uint32_t word = (uint32_t)(text.sh_addr + offset) / 4;
        if (offset % 4 || offset >= text.sh_size)
            sim_error(load->device, "the list of atomic accesses has 0x%x, no place in the code",
                      offset);
        if (i && word <= code->atomics[i - 1])
            sim_error(load->device, "the list of atomic accesses does not ascend at 0x%x", offset);
        code->atomics[code->atomic_count++] = word;
    }
}

/* The points of each section that has some; of several objects that were linked there may be several lists. */
static void
read_checks(struct loading *load)
{
    struct sim_code *code = load->region->code;
    GElf_Shdr header, text;
    for (Elf_Scn *section = NULL; (section = next_section(load, section, ".occ.check", &header));) {
        if (load->object->foreign || !find_listed_code(load, &header, &text))
            return;
        Elf_Data *data = elf_getdata(section, NULL);
        if (data && data->d_size && data->d_buf)
            checks_read(load->device, load->object, code, data->d_buf, data->d_size, text.sh_addr);
    }
}

static void
choose_target(struct loading *load)
{
    const struct gcn_target *found = NULL;
    unsigned mach = load->header.e_flags & 0xFF;
    for (unsigned i = 0; i < gcn_target_count && !found; i++)
        if (mach && gcn_targets[i].elf_mach == mach)
            found = &gcn_targets[i];
    /* Steppings of the ISA note: XNACK variants are the odd numbers from GFX9 on. */
    for (unsigned i = 0; i < gcn_target_count && !found && load->has_isa; i++) {
        const struct gcn_target *target = &gcn_targets[i];
        if (target->major == load->isa[0] && target->minor == load->isa[1] &&
            (target->step == load->isa[2] ||
             (load->isa[0] == 9 && target->step == (load->isa[2] & ~1u))))
            found = target;
    }
    if (!found)
        sim_error(load->device, "the object is for no target that is known (e_flags 0x%x)",
                  (unsigned)load->header.e_flags);
    if (load->device->target && gcn_covers(found, load->device->target))
        return;
    if (load->device->target && strcmp(load->device->target->like, found->like) != 0)
        sim_error(load->device, "the object is for %s, the device is a %s", found->name,
                  load->device->target->name);
    load->device->target = found;
}

static const struct sim_metadata_kernel *
metadata_of(struct loading *load, const char *symbol, size_t length)
{
    for (uint32_t i = 0; i < load->metadata.kernels.count; i++) {
        const struct sim_metadata_kernel *kernel = &load->metadata.kernels.at[i];
        const char *name = kernel->symbol ? kernel->symbol : kernel->name;
        size_t size = strlen(name);
        if (size > 3 &&
            (strcmp(name + size - 3, ".kd") == 0 || strcmp(name + size - 3, "@kd") == 0))
            size -= 3;
        if (size == length && memcmp(name, symbol, length) == 0)
            return kernel;
    }
    return NULL;
}

static void
add_kernel(struct loading *load, const char *name, size_t length, uint64_t value, bool code)
{
    struct sim_device *device = load->device;
    struct sim_object *object = load->object;
    size_t size = code ? sizeof(struct amd_kernel_code) : sizeof(struct kernel_descriptor);
    if (value > load->region->size || size > load->region->size - value)
        sim_error(device, "the descriptor of kernel %s is outside of the image", name);
    struct sim_kernel *kernel = &object->kernels[object->kernel_count++];
    kernel->name = arena_strndup(&object->arena, name, length);
    kernel->descriptor = load->region->base + value;
    kernel->object = object;
    if (code) {
        struct amd_kernel_code header;
        memcpy(&header, load->region->bytes + value, sizeof header);
        kernel->kernarg_size = (uint32_t)header.kernarg_segment_byte_size;
        kernel->kernarg_align = 1u << (header.kernarg_segment_alignment & 15);
        kernel->group_size = header.workgroup_group_segment_byte_size;
        kernel->private_size = header.workitem_private_segment_byte_size;
    } else {
        struct kernel_descriptor header;
        memcpy(&header, load->region->bytes + value, sizeof header);
        /* the guide has the largest work-group there, and says no size */
        kernel->kernarg_size = load->is_guide_form ? 0 : header.kernarg_size;
        kernel->kernarg_align = 16;
        kernel->group_size = header.group_segment_fixed_size;
        kernel->private_size = header.private_segment_fixed_size;
    }
    kernel->notes = (struct sim_kernel_notes){.vec_type_hint = "", .language = ""};
    const struct sim_metadata_kernel *meta = metadata_of(load, name, length);
    if (!meta)
        return;
    kernel->has_metadata = true;
    kernel->args = meta->args.at;
    kernel->arg_count = meta->args.count;
    memcpy(kernel->required_size, meta->required_size, sizeof kernel->required_size);
    const uint32_t *group = kernel->required_size;
    if ((group[0] || group[1] || group[2]) && !(group[0] && group[1] && group[2]))
        sim_error(device, "kernel %s: it requires work-groups of %u x %u x %u", kernel->name,
                  group[0], group[1], group[2]);
    kernel->max_size = meta->max_size;
    memcpy(kernel->language, meta->language, sizeof kernel->language);
    kernel->uniform = meta->uniform;
    kernel->notes = meta->notes;
    /* 0: not said (AMDGPUUsage, kernel descriptor, KERNARG_SIZE) */
    if (kernel->kernarg_size && meta->kernarg_size && kernel->kernarg_size != meta->kernarg_size)
        sim_error(device, "kernel %s: %u bytes of arguments by its descriptor, %u by the metadata",
                  kernel->name, kernel->kernarg_size, meta->kernarg_size);
    if (!kernel->kernarg_size)
        kernel->kernarg_size = meta->kernarg_size;
}

static void
visit_symbol(struct loading *load, const char *name, const GElf_Sym *symbol)
{
    size_t length = name ? strlen(name) : 0;
    if (!length || symbol->st_shndx == SHN_UNDEF)
        return;
    bool code = GELF_ST_TYPE(symbol->st_info) == SYMBOL_HSA_KERNEL;
    bool descriptor = length > 3 && (strcmp(name + length - 3, ".kd") == 0 ||
                                     strcmp(name + length - 3, "@kd") == 0);
    load->is_guide_form = descriptor && name[length - 3] == '@';
    if (descriptor)
        add_kernel(load, name, length - 3, symbol->st_value, false);
    else if (code)
        add_kernel(load, name, length, symbol->st_value, true);
    if (descriptor || code) {
        load->object->has_code_headers = !descriptor;
        load->object->version = descriptor ? 3 : 2;
    }
}

/* Kernels from .dynsym, or from .symtab when there is no .dynsym. */
static void
find_kernels(struct loading *load)
{
    for (unsigned pass = 0; pass < 2 && !load->object->kernel_count; pass++) {
        Elf_Scn *section = NULL;
        while (!load->object->kernel_count && (section = elf_nextscn(load->elf, section))) {
            GElf_Shdr header;
            if (!gelf_getshdr(section, &header) || !header.sh_entsize ||
                header.sh_type != (pass ? SHT_SYMTAB : SHT_DYNSYM))
                continue;
            Elf_Data *data = elf_getdata(section, NULL);
            size_t count = data ? data->d_size / sizeof(Elf64_Sym) : 0;
            load->object->kernels =
                ARENA_ARRAY(&load->object->arena, count ? count : 1, struct sim_kernel);
            for (size_t i = 0; data && i < count; i++) {
                GElf_Sym symbol;
                if (gelf_getsym(data, (int)i, &symbol))
                    visit_symbol(load, elf_strptr(load->elf, header.sh_link, symbol.st_name),
                                 &symbol);
            }
        }
    }
}

static void
add_function(struct loading *load, const char *name, const GElf_Sym *symbol)
{
    struct sim_function function = {
        .name = arena_strdup(&load->object->arena, name),
        .base = load->region->base + symbol->st_value,
        .size = symbol->st_size,
        .local = GELF_ST_BIND(symbol->st_info) == STB_LOCAL,
    };
    vec_push(&load->object->arena, &load->object->functions, function);
}

/* Does the symbol lie between those places of the image? */
static bool
lies_in(const GElf_Sym *symbol, uint64_t first, uint64_t end)
{
    return symbol->st_value >= first && symbol->st_value <= end &&
           symbol->st_size <= end - symbol->st_value;
}

static struct sim_variable
variable_of(struct loading *load, const char *name, const GElf_Sym *symbol)
{
    struct sim_variable variable = {.name = arena_strdup(&load->object->arena, name),
                                    .address = load->region->base + symbol->st_value,
                                    .size = symbol->st_size};
    vec_foreach (const uint64_t, place, &load->relocated)
        variable.has_address |= *place - symbol->st_value < symbol->st_size;
    return variable;
}

/* A variable that kernels may change, once. */
static void
add_variable(struct loading *load, const char *name, const GElf_Sym *symbol)
{
    const struct sim_region *region = load->region;
    if (!symbol->st_size || !lies_in(symbol, region->writable_first, region->writable_end))
        return;
    vec_foreach (const struct sim_variable, other, &load->object->variables)
        if (other->address == region->base + symbol->st_value && strcmp(other->name, name) == 0)
            return;
    struct sim_variable variable = variable_of(load, name, symbol);
    vec_push(&load->object->arena, &load->object->variables, variable);
}

/* A variable, constants too, that other objects may use: .dynsym has no others. */
static void
add_export(struct loading *load, const char *name, const GElf_Sym *symbol)
{
    if (!lies_in(symbol, 0, load->region->size))
        return;
    struct sim_variable variable = variable_of(load, name, symbol);
    vec_push(&load->object->arena, &load->object->exports, variable);
}

/* Where functions are, those of kernels too, and variables: a symbol may be in .symtab, .dynsym or
 * both. */
static void
find_symbols(struct loading *load)
{
    for (Elf_Scn *section = NULL; (section = elf_nextscn(load->elf, section)) != NULL;) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || !header.sh_entsize ||
            (header.sh_type != SHT_SYMTAB && header.sh_type != SHT_DYNSYM))
            continue;
        Elf_Data *data = elf_getdata(section, NULL);
        size_t count = data ? data->d_size / sizeof(Elf64_Sym) : 0;
        for (size_t i = 0; i < count; i++) {
            GElf_Sym symbol;
            const char *name = gelf_getsym(data, (int)i, &symbol)
                                   ? elf_strptr(load->elf, header.sh_link, symbol.st_name)
                                   : NULL;
            unsigned type = name ? GELF_ST_TYPE(symbol.st_info) : STT_NOTYPE;
            if (type == STT_NOTYPE || symbol.st_shndx == SHN_UNDEF)
                continue;
            if (type == STT_FUNC || type == SYMBOL_HSA_KERNEL)
                add_function(load, name, &symbol);
            if (type == STT_OBJECT)
                add_variable(load, name, &symbol);
            if (type == STT_OBJECT && header.sh_type == SHT_DYNSYM)
                add_export(load, name, &symbol);
        }
    }
}

/* Its bytes, which live as long as the object; compressed ones are not read. */
static struct lines_section
section_bytes(struct loading *load, const char *name)
{
    GElf_Shdr header;
    bool is_there = next_section(load, NULL, name, &header) && header.sh_type != SHT_NOBITS &&
                    !(header.sh_flags & SHF_COMPRESSED) && header.sh_offset <= load->size &&
                    header.sh_size <= load->size - header.sh_offset;
    return is_there ? (struct lines_section){load->bytes + header.sh_offset, header.sh_size}
                    : (struct lines_section){NULL, 0};
}

static void
read_lines(struct loading *load)
{
    const struct sim_code *code = load->region->code;
    lines_read(&load->object->lines, &load->object->arena, section_bytes(load, ".debug_line"),
               section_bytes(load, ".debug_line_str"), section_bytes(load, ".debug_str"),
               (uint64_t)code->first * 4, (uint64_t)code->words * 4);
}

/* Linkers put the section headers after all else: what was cut off misses them first. */
static bool
is_cut_off(const struct loading *load)
{
    uint64_t at = load->header.e_shoff;
    uint64_t bytes = (uint64_t)load->header.e_shnum * load->header.e_shentsize;
    return at > load->size || bytes > load->size - at;
}

/* May the object run where memories correct errors?  Before version 3 none says that it may not. */
static bool
may_have_sramecc(const struct loading *load, unsigned abi, unsigned flags)
{
    if (!load->device->target->sramecc_supported)
        return false;
    return abi == ABI_VERSION_3  ? flags & FLAG_SRAMECC_3
           : abi > ABI_VERSION_3 ? (flags & FLAG_SRAMECC) != FLAG_SRAMECC_OFF
                                 : true;
}

static void
load_object(struct loading *load)
{
    static const char bundle[] = "__CLANG_OFFLOAD_BUNDLE__";
    struct sim_device *device = load->device;
    if (load->size >= sizeof bundle && memcmp(load->bytes, bundle, sizeof bundle - 1) == 0)
        sim_error(device, "a bundle of objects: `occ-obj extract` takes one out");
    if (!load->elf || elf_kind(load->elf) != ELF_K_ELF || !gelf_getehdr(load->elf, &load->header))
        sim_error(device, "not an ELF file");
    if (load->header.e_machine != MACHINE_AMDGPU)
        sim_error(device, "not an AMDGPU object (machine %u)", load->header.e_machine);
    if (load->header.e_type != ET_DYN && load->header.e_type != ET_EXEC)
        sim_error(device, "the object is not linked: a shared object is wanted");
    if (is_cut_off(load))
        sim_error(device, "the object is cut off: its section headers lie behind its end");
    if (elf_getphdrnum(load->elf, &load->segment_count) != 0 || load->segment_count > MAX_SEGMENTS)
        sim_error(device, "more than %u program headers", MAX_SEGMENTS);
    read_notes(load);
    choose_target(load);
    load_segments(load);
    if (!load->there)
        relocate(load);
    find_kernels(load);
    find_symbols(load);
    read_lines(load);
    vec_foreach (const char *, row, &load->metadata.formats)
        printf_add_format(device, &load->object->arena, load->object, *row);
    read_maker(load);
    read_atomics(load);
    read_checks(load);
    unsigned abi = load->header.e_ident[EI_ABIVERSION], flags = load->header.e_flags;
    if (!load->object->has_code_headers && abi >= ABI_VERSION_3 && abi <= ABI_VERSION_6)
        load->object->version = abi + 2;
    if (abi == ABI_VERSION_3)
        load->object->xnack = flags & FLAG_XNACK_3;
    else if (abi > ABI_VERSION_3)
        load->object->xnack =
            (flags & FLAG_XNACK) == FLAG_XNACK_ON ||
            ((flags & FLAG_XNACK) == FLAG_XNACK_ANY && device->target->xnack_default);
    load->region->code->sramecc = may_have_sramecc(load, abi, flags);
    load->object->next = device->objects;
    device->objects = load->object;
}

enum sim_status
sim_load(struct sim_device *device, const void *bytes, size_t size, struct sim_object **object)
{
    return sim_load_with(device, bytes, size, NULL, object);
}

static enum sim_status
load_into(struct sim_device *device, const void *bytes, size_t size,
          const struct sim_externals *externals, struct sim_region *there,
          struct sim_object **object)
{
    struct sim_object *volatile begun = NULL;
    struct loading *volatile kept = NULL;
    *object = NULL;
    if (setjmp(device->guard.target) != 0) {
        if (kept && kept->elf)
            elf_end(kept->elf);
        sim_take_message(device);
        if (begun)
            object_free(device, begun);
        return SIM_ERROR;
    }
    elf_version(EV_CURRENT);
    begun = object_new(device);
    struct loading *load = ARENA_NEW(&begun->arena, struct loading);
    kept = load;
    char *copy = arena_alloc(&begun->arena, size ? size : 1);
    memcpy(copy, bytes, size);
    load->device = device;
    load->object = begun;
    load->externals = externals;
    load->there = there;
    load->bytes = (const uint8_t *)copy;
    begun->bytes = copy;
    begun->size = size;
    load->size = size;
    load->elf = elf_memory(copy, size);
    load_object(load);
    elf_end(load->elf);
    *object = load->object;
    return SIM_OK;
}

enum sim_status
sim_load_with(struct sim_device *device, const void *bytes, size_t size,
              const struct sim_externals *externals, struct sim_object **object)
{
    return load_into(device, bytes, size, externals, NULL, object);
}

enum sim_status
sim_adopt(struct sim_device *device, const void *bytes, size_t size, uint64_t address,
          struct sim_object **object)
{
    struct sim_region *region = sim_region_at(device, address, 4);
    *object = NULL;
    if (!sim_is_executable(device, address)) {
        snprintf(device->message, sizeof device->message,
                 "no executable allocation begins at 0x%llx", (unsigned long long)address);
        return SIM_ERROR;
    }
    return load_into(device, bytes, size, NULL, region, object);
}
