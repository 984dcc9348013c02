/* Global memory: allocations at simulated addresses, with a gap after each so that a small overrun
 * never lands in a neighbour.  Addresses ascend; after the last one they begin anew with what is free
 * by then, compactly: what was freed last is used again last, and a stale pointer finds nothing for as
 * long as that takes. */
#include "runtime/sim/device/load.h"

enum { MEMORY_GAP = 4096, BORDER_ALIGN = 256 };

/* Where the upper half of an address changes; where the addresses of GFX6 end, and so all here. */
static const uint64_t BORDER = UINT64_C(1) << 32, END = UINT64_C(1) << 40;
static const uint64_t MAX_SIZE = UINT64_C(1) << 38;

void *
sim_host_alloc(struct sim_device *device, size_t size)
{
    void *block = device->allocator.alloc(device->allocator.data, size ? size : 1);
    if (!block)
        guard_unwind(&device->guard, GUARD_MEMORY, "out of memory");
    return block;
}

void
sim_host_release(struct sim_device *device, void *block)
{
    if (block)
        device->allocator.release(device->allocator.data, block);
}

/* Puts it where its address belongs in the list. */
static void
insert_region(struct sim_device *device, struct sim_region *region)
{
    vec_push(&device->arena, &device->regions, region);
    uint32_t at = device->regions.count - 1;
    for (; at && device->regions.at[at - 1]->base > region->base; at--)
        device->regions.at[at] = device->regions.at[at - 1];
    device->regions.at[at] = region;
}

static void
check_size(struct sim_device *device, uint64_t size)
{
    if (size > MAX_SIZE)
        sim_error(device, "allocation of %llu bytes is too large", (unsigned long long)size);
}

static struct sim_region *
add_region(struct sim_device *device, uint64_t base, uint64_t size, void *host)
{
    check_size(device, size);
    struct sim_region *region = device->free_regions;
    if (region)
        device->free_regions = region->next_free;
    else
        region = ARENA_NEW(&device->arena, struct sim_region);
    *region = (struct sim_region){.base = base, .size = size, .bytes = host};
    /* Into the list first, so that what it owns is freed whatever fails from here on. */
    insert_region(device, region);
    if (!host) {
        region->size = 0;
        region->bytes = sim_host_alloc(device, size);
        region->size = size;
        region->owned = true;
        memset(region->bytes, 0, size);
    }
    return region;
}

