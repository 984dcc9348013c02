// HIP beyond the everyday: printf and assert in kernels, graphs, cooperative launches, waits for values, pools, textures,
// programs compiled while it runs, two devices.  more [CASE...]
#include "check.h"

#include <hip/hip_runtime.h> // before the others

#include <hip/hip_cooperative_groups.h>
#include <hip/hiprtc.h>

#include <cassert>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

// What is printed meanwhile; of the program's own buffers, too.
struct capture {
    int descriptor, file, before;
    explicit capture(int d) : descriptor(d), file(memfd_create("out", 0)), before(dup(d))
    {
        fflush(nullptr);
        dup2(file, d);
    }
    std::string
    end()
    {
        std::string text(65536, 0);
        fflush(nullptr);
        dup2(before, descriptor);
        ssize_t size = pread(file, &text[0], text.size(), 0);
        text.resize(size > 0 ? size : 0);
        close(file);
        close(before);
        return text;
    }
};

// ---- printf and assert ----

__global__ void
say(int count)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id < count)
        printf("item %d: %s %5.2f %llx %c%%\n", id, id % 2 ? "odd" : "even", id * 0.5, 0x123456789ABull + id,
               'a' + id % 26);
}

static void
printing()
{
    capture out(STDOUT_FILENO);
    say<<<3, 64>>>(150);
    OK(hipDeviceSynchronize());
    std::string text = out.end();
    for (int id = 0; id < 150; id++) {
        char line[128];
        snprintf(line, sizeof line, "item %d: %s %5.2f %llx %c%%\n", id, id % 2 ? "odd" : "even", id * 0.5,
                 0x123456789ABull + id, 'a' + id % 26);
        CHECK(text.find(line) != std::string::npos);
    }
}

__global__ void
sure(int *a)
{
    assert(a[threadIdx.x] < 70);
}

// The process ends; so it is another one.
static void
asserting()
{
    capture out(STDERR_FILENO);
    char self[4096] = "";
    (void)!readlink("/proc/self/exe", self, sizeof self - 1);
    int status = system((std::string(self) + " asserts").c_str());
    std::string text = out.end();
    CHECK(status != 0);
    CHECK(text.find("a[threadIdx.x] < 70") != std::string::npos);
}

static void
asserts()
{
    int *a, words[128];
    for (int i = 0; i < 128; i++)
        words[i] = i;
    OK(hipMalloc(&a, sizeof words));
    OK(hipMemcpy(a, words, sizeof words, hipMemcpyHostToDevice));
    sure<<<1, 128>>>(a);
    exit(hipDeviceSynchronize() != hipSuccess);
}

// ---- graphs, pools, values ----

__global__ void
add(int *a, int n)
{
    a[threadIdx.x] += n;
}

__global__ void
double_all(int *a)
{
    a[threadIdx.x] *= 2;
}

static void
graphs()
{
    hipStream_t stream;
    hipGraph_t graph;
    hipGraphExec_t instance;
    int *a, words[64];
    OK(hipMalloc(&a, sizeof words));
    OK(hipStreamCreate(&stream));
    OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    OK(hipMemsetAsync(a, 0, sizeof words, stream));
    add<<<1, 64, 0, stream>>>(a, 5);
    double_all<<<1, 64, 0, stream>>>(a);
    add<<<1, 64, 0, stream>>>(a, 1);
    OK(hipStreamEndCapture(stream, &graph));
    OK(hipGraphInstantiate(&instance, graph, nullptr, nullptr, 0));
    for (int round = 0; round < 3; round++) {
        OK(hipGraphLaunch(instance, stream));
        OK(hipStreamSynchronize(stream));
        OK(hipMemcpy(words, a, sizeof words, hipMemcpyDeviceToHost));
        for (int word : words)
            CHECK(word == 11);
        OK(hipMemset(a, 7, sizeof words));
    }
    OK(hipGraphExecDestroy(instance));
    OK(hipGraphDestroy(graph));
    OK(hipStreamDestroy(stream));
    OK(hipFree(a));
}

static void
values()
{
    hipStream_t stream;
    uint32_t *flag;
    int *a, word = 0;
    OK(hipStreamCreate(&stream));
    OK(hipExtMallocWithFlags((void **)&flag, 8, hipMallocSignalMemory));
    OK(hipMalloc(&a, 4));
    add<<<1, 1, 0, stream>>>(a, 1); // loads the code, which would wait for the kernel that waits
    OK(hipMemset(a, 0, 4));
    OK(hipStreamWriteValue32(stream, flag, 1, 0));
    OK(hipStreamSynchronize(stream));
    CHECK(__atomic_load_n(flag, __ATOMIC_ACQUIRE) == 1);
    OK(hipStreamWaitValue32(stream, flag, 3, hipStreamWaitValueGte));
    add<<<1, 1, 0, stream>>>(a, 9);
    CHECK(hipStreamQuery(stream) == hipErrorNotReady);
    __atomic_store_n(flag, 4, __ATOMIC_RELEASE); // by another stream it would not come: docs/rocm.md
    OK(hipStreamSynchronize(stream));
    OK(hipMemcpy(&word, a, 4, hipMemcpyDeviceToHost));
    CHECK(word == 9);
    OK(hipStreamDestroy(stream));
    OK(hipFree(flag));
    OK(hipFree(a));
}

// ---- groups ----

__global__ void
tiles(int *out)
{
    namespace cg = cooperative_groups;
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    int sum = threadIdx.x;
    for (int step = 8; step; step /= 2)
        sum += tile.shfl_down(sum, step);
    block.sync();
    if (!tile.thread_rank())
        out[threadIdx.x / 16] = sum;
}

