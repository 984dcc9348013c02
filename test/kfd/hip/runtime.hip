// HIP's run-time interface and language, compiled by hipcc: memory in all its forms, streams, events, kernels with
// what the language offers.
#include "check.h"

#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

template <class T> static T *
device(size_t count)
{
    T *memory;
    OK(hipMalloc(&memory, count * sizeof(T)));
    return memory;
}

// ---- the language ----

__constant__ float weights[8];
__device__ unsigned counter = 5;

template <class T> __global__ void
scale(T *a, T by, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        a[i] = a[i] * by + (T)weights[i & 7];
}

extern __shared__ unsigned pool[];

__global__ void
block_sum(const unsigned *in, unsigned *out)
{
    unsigned id = threadIdx.x;
    pool[id] = in[blockIdx.x * blockDim.x + id];
    for (unsigned step = blockDim.x / 2; step; step /= 2) {
        __syncthreads();
        if (id < step)
            pool[id] += pool[id + step];
    }
    if (!id)
        out[blockIdx.x] = pool[0];
}

__global__ void
lanes(unsigned long long *ballots, int *shuffled, unsigned *counts)
{
    int lane = threadIdx.x & 63;
    unsigned long long odd = __ballot(lane % 3 == 1);
    int from = __shfl(lane * 10, (lane + 5) & 63), down = __shfl_down(lane, 3);
    int flipped = __shfl_xor(lane, 21);
    shuffled[threadIdx.x * 3] = from;
    shuffled[threadIdx.x * 3 + 1] = down;
    shuffled[threadIdx.x * 3 + 2] = flipped;
    counts[threadIdx.x] = __popcll(odd & ((1ull << lane) - 1)) + (__all(lane < 64) ? 100 : 0) +
                          (__any(lane == 70) ? 1000 : 0);
    if (!lane)
        ballots[threadIdx.x / 64] = odd;
}

__global__ void
atomics(unsigned *u, int *i, float *f, double *d, unsigned long long *l)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(u, 1u);
    atomicMax(u + 1, id);
    atomicXor(u + 2, id);
    atomicMin(i, -(int)id);
    atomicCAS(i + 1, 0, 1 + (int)(id & 0));
    atomicAdd(f, 0.5f);
    atomicAdd(d, 0.25);
    atomicAdd(l, 1ull << 33);
    atomicInc(u + 3, 6);
    atomicExch(u + 4, 9);
    atomicAdd(&counter, 1u);
}

struct point {
    double x, y;
    __device__ double
    length() const
    {
        return sqrt(x * x + y * y);
    }
};

__device__ __noinline__ double
recursive(double x, int depth)
{
    return depth ? x + recursive(x * 0.5, depth - 1) : x;
}

__global__ void
maths(const point *points, double *out, float *single)
{
    int i = threadIdx.x;
    out[i * 4] = points[i].length();
    out[i * 4 + 1] = sin(points[i].x) * exp(points[i].y / 64);
    out[i * 4 + 2] = pow(points[i].x + 1, 1.5);
    out[i * 4 + 3] = recursive(points[i].x, 4);
    single[i * 2] = sinf((float)i) + logf(i + 1.0f);
    single[i * 2 + 1] = __fdividef(1.0f, i + 1.0f) + rsqrtf(i + 1.0f);
}

