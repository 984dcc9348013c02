// rocPRIM's algorithms, compiled from its headers, against the host's: reductions, scans, sorts, partitions and runs of
// many sizes.
#include "check.h"

#include <hip/hip_runtime.h>
#include <rocprim/rocprim.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

static uint32_t state = 12345;

static uint32_t
random_word()
{
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

template <class T> struct buffer {
    T *there;
    size_t count;
    explicit buffer(size_t n) : count(n)
    {
        OK(hipMalloc(&there, std::max<size_t>(n, 1) * sizeof(T)));
    }
    explicit buffer(const std::vector<T> &from) : buffer(from.size())
    {
        OK(hipMemcpy(there, from.data(), count * sizeof(T), hipMemcpyHostToDevice));
    }
    ~buffer()
    {
        OK(hipFree(there));
    }
    std::vector<T>
    read() const
    {
        std::vector<T> out(count);
        OK(hipMemcpy(out.data(), there, count * sizeof(T), hipMemcpyDeviceToHost));
        return out;
    }
};

// Each algorithm is called twice: for the size of its storage, and to work.
template <class Call> static void
run(Call call)
{
    size_t size = 0;
    OK(call(nullptr, size));
    buffer<char> storage(size);
    OK(call(storage.there, size));
}

template <class T> static std::vector<T>
numbers(size_t count, uint32_t limit)
{
    std::vector<T> out(count);
    for (T &value : out)
        value = (T)(limit ? random_word() % limit : random_word());
    return out;
}

template <class T> static void
reduce_and_scan(size_t count)
{
    std::vector<T> from = numbers<T>(count, 1000), wanted(count);
    buffer<T> in(from), out(count), one(1);
    run([&](void *s, size_t &n) { return rocprim::reduce(s, n, in.there, one.there, (T)5, count); });
    CHECK(one.read()[0] == std::accumulate(from.begin(), from.end(), (T)5));
    run([&](void *s, size_t &n) {
        return rocprim::reduce(s, n, in.there, one.there, (T)7, count, rocprim::maximum<T>());
    });
    CHECK(one.read()[0] == std::max((T)7, *std::max_element(from.begin(), from.end())));
    std::partial_sum(from.begin(), from.end(), wanted.begin());
    run([&](void *s, size_t &n) {
        return rocprim::inclusive_scan(s, n, in.there, out.there, count, rocprim::plus<T>());
    });
    CHECK(out.read() == wanted);
    run([&](void *s, size_t &n) {
        return rocprim::exclusive_scan(s, n, in.there, out.there, (T)0, count, rocprim::plus<T>());
    });
    for (size_t i = 0; i < count; i++)
        wanted[i] -= from[i];
    CHECK(out.read() == wanted);
}

template <class K> static void
sort(size_t count, uint32_t limit)
{
    std::vector<K> keys = numbers<K>(count, limit);
    std::vector<uint32_t> values(count), order(count);
    std::iota(values.begin(), values.end(), 0);
    order = values;
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    buffer<K> in(keys), out(count);
    buffer<uint32_t> values_in(values), values_out(count);
    run([&](void *s, size_t &n) {
        return rocprim::radix_sort_pairs(s, n, in.there, out.there, values_in.there, values_out.there, count);
    });
    CHECK(values_out.read() == order);
    std::stable_sort(keys.begin(), keys.end(), [](K a, K b) { return a > b; });
    run([&](void *s, size_t &n) {
        return rocprim::radix_sort_keys_desc(s, n, in.there, out.there, count);
    });
    CHECK(out.read() == keys);
}

static void
merge_sort(size_t count)
{
    std::vector<float> keys = numbers<float>(count, 0);
    buffer<float> in(keys), out(count);
    auto less = [] __device__(float a, float b) { return a < b; };
    std::stable_sort(keys.begin(), keys.end());
    run([&](void *s, size_t &n) {
        return rocprim::merge_sort(s, n, in.there, out.there, count, less);
    });
    CHECK(out.read() == keys);
}

static void
select_and_runs(size_t count)
{
    std::vector<uint32_t> from = numbers<uint32_t>(count, 4), wanted;
    buffer<uint32_t> in(from), out(count), lengths(count), chosen(1);
    auto odd = [] __device__(uint32_t v) { return v % 2 == 1; };
    for (uint32_t v : from)
        if (v % 2)
            wanted.push_back(v);
    run([&](void *s, size_t &n) {
        return rocprim::select(s, n, in.there, out.there, chosen.there, count, odd);
    });
    CHECK(chosen.read()[0] == wanted.size());
    std::vector<uint32_t> got = out.read();
    CHECK(std::equal(wanted.begin(), wanted.end(), got.begin()));

    std::vector<uint32_t> heads, counts;
    for (size_t i = 0; i < count; i++) {
        if (i && from[i] == from[i - 1]) {
            counts.back()++;
            continue;
        }
        heads.push_back(from[i]);
        counts.push_back(1);
    }
    run([&](void *s, size_t &n) {
        return rocprim::run_length_encode(s, n, in.there, count, out.there, lengths.there, chosen.there);
    });
    CHECK(chosen.read()[0] == heads.size());
    got = out.read();
    CHECK(std::equal(heads.begin(), heads.end(), got.begin()));
    got = lengths.read();
    CHECK(std::equal(counts.begin(), counts.end(), got.begin()));
}

static void
histogram(size_t count)
{
    enum { BINS = 16 };
    std::vector<uint32_t> from = numbers<uint32_t>(count, 1600), wanted(BINS);
    buffer<uint32_t> in(from), out(BINS);
    for (uint32_t v : from)
        wanted[v / 100]++;
    run([&](void *s, size_t &n) {
        return rocprim::histogram_even(s, n, in.there, (unsigned)count, out.there, BINS + 1, 0u, 1600u);
    });
    CHECK(out.read() == wanted);
}

int
main()
{
    for (size_t count : {1, 63, 64, 65, 1000, 4097, 70001}) {
        reduce_and_scan<uint32_t>(count);
        reduce_and_scan<int64_t>(count);
        reduce_and_scan<double>(count);
        sort<uint32_t>(count, 0);
        sort<int16_t>(count, 0);
        sort<uint64_t>(count, 50);
        merge_sort(count);
        select_and_runs(count);
        histogram(count);
    }
    return checked("rocprim");
}
