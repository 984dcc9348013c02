/* What the machine has: a node with the host's cores, and a node for each GPU, with what the card of its target
 * is sold with (gcn/card). */
#include "runtime/kfd/packet.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    AMD = 0x1002, /* PCI vendor */
    FIRMWARE =
        730, /* from 420 on GFX7, 685 on GFX8 the runtime invalidates caches of code itself */
    SDMA_FIRMWARE = 450,
    SCRATCH_WAVES = 32, /* of a compute unit */
    WAVE = 64,
    LINK_WEIGHT = 20, /* PCI Express */
    LINK_MBS = 16000,
    CPU_LINE = 64,
};
static const uint64_t LDS_BASE = UINT64_C(1) << 48, SCRATCH_BASE = UINT64_C(2) << 48;
static const uint64_t KIB = 1024, MIB = 1024 * 1024;

static HSAKMT_STATUS
check(uint32_t node)
{
    return !kfd_is_open()             ? HSAKMT_STATUS_KERNEL_IO_CHANNEL_NOT_OPENED
           : node > the_kfd.gpu_count ? HSAKMT_STATUS_INVALID_NODE_UNIT
                                      : HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS
hsaKmtAcquireSystemProperties(HsaSystemProperties *properties)
{
    HSAKMT_STATUS status = check(0);
    if (status != HSAKMT_STATUS_SUCCESS)
        return status;
    if (!properties)
        return HSAKMT_STATUS_INVALID_PARAMETER;
    *properties = (HsaSystemProperties){.NumNodes = 1 + the_kfd.gpu_count};
    return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS
hsaKmtReleaseSystemProperties(void)
{
    return check(0);
}

/* ---- nodes ---- */

enum { CPU_BANKS = 1, CPU_CACHES = 3, GPU_BANKS = 3, GPU_CACHES = 4 };

static uint32_t
cores(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (uint32_t)count : 1;
}

static void
describe_host(HsaNodeProperties *node)
{
    node->NumCPUCores = cores();
    node->NumMemoryBanks = CPU_BANKS;
    node->NumCaches = CPU_CACHES;
    node->MaxEngineClockMhzCCompute = 3000;
    node->DrmRenderMinor = -1;
}

static void
put_name(HSAuint16 *to, const char *name)
{
    for (unsigned i = 0; i + 1 < HSA_PUBLIC_NAME_SIZE && name[i]; i++)
        to[i] = (unsigned char)name[i];
}

static HSA_CAPABILITY
capability_of(const struct gcn_target *target)
{
    HSA_CAPABILITY capability = {.Value = 0};
    capability.ui32.QueueSizePowerOfTwo = 1;
    capability.ui32.QueueSize32bit = 1;
    capability.ui32.DoorbellType = kfd_doorbell_type(target) & 3;
    capability.ui32.AQLQueueDoubleMap = target->generation < 9;
    capability.ui32.SRAM_EDCSupport = target->sramecc_supported;
    return capability;
}

static void
describe_gpu(const struct kfd_gpu *gpu, HsaNodeProperties *node)
{
    const struct gcn_card *card = gpu->card;
    const struct gcn_target *target = gpu->target;
    node->NumFComputeCores = card->compute_units * GCN_CARD_SIMDS;
    node->NumMemoryBanks = GPU_BANKS;
    node->NumCaches = GPU_CACHES;
    node->NumIOLinks = 1;
    node->FComputeIdLo = 0x80000000u + gpu->node * 0x1000;
    node->Capability = capability_of(target);
    node->MaxWavesPerSIMD = target->max_waves;
    node->LDSSizeInKB = target->lds_size / KIB;
    node->WaveFrontSize = WAVE;
    node->NumShaderBanks = card->engines;
    node->NumArrays = card->arrays_per_engine;
    node->NumCUPerArray = card->units_per_array;
    node->NumSIMDPerCU = GCN_CARD_SIMDS;
    node->MaxSlotsScratchCU = SCRATCH_WAVES;
    node->EngineId.ui32.uCode = FIRMWARE;
    node->uCodeEngineVersions.uCodeSDMA = SDMA_FIRMWARE;
    node->EngineId.ui32.Major = target->major;
    node->EngineId.ui32.Minor = target->minor;
    node->EngineId.ui32.Stepping = target->step;
    node->VendorId = AMD;
    node->DeviceId = card->pci_device;
    node->LocationId = gpu->node << 8;
    node->LocalMemSize = card->memory_mib * MIB;
    node->MaxEngineClockMhzFCompute = card->engine_mhz;
    node->MaxEngineClockMhzCCompute = 3000;
    node->DrmRenderMinor = (HSAint32)(127 + gpu->node);
    put_name(node->MarketingName, card->name);
    snprintf((char *)node->AMDName, sizeof node->AMDName, "%s", card->asic);
    node->NumSdmaEngines = card->sdma_engines;
    node->NumSdmaXgmiEngines = card->sdma_xgmi_engines;
    node->NumSdmaQueuesPerEngine = card->sdma_queues;
    node->NumCpQueues = 24;
    node->UniqueID = 0x0CC0000000000000u + gpu->node;
}

HSAKMT_STATUS
hsaKmtGetNodeProperties(HSAuint32 node, HsaNodeProperties *properties)
{
    HSAKMT_STATUS status = check(node);
    if (status != HSAKMT_STATUS_SUCCESS)
        return status;
    if (!properties)
        return HSAKMT_STATUS_INVALID_PARAMETER;
    memset(properties, 0, sizeof *properties);
    if (node)
        describe_gpu(kfd_gpu_of(node), properties);
    else
        describe_host(properties);
    return HSAKMT_STATUS_SUCCESS;
}

/* ---- memory ---- */

static uint64_t
host_bytes(void)
{
    return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

HSAKMT_STATUS
hsaKmtGetNodeMemoryProperties(HSAuint32 node, HSAuint32 count, HsaMemoryProperties *banks)
{
    HSAKMT_STATUS status = check(node);
    if (status != HSAKMT_STATUS_SUCCESS)
        return status;
    HsaMemoryProperties all[GPU_BANKS];
    memset(all, 0, sizeof all);
    if (!node) {
        all[0].HeapType = HSA_HEAPTYPE_SYSTEM;
        all[0].SizeInBytes = host_bytes();
        all[0].Width = 64;
        all[0].MemoryClockMax = 1600;
    } else {
        const struct kfd_gpu *gpu = kfd_gpu_of(node);
        all[0].HeapType = HSA_HEAPTYPE_FRAME_BUFFER_PRIVATE;
        all[0].SizeInBytes = gpu->card->memory_mib * MIB;
        all[0].Width = gpu->card->memory_bits;
        all[0].MemoryClockMax = gpu->card->memory_mhz;
        all[1].HeapType = HSA_HEAPTYPE_GPU_LDS;
        all[1].SizeInBytes = gpu->target->lds_size;
        all[1].VirtualBaseAddress = LDS_BASE;
        all[2].HeapType = HSA_HEAPTYPE_GPU_SCRATCH;
        all[2].SizeInBytes = UINT64_C(1) << 32;
        all[2].VirtualBaseAddress = SCRATCH_BASE;
    }
    for (unsigned i = 0; i < count && i < (node ? GPU_BANKS : CPU_BANKS); i++)
        banks[i] = all[i];
    return HSAKMT_STATUS_SUCCESS;
}

/* ---- caches ---- */

static void
put_cache(HsaCacheProperties *cache, uint32_t level, uint32_t kib, uint32_t line, bool is_gpu,
          bool is_code)
{
    cache->CacheLevel = level;
    cache->CacheSize = kib;
    cache->CacheLineSize = line;
    cache->CacheLinesPerTag = 1;
    cache->CacheType.ui32.Data = !is_code;
    cache->CacheType.ui32.Instruction = is_code;
    cache->CacheType.ui32.CPU = !is_gpu;
    cache->CacheType.ui32.HSACU = is_gpu;
    cache->SiblingMap[0] = 1;
}

HSAKMT_STATUS
hsaKmtGetNodeCacheProperties(HSAuint32 node, HSAuint32 processor, HSAuint32 count,
                             HsaCacheProperties *caches)
{
    HSAKMT_STATUS status = check(node);
    if (status != HSAKMT_STATUS_SUCCESS)
        return status;
    HsaCacheProperties all[GPU_CACHES];
    memset(all, 0, sizeof all);
    if (!node) {
        put_cache(&all[0], 1, 32, CPU_LINE, false, false);
        put_cache(&all[1], 2, 512, CPU_LINE, false, false);
        put_cache(&all[2], 3, 8192, CPU_LINE, false, false);
    } else {
        const struct gcn_card *card = kfd_gpu_of(node)->card;
        put_cache(&all[0], 1, card->vector_l1_kib, CPU_LINE, true, false);
        put_cache(&all[1], 1, card->scalar_l1_kib, CPU_LINE, true, false);
        put_cache(&all[2], 1, card->instruction_l1_kib, CPU_LINE, true, true);
        put_cache(&all[3], 2, card->l2_kib, card->l2_line, true, false);
    }
    for (unsigned i = 0; i < count && i < (node ? GPU_CACHES : CPU_CACHES); i++) {
        caches[i] = all[i];
        caches[i].ProcessorIdLow = processor;
    }
    return HSAKMT_STATUS_SUCCESS;
}

/* ---- links ---- */

/* Of each GPU to the host.  One back the driver lists if the host can store to all of a GPU's memory, and what a
 * program must not do on most cards it should not find possible here. */
HSAKMT_STATUS
hsaKmtGetNodeIoLinkProperties(HSAuint32 node, HSAuint32 count, HsaIoLinkProperties *links)
{
    HSAKMT_STATUS status = check(node);
    if (status != HSAKMT_STATUS_SUCCESS)
        return status;
    if (node && count)
        links[0] = (HsaIoLinkProperties){.IoLinkType = HSA_IOLINKTYPE_PCIEXPRESS,
                                         .VersionMajor = 3,
                                         .NodeFrom = node,
                                         .Weight = LINK_WEIGHT,
                                         .MaximumBandwidth = LINK_MBS,
                                         .MinimumBandwidth = LINK_MBS};
    return HSAKMT_STATUS_SUCCESS;
}

/* ---- clocks ---- */

HSAKMT_STATUS
hsaKmtGetClockCounters(HSAuint32 node, HsaClockCounters *counters)
{
    HSAKMT_STATUS status = check(node);
    if (status != HSAKMT_STATUS_SUCCESS)
        return status;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    uint64_t ns = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
    *counters = (HsaClockCounters){.GPUClockCounter = kfd_ticks(),
                                   .CPUClockCounter = ns,
                                   .SystemClockCounter = ns,
                                   .SystemClockFrequencyHz = 1000000000};
    return HSAKMT_STATUS_SUCCESS;
}

/* ---- images ---- */

HSAKMT_STATUS
hsaKmtGetTileConfig(HSAuint32 node, HsaGpuTileConfig *config)
{
    HSAKMT_STATUS status = check(node);
    if (status != HSAKMT_STATUS_SUCCESS)
        return status;
    if (!node)
        return HSAKMT_STATUS_INVALID_NODE_UNIT;
    const struct gcn_card *card = kfd_gpu_of(node)->card;
    uint32_t tiles = card->tiles ? GCN_TILE_MODES : 0;
    uint32_t macros = card->tiles ? GCN_MACROTILE_MODES : 0;
    if (config->NumTileConfigs > tiles)
        config->NumTileConfigs = tiles;
    if (config->NumMacroTileConfigs > macros)
        config->NumMacroTileConfigs = macros;
    if (config->NumTileConfigs)
        memcpy(config->TileConfig, card->tiles->tile, config->NumTileConfigs * sizeof(uint32_t));
    if (config->NumMacroTileConfigs)
        memcpy(config->MacroTileConfig, card->tiles->macrotile,
               config->NumMacroTileConfigs * sizeof(uint32_t));
    config->GbAddrConfig = card->gb_addr_config;
    config->NumBanks = card->banks_code;
    config->NumRanks = card->ranks_code;
    return HSAKMT_STATUS_SUCCESS;
}

/* ---- XNACK ---- */

HSAKMT_STATUS
hsaKmtGetXNACKMode(HSAint32 *mode)
{
    if (!mode)
        return HSAKMT_STATUS_INVALID_PARAMETER;
    *mode = 0;
    return check(0);
}

HSAKMT_STATUS
hsaKmtSetXNACKMode(HSAint32 mode)
{
    HSAKMT_STATUS status = check(0);
    return status != HSAKMT_STATUS_SUCCESS ? status
           : mode                          ? HSAKMT_STATUS_NOT_SUPPORTED
                                           : HSAKMT_STATUS_SUCCESS;
}
