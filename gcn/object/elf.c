/* memfd_create */
#define _GNU_SOURCE
#include "gcn/object/elf.h"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const struct reloc_type reloc_types[] = {
#define RELOC(number, name, size, place, got, shift, text, plain, dynamic)                         \
    [number] = {"R_AMDGPU_" #name, text, size, shift, place, got, plain, dynamic},
#include "gcn/object/reloc.def"
};

enum { PAGE = 0x1000 };

void
elf_file_init(struct elf_file *file, struct arena *arena, struct guard *guard)
{
    *file = (struct elf_file){.arena = arena, .guard = guard};
    vec_push(arena, &file->sections, (struct elf_section){.name = ""});
}

uint32_t
elf_section_new(struct elf_file *file, const char *name, uint32_t type, uint64_t flags,
                uint64_t align, unsigned segment_flags)
{
    struct elf_section section = {
        .name = name,
        .header = {.sh_type = type, .sh_flags = flags, .sh_addralign = align},
        .content = strbuf_new(file->arena),
        .segment_flags = segment_flags};
    vec_push(file->arena, &file->sections, section);
    return file->sections.count - 1;
}

uint32_t
elf_string(struct elf_section *strings, const char *name)
{
    if (!strings->content.length)
        strbuf_add(&strings->content, "", 1);
    if (!*name)
        return 0;
    uint32_t offset = (uint32_t)strings->content.length;
    strbuf_add(&strings->content, name, strlen(name) + 1);
    return offset;
}

/* Consecutive loadable sections of one protection form a PT_LOAD. */
static bool
starts_load(const struct elf_file *file, uint32_t i)
{
    const struct elf_section *section = &file->sections.at[i];
    if (!(section->header.sh_flags & SHF_ALLOC))
        return false;
    return i == 1 || !(section[-1].header.sh_flags & SHF_ALLOC) || section->starts_segment ||
           section[-1].segment_flags != section->segment_flags;
}

/* PT_PHDR, the loads, PT_DYNAMIC, PT_GNU_STACK, PT_NOTE. */
static unsigned
count_segments(const struct elf_file *file)
{
    unsigned count = 2;
    if (file->type == ET_REL)
        return 0;
    for (uint32_t i = 1; i < file->sections.count; i++) {
        uint32_t type = file->sections.at[i].header.sh_type;
        count += starts_load(file, i) + (type == SHT_DYNAMIC) + (type == SHT_NOTE);
    }
    return count;
}

/* In one load addresses and offsets go together; where one starts, within a page.  The first one has the headers at
 * its beginning, where both are 0. */
static void
fix_place(const struct elf_file *file, uint32_t i, uint64_t *offset, uint64_t *bias)
{
    uint64_t address = file->sections.at[i].fixed_address;
    if (i == 1)
        *bias = 0;
    else if (starts_load(file, i))
        *bias = address - *offset - ((address - *offset) & (PAGE - 1));
    *offset = address - *bias;
}

void
elf_layout(struct elf_file *file)
{
    uint64_t offset = sizeof(Elf64_Ehdr) + count_segments(file) * sizeof(Elf64_Phdr);
    uint64_t bias = 0; /* address - offset: one page more for each load, so none shares a page */
    for (uint32_t i = 1; i < file->sections.count; i++) {
        struct elf_section *section = &file->sections.at[i];
        Elf64_Shdr *header = &section->header;
        uint64_t align = header->sh_addralign ? header->sh_addralign : 1;
        if (header->sh_type == SHT_STRTAB && !section->content.length)
            strbuf_add(&section->content, "",
                       1); /* readers refuse a table without the empty name */
        offset = (offset + align - 1) & ~(align - 1);
        if (file->type != ET_REL && (header->sh_flags & SHF_ALLOC)) {
            if (i > 1 && starts_load(file, i))
                bias += PAGE;
            if (section->fixed_address)
                fix_place(file, i, &offset, &bias);
            header->sh_addr = offset + bias;
        }
        header->sh_offset = offset;
        header->sh_size = section->content.length + section->zeros;
        offset += section->content.length; /* zeros have no place in the file, and end a load */
    }
}

