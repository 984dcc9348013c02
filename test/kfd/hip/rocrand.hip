// rocRAND's host interface against the published algorithms, in the order that its manual promises ("Ordering" of
// rocRAND's programmer's guide, ROCRAND_ORDERING_PSEUDO_LEGACY): 131,072 interleaved generators of XORWOW, 2^67 apart, and of
// MRG32k3a, 2^76 apart; one of Philox 4x32-10; 512 of MTGP32, in blocks of 256.
#include "check.h"

#include <hip/hip_runtime.h>
#include <rocrand/rocrand.h>
#include <rocrand/rocrand_mtgp32_11213.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

typedef unsigned __int128 u128;

enum { INTERLEAVED = 512 * 256 };

// ---- references: a stream of 32-bit words each ----

// Marsaglia, Xorshift RNGs (2003), xorwow.
struct xorwow {
    uint32_t x[5], d;
    explicit xorwow(uint64_t seed)
        : x{123456789, 362436069, 521288629, 88675123, 5783321}, d(6615241)
    {
        uint32_t low = 1228688033u * ((uint32_t)seed ^ 0x2C7F967Fu);
        uint32_t high = 2073658381u * ((uint32_t)(seed >> 32) ^ 0xA03697CBu);
        x[0] += low;
        x[1] ^= low;
        x[2] += high;
        x[3] ^= high;
        x[4] += low;
        d += low + high;
    }
    void
    step()
    {
        uint32_t t = x[0] ^ x[0] >> 2;
        for (int i = 0; i < 4; i++)
            x[i] = x[i + 1];
        x[4] = x[4] ^ x[4] << 4 ^ t ^ t << 1;
    }
    uint32_t
    next()
    {
        step();
        return (d += 362437) + x[4];
    }
};

// 160 x 160 bits: row i is what bit i of a state becomes.
struct xorwow_jump {
    uint32_t row[160][5];
    void
    apply(uint32_t *x) const
    {
        uint32_t out[5] = {0, 0, 0, 0, 0};
        for (int bit = 0; bit < 160; bit++)
            if (x[bit / 32] >> bit % 32 & 1)
                for (int i = 0; i < 5; i++)
                    out[i] ^= row[bit][i];
        for (int i = 0; i < 5; i++)
            x[i] = out[i];
    }
    explicit xorwow_jump(int power_of_two)
    {
        for (int bit = 0; bit < 160; bit++) {
            xorwow one(0);
            for (int i = 0; i < 5; i++)
                one.x[i] = bit / 32 == i ? 1u << bit % 32 : 0;
            one.step();
            for (int i = 0; i < 5; i++)
                row[bit][i] = one.x[i];
        }
        for (int i = 0; i < power_of_two; i++) {
            xorwow_jump before = *this;
            for (int bit = 0; bit < 160; bit++)
                before.apply(row[bit]);
        }
    }
};

// L'Ecuyer, Good parameters and implementations for combined multiple recursive random number generators (1999).
struct mrg32k3a {
    static const uint64_t M1 = 4294967087u, M2 = 4294944443u;
    uint64_t a[3], b[3];
    explicit mrg32k3a(uint64_t seed)
    {
        uint32_t x = (uint32_t)seed ^ 0x55555555u, y = (uint32_t)(seed >> 32) ^ 0xAAAAAAAAu;
        a[0] = a[2] = (u128)x * seed % M1;
        a[1] = (u128)y * seed % M1;
        b[0] = b[2] = (u128)y * seed % M2;
        b[1] = (u128)x * seed % M2;
    }
    // In 1 to M1.
    uint32_t
    next()
    {
        uint64_t p = (1403580 * a[1] + (M1 - 810728) * a[0]) % M1;
        uint64_t q = (527612 * b[2] + (M2 - 1370589) * b[0]) % M2;
        a[0] = a[1], a[1] = a[2], a[2] = p;
        b[0] = b[1], b[1] = b[2], b[2] = q;
        return (uint32_t)(p > q ? p - q : p + M1 - q);
    }
};