static void
language()
{
    enum { ITEMS = 1000, BLOCKS = 16, BLOCK = 128 };
    float factors[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    OK(hipMemcpyToSymbol(HIP_SYMBOL(weights), factors, sizeof factors));
    std::vector<float> f(ITEMS, 2);
    std::vector<double> d(ITEMS, 3);
    float *df = device<float>(ITEMS);
    double *dd = device<double>(ITEMS);
    OK(hipMemcpy(df, f.data(), 4 * ITEMS, hipMemcpyHostToDevice));
    OK(hipMemcpy(dd, d.data(), 8 * ITEMS, hipMemcpyHostToDevice));
    scale<float><<<(ITEMS + 63) / 64, 64>>>(df, 3, ITEMS);
    hipLaunchKernelGGL(scale<double>, dim3(4), dim3(256), 0, 0, dd, 5.0, ITEMS);
    OK(hipMemcpy(f.data(), df, 4 * ITEMS, hipMemcpyDeviceToHost));
    OK(hipMemcpy(d.data(), dd, 8 * ITEMS, hipMemcpyDeviceToHost));
    for (int i = 0; i < ITEMS; i++)
        CHECK(f[i] == 6 + factors[i & 7] && d[i] == 15 + factors[i & 7]);

    std::vector<unsigned> in(BLOCKS * BLOCK), out(BLOCKS);
    for (unsigned i = 0; i < in.size(); i++)
        in[i] = i * i;
    unsigned *din = device<unsigned>(in.size()), *dout = device<unsigned>(BLOCKS);
    OK(hipMemcpy(din, in.data(), 4 * in.size(), hipMemcpyHostToDevice));
    block_sum<<<BLOCKS, BLOCK, BLOCK * sizeof(unsigned)>>>(din, dout);
    OK(hipMemcpy(out.data(), dout, 4 * BLOCKS, hipMemcpyDeviceToHost));
    for (unsigned b = 0; b < BLOCKS; b++) {
        unsigned sum = 0;
        for (unsigned i = 0; i < BLOCK; i++)
            sum += in[b * BLOCK + i];
        CHECK(out[b] == sum);
    }
    OK(hipFree(df));
    OK(hipFree(dd));
    OK(hipFree(din));
    OK(hipFree(dout));
}

static void
wave()
{
    enum { ITEMS = 128 };
    unsigned long long ballots[2], *db = device<unsigned long long>(2), wanted = 0;
    int shuffled[3 * ITEMS], *ds = device<int>(3 * ITEMS);
    unsigned counts[ITEMS], *dc = device<unsigned>(ITEMS);
    lanes<<<1, ITEMS>>>(db, ds, dc);
    OK(hipMemcpy(ballots, db, sizeof ballots, hipMemcpyDeviceToHost));
    OK(hipMemcpy(shuffled, ds, sizeof shuffled, hipMemcpyDeviceToHost));
    OK(hipMemcpy(counts, dc, sizeof counts, hipMemcpyDeviceToHost));
    for (int lane = 0; lane < 64; lane++)
        wanted |= (unsigned long long)(lane % 3 == 1) << lane;
    CHECK(ballots[0] == wanted && ballots[1] == wanted);
    for (int i = 0; i < ITEMS; i++) {
        int lane = i & 63;
        CHECK(shuffled[3 * i] == ((lane + 5) & 63) * 10);
        CHECK(shuffled[3 * i + 1] == (lane + 3 < 64 ? lane + 3 : lane));
        CHECK(shuffled[3 * i + 2] == (lane ^ 21));
        CHECK(counts[i] ==
              100u + (unsigned)__builtin_popcountll(wanted & ((1ull << lane) - 1)));
    }
    OK(hipFree(db));
    OK(hipFree(ds));
    OK(hipFree(dc));
}

static void
atomic()
{
    enum { ITEMS = 640 };
    unsigned u[5] = {0, 0, 0, 0, 0}, *du = device<unsigned>(5), all;
    int i[2] = {0, 0}, *di = device<int>(2);
    float f = 1, *df = device<float>(1);
    double d = 2, *dd = device<double>(1);
    unsigned long long l = 3, *dl = device<unsigned long long>(1);
    OK(hipMemcpy(du, u, sizeof u, hipMemcpyHostToDevice));
    OK(hipMemcpy(di, i, sizeof i, hipMemcpyHostToDevice));
    OK(hipMemcpy(df, &f, sizeof f, hipMemcpyHostToDevice));
    OK(hipMemcpy(dd, &d, sizeof d, hipMemcpyHostToDevice));
    OK(hipMemcpy(dl, &l, sizeof l, hipMemcpyHostToDevice));
    atomics<<<10, 64>>>(du, di, df, dd, dl);
    OK(hipMemcpy(u, du, sizeof u, hipMemcpyDeviceToHost));
    OK(hipMemcpy(i, di, sizeof i, hipMemcpyDeviceToHost));
    OK(hipMemcpy(&f, df, sizeof f, hipMemcpyDeviceToHost));
    OK(hipMemcpy(&d, dd, sizeof d, hipMemcpyDeviceToHost));
    OK(hipMemcpy(&l, dl, sizeof l, hipMemcpyDeviceToHost));
    OK(hipMemcpyFromSymbol(&all, HIP_SYMBOL(counter), sizeof all));
    unsigned xors = 0;
    for (unsigned id = 0; id < ITEMS; id++)
        xors ^= id;
    CHECK(u[0] == ITEMS && u[1] == ITEMS - 1 && u[2] == xors && u[3] == ITEMS % 7 && u[4] == 9);
    CHECK(i[0] == -(ITEMS - 1) && i[1] == 1);
    CHECK(f == 1 + ITEMS / 2 && d == 2 + ITEMS / 4 && l == 3 + ((unsigned long long)ITEMS << 33));
    CHECK(all == 5 + ITEMS);
    OK(hipFree(du));
    OK(hipFree(di));
    OK(hipFree(df));
    OK(hipFree(dd));
    OK(hipFree(dl));
}

static bool
near(double got, double wanted, double error)
{
    return fabs(got - wanted) <= error * (fabs(wanted) + 1);
}

static void
numbers()
{
    enum { ITEMS = 64 };
    point points[ITEMS], *dp = device<point>(ITEMS);
    double out[4 * ITEMS], *dout = device<double>(4 * ITEMS);
    float single[2 * ITEMS], *ds = device<float>(2 * ITEMS);
    for (int i = 0; i < ITEMS; i++)
        points[i] = {i * 0.75, 3.0 - i};
    OK(hipMemcpy(dp, points, sizeof points, hipMemcpyHostToDevice));
    maths<<<1, ITEMS>>>(dp, dout, ds);
    OK(hipMemcpy(out, dout, sizeof out, hipMemcpyDeviceToHost));
    OK(hipMemcpy(single, ds, sizeof single, hipMemcpyDeviceToHost));
    for (int i = 0; i < ITEMS; i++) {
        double x = points[i].x, y = points[i].y;
        CHECK(near(out[4 * i], sqrt(x * x + y * y), 1e-15));
        CHECK(near(out[4 * i + 1], sin(x) * exp(y / 64), 1e-14));
        CHECK(near(out[4 * i + 2], pow(x + 1, 1.5), 1e-14));
        CHECK(near(out[4 * i + 3], x * (1 + 0.5 + 0.25 + 0.125 + 0.0625), 1e-15));
        CHECK(near(single[2 * i], sin((double)i) + log(i + 1.0), 1e-6));
        CHECK(near(single[2 * i + 1], 1 / (i + 1.0) + 1 / sqrt(i + 1.0), 1e-6));
    }
    OK(hipFree(dp));
    OK(hipFree(dout));
    OK(hipFree(ds));
}

// ---- memory ----

__global__ void
add_one(unsigned *a, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        a[i] += 1;
}

// Pinned, mapped, registered and managed memory are used by kernels where the host stores and reads.
static void
host_memory()
{
    enum { ITEMS = 3000 };
    unsigned *pinned, *managed, *own = (unsigned *)malloc(4 * ITEMS + 64), *there;
    OK(hipHostMalloc(&pinned, 4 * ITEMS, hipHostMallocMapped));
    OK(hipMallocManaged(&managed, 4 * ITEMS));
    OK(hipHostRegister(own, 4 * ITEMS, hipHostRegisterMapped));
    for (unsigned i = 0; i < ITEMS; i++)
        pinned[i] = managed[i] = own[i] = 7 * i;
    OK(hipHostGetDevicePointer((void **)&there, pinned, 0));
    add_one<<<(ITEMS + 255) / 256, 256>>>(there, ITEMS);
    OK(hipHostGetDevicePointer((void **)&there, own, 0));
    add_one<<<(ITEMS + 255) / 256, 256>>>(there, ITEMS);
    add_one<<<(ITEMS + 255) / 256, 256>>>(managed, ITEMS);
    OK(hipDeviceSynchronize());
    for (unsigned i = 0; i < ITEMS; i++)
        CHECK(pinned[i] == 7 * i + 1 && managed[i] == 7 * i + 1 && own[i] == 7 * i + 1);
    OK(hipHostUnregister(own));
    OK(hipHostFree(pinned));
    OK(hipFree(managed));
    free(own);
}

// Copies of one to three dimensions, of one kind to another, and fills.
static void
copies()
{
    enum { WIDTH = 37, HEIGHT = 11, ITEMS = WIDTH * HEIGHT };
    unsigned char from[ITEMS], to[ITEMS], *flat;
    size_t pitch;
    void *rows;
    for (int i = 0; i < ITEMS; i++)
        from[i] = (unsigned char)(i * 13);
    OK(hipMallocPitch(&rows, &pitch, WIDTH, HEIGHT));
    CHECK(pitch >= WIDTH);
    OK(hipMemcpy2D(rows, pitch, from, WIDTH, WIDTH, HEIGHT, hipMemcpyHostToDevice));
    OK(hipMalloc(&flat, ITEMS));
    OK(hipMemset(flat, 0x5A, ITEMS));
    OK(hipMemcpy2D(flat, WIDTH, rows, pitch, WIDTH, HEIGHT - 1, hipMemcpyDeviceToDevice));
    OK(hipMemcpy(to, flat, ITEMS, hipMemcpyDeviceToHost));
    for (int i = 0; i < ITEMS; i++)
        CHECK(to[i] == (i < ITEMS - WIDTH ? from[i] : 0x5A));
    OK(hipMemset2D(rows, pitch, 9, WIDTH - 1, HEIGHT));
    OK(hipMemcpy2D(to, WIDTH, rows, pitch, WIDTH, HEIGHT, hipMemcpyDeviceToHost));
    for (int i = 0; i < ITEMS; i++)
        CHECK(to[i] == (i % WIDTH == WIDTH - 1 ? from[i] : 9));
    for (int size = 1; size < 300; size += 37) {
        OK(hipMemcpy(flat + 3, from + 5, size, hipMemcpyDefault));
        OK(hipMemcpy(to, flat + 3, size, hipMemcpyDefault));
        CHECK(memcmp(to, from + 5, size) == 0);
    }
    OK(hipMemsetD32((hipDeviceptr_t)flat, 0x01020304, ITEMS / 4));
    OK(hipMemcpy(to, flat, ITEMS, hipMemcpyDeviceToHost));
    for (int i = 0; i < ITEMS / 4 * 4; i++)
        CHECK(to[i] == 4 - i % 4);
    OK(hipFree(flat));
    OK(hipFree(rows));
}

static void
large_copies()
{
    const size_t size = 5000001;
    std::vector<unsigned char> from(size), to(size);
    for (size_t i = 0; i < size; i++)
        from[i] = (unsigned char)(i * 7 + i / 997);
    unsigned char *first = device<unsigned char>(size), *second = device<unsigned char>(size);
    OK(hipMemcpy(first, from.data(), size, hipMemcpyHostToDevice));
    OK(hipMemcpy(second, first, size, hipMemcpyDeviceToDevice));
    OK(hipMemcpy(to.data(), second, size, hipMemcpyDeviceToHost));
    CHECK(memcmp(from.data(), to.data(), size) == 0);
    size_t left, all;
    OK(hipMemGetInfo(&left, &all));
    CHECK(left <= all && all > size);
    void *too_much = nullptr;
    CHECK(hipMalloc(&too_much, (size_t)1 << 46) == hipErrorOutOfMemory);
    OK(hipFree(first));
    OK(hipFree(second));
}

// ---- streams ----

static void
count_call(hipStream_t stream, hipError_t status, void *data)
{
    (void)stream;
    __atomic_fetch_add((int *)data, status == hipSuccess, __ATOMIC_SEQ_CST);
}

static void
streams()
{
    enum { STREAMS = 6, ITEMS = 500, ROUNDS = 20 };
    hipStream_t stream[STREAMS];
    hipEvent_t begin, end, done[STREAMS];
    unsigned *memory[STREAMS], got[ITEMS];
    int called = 0;
    OK(hipEventCreate(&begin));
    OK(hipEventCreate(&end));
    OK(hipEventRecord(begin, 0));
    for (int s = 0; s < STREAMS; s++) {
        OK(hipStreamCreateWithFlags(&stream[s], s % 2 ? hipStreamNonBlocking : hipStreamDefault));
        OK(hipEventCreateWithFlags(&done[s], hipEventDisableTiming));
        memory[s] = device<unsigned>(ITEMS);
        OK(hipMemsetAsync(memory[s], 0, 4 * ITEMS, stream[s]));
    }
    for (int round = 0; round < ROUNDS; round++)
        for (int s = 0; s < STREAMS; s++) {
            OK(hipStreamWaitEvent(stream[s], done[(s + 1) % STREAMS], 0));
            add_one<<<8, 64, 0, stream[s]>>>(memory[s], ITEMS);
            OK(hipEventRecord(done[s], stream[s]));
        }
    for (int s = 0; s < STREAMS; s++)
        OK(hipStreamAddCallback(stream[s], count_call, &called, 0));
    for (int s = 0; s < STREAMS; s++) {
        OK(hipStreamSynchronize(stream[s]));
        CHECK(hipStreamQuery(stream[s]) == hipSuccess);
        OK(hipMemcpy(got, memory[s], sizeof got, hipMemcpyDeviceToHost));
        for (int i = 0; i < ITEMS; i += 83)
            CHECK(got[i] == ROUNDS);
        OK(hipStreamDestroy(stream[s]));
        OK(hipEventDestroy(done[s]));
        OK(hipFree(memory[s]));
    }
    CHECK(__atomic_load_n(&called, __ATOMIC_SEQ_CST) == STREAMS);
    float ms = -1;
    OK(hipEventRecord(end, 0));
    OK(hipEventSynchronize(end));
    OK(hipEventElapsedTime(&ms, begin, end));
    CHECK(ms >= 0 && ms < 60000);
    OK(hipEventDestroy(begin));
    OK(hipEventDestroy(end));
}

int
main()
{
    language();
    wave();
    atomic();
    numbers();
    host_memory();
    copies();
    large_copies();
    streams();
    OK(hipDeviceSynchronize());
    return checked("runtime");
}