/* For want of something of the system's: a descriptor, memory, room; libelf says what it lacks. */
static void
fail(struct elf_file *file)
{
    int system = errno, library = elf_errno();
    const char *why = library ? elf_errmsg(library) : system ? strerror(system) : "out of memory";
    guard_unwind(file->guard, GUARD_MEMORY,
                 arena_printf(file->arena, "cannot write the ELF file: %s", why));
}

/* Of the file's own and the segments': sections begin after it. */
static size_t
headers_end(const struct elf_file *file)
{
    return sizeof(Elf64_Ehdr) + count_segments(file) * sizeof(Elf64_Phdr);
}

static void
fill_header(struct elf_file *file, Elf *elf)
{
    Elf64_Ehdr *header = elf64_newehdr(elf);
    if (!header)
        fail(file);
    header->e_ident[EI_CLASS] = ELFCLASS64;
    header->e_ident[EI_DATA] = ELFDATA2LSB;
    header->e_ident[EI_VERSION] = EV_CURRENT;
    header->e_ident[EI_OSABI] = file->os_abi;
    header->e_ident[EI_ABIVERSION] = file->abi_version;
    header->e_type = file->type;
    header->e_machine = EM_AMDGPU;
    header->e_version = EV_CURRENT;
    header->e_flags = file->flags;
    header->e_shstrndx = (Elf64_Half)(file->sections.count - 1);
    header->e_shoff = headers_end(file);
    header->e_phoff = file->type == ET_REL ? 0 : sizeof(Elf64_Ehdr);
}

static void
add_section(struct elf_file *file, Elf *elf)
{
    (void)elf_errno();
    Elf_Scn *scn = elf_newscn(elf);
    bool is_made = scn && !elf_errno(); /* without memory it gives half a section */
    Elf64_Shdr *header = is_made ? elf64_getshdr(scn) : NULL;
    Elf_Data *data = header ? elf_newdata(scn) : NULL;
    if (!data)
        fail(file);
    header->sh_type = SHT_NOBITS; /* contents and headers of sections are copied: elf_write */
    header->sh_offset = headers_end(file);
    data->d_align = 1;
    data->d_type = ELF_T_BYTE;
}

static Elf64_Phdr
segment_of(uint32_t type, unsigned flags, const Elf64_Shdr *section)
{
    return (Elf64_Phdr){.p_type = type,
                        .p_flags = flags,
                        .p_offset = section->sh_offset,
                        .p_vaddr = section->sh_addr,
                        .p_paddr = section->sh_addr,
                        .p_filesz = section->sh_size,
                        .p_memsz = section->sh_size,
                        .p_align = section->sh_addralign};
}

static Elf64_Phdr *
fill_loads(const struct elf_file *file, Elf64_Phdr *next)
{
    Elf64_Phdr *load = NULL;
    for (uint32_t i = 1; i < file->sections.count; i++) {
        const struct elf_section *section = &file->sections.at[i];
        if (!(section->header.sh_flags & SHF_ALLOC))
            continue;
        if (starts_load(file, i)) {
            load = next++;
            *load = segment_of(PT_LOAD, section->segment_flags, &section->header);
            load->p_align = PAGE;
            if (i == 1) { /* the first load covers the headers too */
                load->p_offset = load->p_vaddr = load->p_paddr = 0;
            }
        }
        load->p_filesz = section->header.sh_offset + section->content.length - load->p_offset;
        load->p_memsz = section->header.sh_offset + section->header.sh_size - load->p_offset;
    }
    return next;
}

static void
fill_segments(struct elf_file *file, Elf *elf)
{
    unsigned count = count_segments(file);
    Elf64_Phdr *segments = elf64_newphdr(elf, count);
    if (!segments)
        fail(file);
    uint64_t size = count * sizeof(Elf64_Phdr);
    segments[0] = (Elf64_Phdr){.p_type = PT_PHDR,
                               .p_flags = PF_R,
                               .p_offset = sizeof(Elf64_Ehdr),
                               .p_vaddr = sizeof(Elf64_Ehdr),
                               .p_paddr = sizeof(Elf64_Ehdr),
                               .p_filesz = size,
                               .p_memsz = size,
                               .p_align = 8};
    Elf64_Phdr *next = fill_loads(file, segments + 1);
    for (uint32_t i = 1; i < file->sections.count; i++) {
        const Elf64_Shdr *header = &file->sections.at[i].header;
        if (header->sh_type == SHT_DYNAMIC)
            *next++ = segment_of(PT_DYNAMIC, PF_R | PF_W, header);
        if (header->sh_type == SHT_NOTE)
            *next++ = segment_of(PT_NOTE, PF_R, header);
    }
    *next = (Elf64_Phdr){.p_type = PT_GNU_STACK, .p_flags = PF_R | PF_W};
}