struct mrg_jump {
    typedef std::array<std::array<uint64_t, 3>, 3> matrix;
    matrix a, b;
    static matrix
    square(const matrix &m, uint64_t modulus)
    {
        matrix out;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                u128 sum = 0;
                for (int k = 0; k < 3; k++)
                    sum += (u128)m[i][k] * m[k][j];
                out[i][j] = (uint64_t)(sum % modulus);
            }
        return out;
    }
    static void
    apply(const matrix &m, uint64_t modulus, uint64_t *x)
    {
        uint64_t out[3];
        for (int i = 0; i < 3; i++)
            out[i] = (uint64_t)(((u128)m[i][0] * x[0] + (u128)m[i][1] * x[1] + (u128)m[i][2] * x[2]) % modulus);
        for (int i = 0; i < 3; i++)
            x[i] = out[i];
    }
    explicit mrg_jump(int power_of_two)
        : a{{{0, 1, 0}, {0, 0, 1}, {mrg32k3a::M1 - 810728, 1403580, 0}}},
          b{{{0, 1, 0}, {0, 0, 1}, {mrg32k3a::M2 - 1370589, 0, 527612}}}
    {
        for (int i = 0; i < power_of_two; i++) {
            a = square(a, mrg32k3a::M1);
            b = square(b, mrg32k3a::M2);
        }
    }
};

// Salmon et al., Parallel random numbers: as easy as 1, 2, 3 (2011).
static uint32_t
philox(uint64_t seed, uint64_t n)
{
    uint32_t c[4] = {(uint32_t)(n / 4), (uint32_t)(n / 4 >> 32), 0, 0};
    uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    for (int round = 0; round < 10; round++) {
        uint64_t first = (uint64_t)0xD2511F53u * c[0], second = (uint64_t)0xCD9E8D57u * c[2];
        uint32_t next[4] = {(uint32_t)(second >> 32) ^ c[1] ^ key[0], (uint32_t)second,
                            (uint32_t)(first >> 32) ^ c[3] ^ key[1], (uint32_t)first};
        for (int i = 0; i < 4; i++)
            c[i] = next[i];
        key[0] += 0x9E3779B9u;
        key[1] += 0xBB67AE85u;
    }
    return c[n % 4];
}

// Saito and Matsumoto, Variants of Mersenne Twister suitable for graphic processors (2013); parameters of its authors.
struct mtgp32 {
    enum { SIZE = 351 };
    const mtgp32_fast_params *p;
    std::vector<uint32_t> all; // every state word there has been
    size_t at;
    mtgp32(const mtgp32_fast_params *parameters, uint32_t seed) : p(parameters), all(SIZE), at(0)
    {
        uint32_t hidden = p->tbl[4] ^ p->tbl[8] << 16, fill = hidden;
        fill += fill >> 16;
        fill += fill >> 8;
        for (int i = 2; i < SIZE; i++)
            all[i] = (fill & 0xFF) * 0x01010101u;
        all[0] = seed;
        all[1] = hidden;
        for (uint32_t i = 1; i < SIZE; i++)
            all[i] ^= 1812433253u * (all[i - 1] ^ all[i - 1] >> 30) + i;
    }
    uint32_t
    next(uint32_t mask)
    {
        uint32_t x = (all[at] & mask) ^ all[at + 1];
        x ^= x << p->sh1;
        uint32_t y = x ^ all[at + p->pos] >> p->sh2, word = y ^ p->tbl[y & 15];
        all.push_back(word);
        uint32_t t = all[at + p->pos - 1];
        t ^= t >> 16;
        t ^= t >> 8;
        at++;
        return word ^ p->tmp_tbl[t & 15];
    }
};

// ---- what calls give, from them ----

// The words that each of `count` results takes: `width` of them.
struct reference {
    virtual ~reference() {}
    virtual std::vector<uint32_t> take(size_t count, int width) = 0;
    virtual uint32_t
    word(uint32_t v) const // of an integer result
    {
        return v;
    }
    virtual bool
    fits(uint32_t result, uint32_t v) const
    {
        return result == word(v);
    }
    virtual double
    uniform(uint32_t v) const // of a float
    {
        return (v + 1.0) * 0x1p-32;
    }
    virtual bool
    is_mrg() const
    {
        return false;
    }
};

template <class Engine> struct interleaved : reference {
    std::vector<Engine> engines;
    size_t start = 0;
    std::vector<uint32_t>
    take(size_t count, int width) override
    {
        std::vector<uint32_t> out;
        for (size_t i = 0; i < count; i++)
            for (int w = 0; w < width; w++)
                out.push_back(engines[(start + i) % INTERLEAVED].next());
        start = (start + count) % INTERLEAVED;
        return out;
    }
};