/* How many regions start at or below the address, by binary search. */
static uint32_t
count_below(const struct sim_device *device, uint64_t address)
{
    uint32_t low = 0, high = device->regions.count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (device->regions.at[middle]->base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The last region that starts at or below the address. */
static struct sim_region *
find_region(struct sim_device *device, uint64_t address)
{
    struct sim_region *last = device->last_region;
    if (last && address - last->base < last->size)
        return last;
    uint32_t count = count_below(device, address);
    return count ? device->regions.at[count - 1] : NULL;
}

/* After that many bytes there, and a gap. */
static uint64_t
behind(uint64_t base, uint64_t size)
{
    return (base + size + 2 * MEMORY_GAP - 1) / MEMORY_GAP * MEMORY_GAP;
}

/* The first address from this one on where so many bytes have room; 0: none. */
static uint64_t
find_room(const struct sim_device *device, uint64_t address, uint64_t size)
{
    uint32_t first = count_below(device, address);
    for (uint32_t i = first ? first - 1 : 0; i < device->regions.count; i++) {
        const struct sim_region *region = device->regions.at[i];
        if (address + size + MEMORY_GAP <= region->base)
            break;
        uint64_t next = behind(region->base, region->size);
        address = next > address ? next : address;
    }
    return address <= END - size ? address : 0;
}

struct sim_region *
sim_region_new(struct sim_device *device, uint64_t size, void *host)
{
    check_size(device, size);
    uint64_t base = find_room(device, device->next_address, size);
    if (!base) {
        device->keeps_close = true;
        base = find_room(device, SIM_FIRST_ADDRESS, size);
    }
    if (!base)
        sim_error(device, "no %llu bytes of addresses are free", (unsigned long long)size);
    struct sim_region *region = add_region(device, base, size, host);
    device->next_address = behind(base, size);
    return region;
}

struct sim_region *
sim_region_at(struct sim_device *device, uint64_t address, uint64_t size)
{
    struct sim_region *region = find_region(device, address);
    if (!region || address - region->base > region->size ||
        size > region->size - (address - region->base))
        return NULL;
    device->last_region = region;
    return region;
}

/* Names the nearest allocation. */
static _Noreturn void
fault_out_of_bounds(struct sim_wave *wave, const struct sim_op *op, int lane, uint64_t address,
                    uint32_t size, bool write)
{
    struct sim_device *device = wave->device;
    struct arena *arena = wave->group->arena;
    sim_blame(device, SIM_CAUSE_MEMORY, address);
    const char *what = arena_printf(arena, "out of bounds: %s of %u bytes at 0x%llx",
                                    write ? "write" : "read", size, (unsigned long long)address);
    struct sim_region *before = find_region(device, address);
    struct sim_region *after = find_region(device, address + MEMORY_GAP);
    uint64_t end = before ? before->base + before->size : 0;
    uint64_t distance = address - end; /* after the end; enormous: the access begins inside */
    if (before && address < end)
        sim_fault(wave, op, lane, "%s, the last %llu of them behind the end of %s, %llu bytes",
                  what, (unsigned long long)(address + size - end),
                  sim_owner(device, arena, before), (unsigned long long)before->size);
    if (after && after != before && (!before || after->base - address < distance))
        sim_fault(wave, op, lane, "%s, %llu bytes before %s", what,
                  (unsigned long long)(after->base - address), sim_owner(device, arena, after));
    if (before && distance == 0)
        sim_fault(wave, op, lane, "%s, right behind the end of %s, %llu bytes", what,
                  sim_owner(device, arena, before), (unsigned long long)before->size);
    if (before && distance < MEMORY_GAP)
        sim_fault(wave, op, lane, "%s, %llu bytes behind the end of %s, %llu bytes", what,
                  (unsigned long long)distance, sim_owner(device, arena, before),
                  (unsigned long long)before->size);
    sim_fault(wave, op, lane, "%s, where nothing is%s", what,
              address < MEMORY_GAP ? ": a null pointer" : "");
}

static _Noreturn void
fault_denied(struct sim_wave *wave, const struct sim_op *op, int lane, uint64_t address,
             uint32_t size, const struct sim_region *region, bool write)
{
    sim_blame(wave->device, SIM_CAUSE_MEMORY, address);
    sim_fault(wave, op, lane,
              "%s of %u bytes at 0x%llx, byte %llu of %s, which kernels may only %s",
              write ? "write" : "read", size, (unsigned long long)address,
              (unsigned long long)(address - region->base),
              sim_owner(wave->device, wave->group->arena, region), write ? "read" : "write");
}

/* The host's memory for scratch, where it has given none to the queue of the running packet. */
static bool
is_beside_scratch(const struct sim_device *device, const struct sim_region *region,
                  uint64_t address, uint32_t size)
{
    return region->scratch_wave_size && device->has_host_queue &&
           (address < device->scratch_address ||
            address + size > device->scratch_address + device->scratch_size);
}

uint8_t *
sim_global(struct sim_wave *wave, const struct sim_op *op, int lane, uint64_t address,
           uint32_t size, bool write, struct sim_region **out)
{
    struct sim_device *device = wave->device;
    struct sim_region *region = sim_region_at(device, address, size);
    if (!region || is_beside_scratch(device, region, address, size))
        fault_out_of_bounds(wave, op, lane, address, size, write);
    uint64_t offset = address - region->base;
    if (sim_is_denied(region, write))
        fault_denied(wave, op, lane, address, size, region, write);
    if (write && region->image && device->strict && !device->stores_code &&
        (offset < region->writable_first || offset + size > region->writable_end))
        sim_fault(wave, op, lane, "write to read-only byte 0x%llx of a code object",
                  (unsigned long long)offset);
    if (write)
        OBSERVE(device, write, device, region, offset, size);
    OBSERVE(device, place, wave, lane, address, size, region->bytes + offset, write, false);
    *out = region;
    return region->bytes + offset;
}

bool
sim_is_scratch(struct sim_device *device, uint64_t address)
{
    const struct sim_region *region = sim_region_at(device, address, 1);
    return region && region->scratch_wave_size;
}

uint8_t *
sim_shadow_of(struct sim_device *device, struct sim_region *region)
{
    if (!region->shadow) {
        region->shadow = sim_host_alloc(device, region->size);
        memset(region->shadow, 0, region->size);
        region->owns_shadow = true;
    }
    return region->shadow;
}

static void
note_undefined(struct sim_wave *wave, const struct sim_op *op, struct sim_region *region,
               uint64_t offset, uint32_t size, bool is_whole)
{
    const char *kernel = wave->device->kernel->name;
    if (!region->first_undefined_kernel) {
        region->first_undefined_pc = op->pc;
        region->first_undefined_kernel = kernel;
    }
    if (is_whole && !region->undefined_store.kernel)
        region->undefined_store = (struct sim_undefined_store){offset, size, op->pc, kernel};
}

void
sim_store_shadow(struct sim_wave *wave, const struct sim_op *op, struct sim_region *region,
                 uint64_t address, uint32_t size, const uint8_t *shadow)
{
    bool some = false, all = true;
    for (uint32_t i = 0; i < size; i++) {
        some |= shadow[i] != 0;
        all &= shadow[i] != 0;
    }
    /* a region without a shadow needs none until an uninitialised byte is stored */
    if ((!some && !region->shadow) || region->is_hosts)
        return;
    memcpy(sim_shadow_of(wave->device, region) + (address - region->base), shadow, size);
    if (some)
        note_undefined(wave, op, region, address - region->base, size, all);
}

bool
sim_undefined_store(struct sim_device *device, uint64_t address, struct sim_undefined_store *store)
{
    struct sim_region *region = sim_region_at(device, address, 0);
    *store = region ? region->undefined_store : (struct sim_undefined_store){.kernel = NULL};
    if (region)
        region->undefined_store.kernel = NULL;
    return store->kernel;
}

static void
free_region(struct sim_device *device, struct sim_region *region)
{
    if (region->owned)
        sim_host_release(device, region->bytes);
    if (region->owns_shadow)
        sim_host_release(device, region->shadow);
    sim_code_release(device, region);
    region->next_free = device->free_regions;
    device->free_regions = region;
}

void
sim_memory_free(struct sim_device *device)
{
    for (uint32_t i = 0; i < device->regions.count; i++)
        free_region(device, device->regions.at[i]);
}

void
sim_cross_border(struct sim_device *device, uint64_t before)
{
    uint64_t end = device->next_address + before;
    if (end < END && !device->keeps_close)
        device->next_address = (end + BORDER - 1) / BORDER * BORDER - before;
}

static uint64_t
allocate(struct sim_device *device, uint64_t size, void *host, uint8_t *shadow, bool raw)
{
    if (setjmp(device->guard.target) != 0) {
        sim_take_message(device);
        return 0;
    }
    if (size > BORDER_ALIGN)
        sim_cross_border(device, (size / 2 + BORDER_ALIGN - 1) / BORDER_ALIGN * BORDER_ALIGN);
    struct sim_region *region = sim_region_new(device, size, host);
    region->shadow = shadow;
    if (raw)
        memset(sim_shadow_of(device, region), 0xFF, size);
    return region->base;
}

uint64_t
sim_alloc(struct sim_device *device, uint64_t size)
{
    return allocate(device, size, NULL, NULL, false);
}

uint64_t
sim_alloc_raw(struct sim_device *device, uint64_t size)
{
    return allocate(device, size, NULL, NULL, device->options.strict);
}

uint64_t
sim_map(struct sim_device *device, void *host, uint8_t *undefined, uint64_t size)
{
    return allocate(device, size, host, undefined, false);
}

/* Does a region lie in that range, or within a gap of it? */
static bool
is_taken(const struct sim_device *device, uint64_t base, uint64_t size)
{
    for (uint32_t i = 0; i < device->regions.count; i++) {
        const struct sim_region *region = device->regions.at[i];
        if (region->base < base + size + MEMORY_GAP &&
            base < region->base + region->size + MEMORY_GAP)
            return true;
    }
    return false;
}

/* host NULL: bytes of the device's own. */
static uint64_t
place(struct sim_device *device, uint64_t base, uint64_t size, void *host, uint8_t *undefined)
{
    if (setjmp(device->guard.target) != 0) {
        sim_take_message(device);
        return 0;
    }
    if (base < SIM_SHARED_FIRST || base > SIM_SHARED_END || size > SIM_SHARED_END - base)
        sim_error(device, "memory at 0x%llx cannot be shared at its address",
                  (unsigned long long)base);
    if (is_taken(device, base, size))
        sim_error(device, "memory at 0x%llx is too near to what is mapped there",
                  (unsigned long long)base);
    struct sim_region *region = add_region(device, base, size, host);
    region->shadow = undefined;
    return base;
}

uint64_t
sim_map_shared(struct sim_device *device, void *host, uint8_t *undefined, uint64_t size)
{
    return place(device, (uintptr_t)host, size, host, undefined);
}

uint64_t
sim_map_at(struct sim_device *device, uint64_t address, void *host, uint8_t *undefined,
           uint64_t size)
{
    return place(device, address, size, host, undefined);
}

uint64_t
sim_alloc_at(struct sim_device *device, uint64_t address, uint64_t size)
{
    return place(device, address, size, NULL, NULL);
}

void
sim_set_scratch(struct sim_device *device, uint64_t address)
{
    struct sim_region *region = sim_region_at(device, address, 0);
    if (region && region->base == address)
        region->scratch_wave_size = 1;
}

void
sim_set_access(struct sim_device *device, uint64_t address, enum sim_access access)
{
    struct sim_region *region = sim_region_at(device, address, 0);
    if (region && region->base == address)
        region->access = (uint8_t)access;
}

void
sim_set_hosts(struct sim_device *device, uint64_t address)
{
    struct sim_region *region = sim_region_at(device, address, 0);
    if (region && region->base == address)
        region->is_hosts = true;
}

/* Whose region goes, and is the host's: it goes with it. */
static void
end_adopted(struct sim_device *device, const struct sim_region *region)
{
    for (struct sim_object *object = device->objects; object; object = object->next)
        if (object->is_adopted && object->region == region) {
            sim_unload(device, object);
            return;
        }
}

/* Cores may have copies of what is decoded of it. */
static void
end_code(struct sim_device *device, struct sim_region *region)
{
    end_adopted(device, region);
    if (!region->owns_code)
        return;
    if (device->jobs)
        device->jobs->forget(device);
    OBSERVE(device, forget, device);
}

void
sim_free(struct sim_device *device, uint64_t address)
{
    for (uint32_t i = 0; i < device->regions.count; i++) {
        struct sim_region *region = device->regions.at[i];
        if (region->base != address)
            continue;
        end_code(device, region);
        device->regions.count--;
        memmove(device->regions.at + i, device->regions.at + i + 1,
                (device->regions.count - i) * sizeof *device->regions.at);
        if (device->last_region == region)
            device->last_region = NULL;
        free_region(device, region);
        return;
    }
}

enum sim_status
sim_write(struct sim_device *device, uint64_t address, const void *bytes, uint64_t size)
{
    struct sim_region *region = sim_region_at(device, address, size);
    if (!region) {
        snprintf(device->message, sizeof device->message, "host write outside of any allocation");
        return SIM_ERROR;
    }
    memcpy(region->bytes + (address - region->base), bytes, size);
    if (region->shadow)
        memset(region->shadow + (address - region->base), 0, size);
    return SIM_OK;
}

/* Nothing here may ask for memory. */
static void
tell_undefined(struct sim_device *device, const struct sim_region *region, uint64_t byte)
{
    const char *kernel = region->first_undefined_kernel;
    char stored[256] = "never written", line[128] = "";
    struct sim_place place;
    if (kernel && sim_find_source(device, region->first_undefined_pc, &place))
        snprintf(line, sizeof line, ", %.100s:%u", place.name, place.line);
    if (kernel)
        snprintf(stored, sizeof stored, "first stored by kernel %.80s at pc 0x%llx%s", kernel,
                 (unsigned long long)region->first_undefined_pc, line);
    snprintf(device->message, sizeof device->message,
             "the host reads uninitialised data: byte %llu of an allocation of %llu; %s",
             (unsigned long long)byte, (unsigned long long)region->size, stored);
}

enum sim_status
sim_read(struct sim_device *device, uint64_t address, void *bytes, uint64_t size)
{
    struct sim_region *region = sim_region_at(device, address, size);
    if (!region) {
        snprintf(device->message, sizeof device->message, "host read outside of any allocation");
        return SIM_ERROR;
    }
    uint64_t start = address - region->base;
    memcpy(bytes, region->bytes + start, size);
    if (!region->shadow || !device->options.strict)
        return SIM_OK;
    for (uint64_t i = 0; i < size; i++) {
        if (!region->shadow[start + i])
            continue;
        tell_undefined(device, region, start + i);
        return SIM_FAULT;
    }
    return SIM_OK;
}

void *
sim_host_pointer(struct sim_device *device, uint64_t address, uint64_t size)
{
    struct sim_region *region = sim_region_at(device, address, size);
    return region ? region->bytes + (address - region->base) : NULL;
}

/* ---- the queue, as kernels and the packet processor see it ---- */

void *
queue_memory(struct sim_device *device, uint64_t address, uint64_t size, const char *what)
{
    struct sim_region *region = sim_region_at(device, address, size);
    if (!region)
        sim_error(device, "the packet processor finds no %s at 0x%llx", what,
                  (unsigned long long)address);
    return region->bytes + (address - region->base);
}

struct amd_queue *
queue_object(struct sim_device *device)
{
    return queue_memory(device, device->queue_address, sizeof(struct amd_queue), "queue");
}