/* libelf writes only to file descriptors, so the file is a memfd, read back here. */
static bool
read_back(int fd, uint8_t *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(fd, bytes + done, size - done, (off_t)done);
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

/* Contents of sections, with zeros between them, and the headers, after what libelf has written. */
static void
copy_sections(const struct elf_file *file, uint8_t *bytes, uint64_t headers)
{
    uint64_t end = headers_end(file);
    for (uint32_t i = 0; i < file->sections.count; i++) {
        const struct elf_section *section = &file->sections.at[i];
        const Elf64_Shdr *header = &section->header;
        memcpy(bytes + headers + i * sizeof *header, header, sizeof *header);
        if (!section->content.length)
            continue;
        memset(bytes + end, 0, header->sh_offset - end);
        arena_copy(file->arena, bytes + header->sh_offset, section->content.text,
                   section->content.length);
        end = header->sh_offset + section->content.length;
    }
    memset(bytes + end, 0, headers - end);
}

struct image {
    Elf *elf;
    int fd;
};

static void
release_image(void *object)
{
    struct image *image = object;
    elf_end(image->elf);
    if (image->fd >= 0)
        close(image->fd);
}

/* What libelf takes of malloc: a descriptor and lists for each section.  It gets no contents, which it would write
 * at once, however long they are. */
static size_t
libelf_bound(const struct elf_file *file)
{
    return file->sections.count * (size_t)1024;
}

const uint8_t *
elf_write(struct elf_file *file, size_t *size)
{
    struct image image = {NULL, -1};
    struct cleanup cleanup;
    (void)elf_errno();
    errno = 0;
    image.fd = memfd_create("occ", MFD_CLOEXEC);
    elf_version(EV_CURRENT);
    arena_charge(file->arena, libelf_bound(file));
    guard_push(file->guard, &cleanup, release_image, &image);
    Elf *elf = image.elf = image.fd < 0 ? NULL : elf_begin(image.fd, ELF_C_WRITE, NULL);
    if (!elf)
        fail(file);
    elf_flagelf(elf, ELF_C_SET, ELF_F_LAYOUT); /* offsets are ours */
    fill_header(file, elf);
    if (file->type != ET_REL)
        fill_segments(file, elf);
    for (uint32_t i = 1; i < file->sections.count; i++)
        add_section(file, elf);
    bool is_written = elf_update(elf, ELF_C_WRITE) > 0;
    const Elf64_Shdr *last = &file->sections.at[file->sections.count - 1].header;
    uint64_t headers = (last->sh_offset + last->sh_size + 7) & ~UINT64_C(7);
    *size = headers + file->sections.count * sizeof(Elf64_Shdr);
    uint8_t *bytes = arena_alloc_raw(file->arena, *size);
    if (!is_written || !read_back(image.fd, bytes, headers_end(file)))
        fail(file);
    memcpy(bytes + offsetof(Elf64_Ehdr, e_shoff), &headers, sizeof headers);
    copy_sections(file, bytes, headers);
    guard_pop(file->guard, &cleanup);
    release_image(&image);
    return bytes;
}

static void
pad_note(struct strbuf *notes)
{
    while (notes->length & 3)
        strbuf_add(notes, "", 1);
}

void
elf_add_note(struct strbuf *notes, uint32_t type, const char *owner, const void *bytes, size_t size)
{
    Elf64_Nhdr header = {(Elf64_Word)strlen(owner) + 1, (Elf64_Word)size, type};
    strbuf_add(notes, (const char *)&header, sizeof header);
    strbuf_add(notes, owner, header.n_namesz);
    pad_note(notes);
    strbuf_add(notes, bytes, size);
    pad_note(notes);
}