static void
grouped()
{
    int *out, words[8];
    OK(hipMalloc(&out, sizeof words));
    tiles<<<1, 128>>>(out);
    OK(hipMemcpy(words, out, sizeof words, hipMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++)
        CHECK(words[i] == 16 * 16 * i + 120);
    int blocks = 0;
    OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, tiles, 128, 0));
    CHECK(blocks > 0);
    OK(hipFree(out));
}

// ---- textures ----

__global__ void
sample(hipTextureObject_t texture, float *out, int width)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[y * width + x] = tex2D<float>(texture, x + 0.5f, y + 0.5f) + tex2D<float>(texture, x + 1.0f, y + 0.5f) * 1000;
}

static void
textures()
{
    enum { WIDTH = 60, HEIGHT = 9 };
    hipDeviceProp_t properties;
    std::vector<float> from(WIDTH * HEIGHT), to(WIDTH * HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        from[i] = (float)(i * 7 % 100);
    hipChannelFormatDesc format = hipCreateChannelDesc<float>();
    hipArray *array;
    hipTextureObject_t texture;
    OK(hipGetDeviceProperties(&properties, 0));
    OK(hipMallocArray(&array, &format, WIDTH, HEIGHT, 0));
    OK(hipMemcpy2DToArray(array, 0, 0, from.data(), WIDTH * 4, WIDTH * 4, HEIGHT, hipMemcpyHostToDevice));
    hipResourceDesc resource = {};
    resource.resType = hipResourceTypeArray;
    resource.res.array.array = array;
    hipTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = hipAddressModeClamp;
    description.filterMode = hipFilterModeLinear;
    OK(hipCreateTextureObject(&texture, &resource, &description, nullptr));
    float *out;
    OK(hipMalloc(&out, to.size() * 4));
    sample<<<HEIGHT, WIDTH>>>(texture, out, WIDTH);
    OK(hipMemcpy(to.data(), out, to.size() * 4, hipMemcpyDeviceToHost));
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            float here = from[y * WIDTH + x], next = from[y * WIDTH + (x + 1 < WIDTH ? x + 1 : x)];
            CHECK(to[y * WIDTH + x] == here + (here + next) / 2 * 1000);
        }
    OK(hipMemcpy2DFromArray(to.data(), WIDTH * 4, array, 0, 0, WIDTH * 4, HEIGHT, hipMemcpyDeviceToHost));
    CHECK(to == from);
    OK(hipDestroyTextureObject(texture));
    OK(hipFreeArray(array));
    OK(hipFree(out));
}

// ---- compiled while it runs ----

static void
compiled()
{
    static const char source[] = "extern \"C\" __global__ void triple(int *a) { a[threadIdx.x] *= 3; }";
    hiprtcProgram program;
    OK(hiprtcCreateProgram(&program, source, "triple.hip", 0, nullptr, nullptr));
    int status = hiprtcCompileProgram(program, 0, nullptr);
    CHECK(status == HIPRTC_SUCCESS);
    if (status == HIPRTC_SUCCESS) {
        size_t size;
        OK(hiprtcGetCodeSize(program, &size));
        std::vector<char> code(size);
        OK(hiprtcGetCode(program, code.data()));
        hipModule_t module;
        hipFunction_t function;
        OK(hipModuleLoadData(&module, code.data()));
        OK(hipModuleGetFunction(&function, module, "triple"));
        int *a, words[64];
        for (int i = 0; i < 64; i++)
            words[i] = i;
        OK(hipMalloc(&a, sizeof words));
        OK(hipMemcpy(a, words, sizeof words, hipMemcpyHostToDevice));
        void *parameters[] = {&a};
        OK(hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, parameters, nullptr));
        OK(hipMemcpy(words, a, sizeof words, hipMemcpyDeviceToHost));
        for (int i = 0; i < 64; i++)
            CHECK(words[i] == 3 * i);
        OK(hipFree(a));
        OK(hipModuleUnload(module));
    }
    OK(hiprtcDestroyProgram(&program));
}

// ---- devices ----

static void
devices()
{
    int count, words[64];
    OK(hipGetDeviceCount(&count));
    std::vector<int *> memory(count);
    for (int d = 0; d < count; d++) {
        OK(hipSetDevice(d));
        OK(hipMalloc(&memory[d], sizeof words));
        OK(hipMemset(memory[d], 0, sizeof words));
        add<<<1, 64>>>(memory[d], 10 + d);
    }
    for (int d = 0; d + 1 < count; d++) {
        OK(hipSetDevice(d));
        OK(hipDeviceSynchronize());
        OK(hipMemcpyPeer(memory[d + 1], d + 1, memory[d], d, sizeof words));
        OK(hipSetDevice(d + 1));
        add<<<1, 64>>>(memory[d + 1], 1);
    }
    OK(hipMemcpy(words, memory[count - 1], sizeof words, hipMemcpyDeviceToHost));
    for (int word : words)
        CHECK(word == 10 + count - 1);
    for (int *there : memory)
        OK(hipFree(there));
    OK(hipSetDevice(0));
}

int
main(int count, char **names)
{
    static const struct {
        const char *name;
        void (*run)();
        bool is_asked; // by name alone
    } all[] = {{"printing", printing}, {"asserting", asserting}, {"asserts", asserts, true}, {"graphs", graphs},
               {"values", values},     {"grouped", grouped},     {"textures", textures},     {"compiled", compiled},
               {"devices", devices}};
    for (const auto &row : all) {
        bool is_wanted = count == 1 && !row.is_asked;
        for (int i = 1; i < count; i++)
            is_wanted |= strcmp(names[i], row.name) == 0;
        unsigned before = cases, failed = failures;
        if (is_wanted)
            row.run();
        if (is_wanted)
            printf("%s: %u cases, %u failed\n", row.name, cases - before, failures - failed);
        fflush(stdout);
    }
    return checked("more");
}