struct xorwow_reference : interleaved<xorwow> {
    explicit xorwow_reference(uint64_t seed)
    {
        xorwow_jump jump(67);
        xorwow one(seed);
        for (int i = 0; i < INTERLEAVED; i++) {
            engines.push_back(one);
            jump.apply(one.x);
        }
    }
};

struct mrg_reference : interleaved<mrg32k3a> {
    explicit mrg_reference(uint64_t seed)
    {
        mrg_jump jump(76);
        mrg32k3a one(seed);
        for (int i = 0; i < INTERLEAVED; i++) {
            engines.push_back(one);
            mrg_jump::apply(jump.a, mrg32k3a::M1, one.a);
            mrg_jump::apply(jump.b, mrg32k3a::M2, one.b);
        }
    }
    uint32_t
    word(uint32_t v) const override
    {
        return (uint32_t)((v - 1) * 1.000000048661607); // (2^32 - 1) / (M1 - 1), in as many digits
    }
    // rocRAND 5.3.3 loses a carry out of 64 bits (2^64 modulo M1 is 209^2) when it makes one of 40,000 generators; what
    // its header computes on a host is the same.
    bool
    fits(uint32_t result, uint32_t v) const override
    {
        return result == word(v) || result == word((uint32_t)((v + 209ull * 209) % mrg32k3a::M1));
    }
    double
    uniform(uint32_t v) const override
    {
        return v / 4294967087.0;
    }
    bool
    is_mrg() const override
    {
        return true;
    }
};

struct philox_reference : reference {
    uint64_t seed, position = 0;
    explicit philox_reference(uint64_t s) : seed(s) {}
    std::vector<uint32_t>
    take(size_t count, int width) override
    {
        std::vector<uint32_t> out;
        for (size_t i = 0; i < count * width; i++)
            out.push_back(philox(seed, position++));
        return out;
    }
};

struct mtgp32_reference : reference {
    enum { GENERATORS = 512, BLOCK = 256 };
    std::vector<mtgp32> engines;
    explicit mtgp32_reference(uint64_t seed)
    {
        uint32_t low = (uint32_t)(seed ^ seed >> 32);
        for (uint32_t i = 0; i < GENERATORS; i++)
            engines.emplace_back(&mtgp32dc_params_fast_11213[i], low + i + 1);
    }
    std::vector<uint32_t>
    take(size_t count, int width) override
    {
        std::vector<uint32_t> out(count * width);
        for (size_t first = 0; first < count; first += BLOCK)
            for (int w = 0; w < width; w++)
                for (size_t i = first; i < first + BLOCK; i++) {
                    uint32_t word = engines[first / BLOCK % GENERATORS].next(
                        mtgp32dc_params_fast_11213[0].mask);
                    if (i < count)
                        out[i * width + w] = word;
                }
        return out;
    }
};

// ---- calls ----

template <class T> struct buffer {
    T *there;
    std::vector<T> here;
    explicit buffer(size_t count) : here(count)
    {
        OK(hipMalloc(&there, count * sizeof(T)));
    }
    ~buffer()
    {
        OK(hipFree(there));
    }
    std::vector<T> &
    read()
    {
        OK(hipMemcpy(here.data(), there, here.size() * sizeof(T), hipMemcpyDeviceToHost));
        return here;
    }
};

static void
integers(rocrand_generator generator, reference &reference, size_t count)
{
    buffer<unsigned> words(count);
    OK(rocrand_generate(generator, words.there, count));
    std::vector<uint32_t> wanted = reference.take(count, 1);
    words.read();
    for (size_t i = 0; i < count; i++)
        CHECK(reference.fits(words.here[i], wanted[i]));
}

static void
floats(rocrand_generator generator, reference &reference, size_t count)
{
    buffer<float> values(count);
    OK(rocrand_generate_uniform(generator, values.there, count));
    std::vector<uint32_t> wanted = reference.take(count, 1);
    values.read();
    for (size_t i = 0; i < count; i++)
        CHECK(fabs(values.here[i] - reference.uniform(wanted[i])) < 1.2e-7);
}

