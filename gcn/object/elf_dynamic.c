/* What a dynamic loader reads: .hash, .dynamic. */
#include "gcn/object/elf.h"

#include <string.h>

/* The hash function of the System V ABI, chapter 5. */
static uint32_t
hash_name(const char *name)
{
    uint32_t hash = 0;
    for (; *name; name++) {
        hash = (hash << 4) + (unsigned char)*name;
        hash = (hash ^ (hash >> 24 & 0xf0)) & 0x0fffffff;
    }
    return hash;
}

static struct elf_section *
section(struct elf_file *file, uint32_t index)
{
    return &file->sections.at[index];
}

void
elf_fill_hash(struct elf_file *file, const struct elf_dynamic *dynamic)
{
    const Elf64_Sym *symbols = (const Elf64_Sym *)section(file, dynamic->symbols)->content.text;
    const char *names = section(file, dynamic->strings)->content.text;
    uint32_t count = (uint32_t)(section(file, dynamic->symbols)->content.length / sizeof *symbols);
    uint32_t *table = ARENA_ARRAY(file->arena, 2 + 2 * (size_t)count, uint32_t);
    uint32_t *buckets = table + 2, *chains = buckets + count;
    table[0] = table[1] = count; /* as many buckets as symbols */
    for (uint32_t i = 1; i < count; i++) {
        uint32_t *bucket = &buckets[hash_name(names + symbols[i].st_name) % count];
        chains[i] = *bucket;
        *bucket = i;
    }
    strbuf_add(&section(file, dynamic->hash)->content, (const char *)table,
               (2 + 2 * (size_t)count) * 4);
}

void
elf_fill_dynamic(struct elf_file *file, const struct elf_dynamic *dynamic)
{
    const Elf64_Shdr *strings = &section(file, dynamic->strings)->header;
    const Elf64_Shdr *rela = &section(file, dynamic->rela)->header; /* the null section: zeros */
    const Elf64_Dyn entries[] = {
        {DT_SYMTAB, {section(file, dynamic->symbols)->header.sh_addr}},
        {DT_SYMENT, {sizeof(Elf64_Sym)}},
        {DT_STRTAB, {strings->sh_addr}},
        {DT_STRSZ, {strings->sh_size}},
        {DT_HASH, {section(file, dynamic->hash)->header.sh_addr}},
        {DT_RELA, {rela->sh_addr}},
        {DT_RELASZ, {rela->sh_size}},
        {DT_RELAENT, {sizeof(Elf64_Rela)}},
    };
    const Elf64_Dyn null = {DT_NULL, {0}};
    size_t size = sizeof entries - (dynamic->rela ? 0 : 3 * sizeof *entries);
    struct strbuf *content = &section(file, dynamic->dynamic)->content;
    if (!content->length) {
        strbuf_add(content, (const char *)entries, size);
        strbuf_add(content, (const char *)&null, sizeof null);
    } else {
        memcpy(content->text, entries, size);
    }
}

static void
link_section(struct elf_file *file, uint32_t index, uint32_t link, uint32_t info,
             uint64_t entry_size)
{
    Elf64_Shdr *header = &section(file, index)->header;
    header->sh_link = link;
    header->sh_info = info;
    header->sh_entsize = entry_size;
}

void
elf_link_dynamic(struct elf_file *file, const struct elf_dynamic *dynamic)
{
    link_section(file, dynamic->symbols, dynamic->strings, 1, sizeof(Elf64_Sym));
    link_section(file, dynamic->hash, dynamic->symbols, 0, 4);
    if (dynamic->rela)
        link_section(file, dynamic->rela, dynamic->symbols, 0, sizeof(Elf64_Rela));
    link_section(file, dynamic->dynamic, dynamic->strings, 0, sizeof(Elf64_Dyn));
}