static void
doubles(rocrand_generator generator, reference &reference, size_t count)
{
    buffer<double> values(count);
    int width = reference.is_mrg() ? 1 : 2;
    OK(rocrand_generate_uniform_double(generator, values.there, count));
    std::vector<uint32_t> wanted = reference.take(count, width);
    values.read();
    for (size_t i = 0; i < count; i++) {
        double value = reference.is_mrg()
                           ? reference.uniform(wanted[i])
                           : (((uint64_t)(wanted[2 * i + 1] >> 11) << 32 | wanted[2 * i]) + 1.0) * 0x1p-53;
        CHECK(fabs(values.here[i] - value) < 1e-15);
    }
}

// Box and Muller's pairs, with the hardware's sine.
static void
normals(rocrand_generator generator, reference &reference, size_t count)
{
    buffer<float> values(count);
    OK(rocrand_generate_normal(generator, values.there, count, 10.0f, 2.0f));
    std::vector<uint32_t> wanted = reference.take(count / 2, 2);
    values.read();
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count / 2; i++) {
        double radius = sqrt(-2 * log(reference.uniform(wanted[2 * i])));
        double angle = 2 * M_PI * reference.uniform(wanted[2 * i + 1]);
        CHECK(fabs(values.here[2 * i] - (10 + 2 * radius * sin(angle))) < 1e-4);
        CHECK(fabs(values.here[2 * i + 1] - (10 + 2 * radius * cos(angle))) < 1e-4);
    }
    for (float value : values.here) {
        sum += value;
        squares += (double)value * value;
    }
    double mean = sum / count;
    CHECK(fabs(mean - 10) < 0.3 && fabs(squares / count - mean * mean - 4) < 0.8);
}

// By their moments: discrete tables and rejection have no single right sequence.
static void
moments(rocrand_generator generator, size_t count)
{
    buffer<unsigned> numbers(count);
    buffer<float> values(count);
    double sum = 0, squares = 0, logs = 0;
    OK(rocrand_generate_poisson(generator, numbers.there, count, 7.0));
    for (unsigned number : numbers.read()) {
        sum += number;
        squares += (double)number * number;
    }
    double mean = sum / count;
    CHECK(fabs(mean - 7) < 0.5 && fabs(squares / count - mean * mean - 7) < 1.5);
    OK(rocrand_generate_log_normal(generator, values.there, count, 0.5f, 0.25f));
    for (float value : values.read())
        logs += log(value);
    CHECK(fabs(logs / count - 0.5) < 0.05);
}

static void
generator(rocrand_rng_type type, reference *(*make)(uint64_t), size_t integers_count)
{
    const uint64_t seed = 0x123456789ABu; // of 46 bits at most rocRAND's product in MRG32k3a's seeding is exact
    std::unique_ptr<reference> wanted(make(seed));
    rocrand_generator generator;
    OK(rocrand_create_generator(&generator, type));
    OK(rocrand_set_seed(generator, seed));
    OK(rocrand_initialize_generator(generator));
    integers(generator, *wanted, integers_count);
    floats(generator, *wanted, 1000);
    normals(generator, *wanted, 1000);
    doubles(generator, *wanted, 500);
    integers(generator, *wanted, 301);
    moments(generator, 2000);
    OK(rocrand_destroy_generator(generator));
}

template <class T> static reference *
make(uint64_t seed)
{
    return new T(seed);
}

// rocrand [NAME...]: all of them, or some.
int
main(int count, char **names)
{
    static const struct {
        const char *name;
        rocrand_rng_type type;
        reference *(*make)(uint64_t);
        size_t integers;
    } generators[] = {
        {"xorwow", ROCRAND_RNG_PSEUDO_XORWOW, make<xorwow_reference>, INTERLEAVED + 777},
        {"mrg32k3a", ROCRAND_RNG_PSEUDO_MRG32K3A, make<mrg_reference>, INTERLEAVED + 777},
        {"philox4x32_10", ROCRAND_RNG_PSEUDO_PHILOX4_32_10, make<philox_reference>, 100003},
        {"mtgp32", ROCRAND_RNG_PSEUDO_MTGP32, make<mtgp32_reference>, INTERLEAVED + 777},
    };
    for (const auto &row : generators)
        for (int i = count > 1 ? 1 : 0; i < count; i++)
            if (count == 1 || row.name == std::string(names[i])) {
                unsigned before = cases, failed = failures;
                generator(row.type, row.make, row.integers);
                printf("%s: %u cases, %u failed\n", row.name, cases - before, failures - failed);
                fflush(stdout);
            }
    return checked("rocrand");
}
