// rocSPARSE: products of sparse matrices with vectors (csrmv) and with dense matrices (csrmm), against the host's.
#include "check.h"

#include <hip/hip_runtime.h>
#include <rocsparse/rocsparse.h>

#include <cmath>
#include <cstdint>
#include <vector>

static uint32_t state = 99;

static uint32_t
random_word()
{
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

template <class T> struct buffer {
    T *there;
    std::vector<T> here;
    explicit buffer(const std::vector<T> &from) : here(from)
    {
        OK(hipMalloc(&there, (here.size() + 1) * sizeof(T)));
        OK(hipMemcpy(there, here.data(), here.size() * sizeof(T), hipMemcpyHostToDevice));
    }
    ~buffer()
    {
        OK(hipFree(there));
    }
    void
    read()
    {
        OK(hipMemcpy(here.data(), there, here.size() * sizeof(T), hipMemcpyDeviceToHost));
    }
};

// Rows of the given lengths, of which some are empty and one is long.
template <class T> struct matrix {
    int rows, columns;
    std::vector<int> row{0}, column;
    std::vector<T> value;
    matrix(int r, int c, unsigned filling) : rows(r), columns(c)
    {
        for (int i = 0; i < rows; i++) {
            bool is_long = i == rows / 2, is_empty = i % 7 == 3;
            for (int j = 0; j < columns; j++)
                if (!is_empty && (is_long || random_word() % 100 < filling)) {
                    column.push_back(j);
                    value.push_back((T)((int)(random_word() % 19) - 9));
                }
            row.push_back((int)column.size());
        }
    }
};

template <class T> static std::vector<T>
numbers(size_t count)
{
    std::vector<T> out(count);
    for (T &v : out)
        v = (T)((int)(random_word() % 21) - 10);
    return out;
}

static auto csrmv(float) { return rocsparse_scsrmv; }
static auto csrmv(double) { return rocsparse_dcsrmv; }
static auto csrmm(float) { return rocsparse_scsrmm; }
static auto csrmm(double) { return rocsparse_dcsrmm; }
static auto analysis(float) { return rocsparse_scsrmv_analysis; }
static auto analysis(double) { return rocsparse_dcsrmv_analysis; }

// Small whole numbers: every order of adding gives the same.
template <class T> static void
vectors(rocsparse_handle handle, rocsparse_mat_descr descriptor, const matrix<T> &m, bool is_analysed)
{
    buffer<int> row(m.row), column(m.column);
    buffer<T> value(m.value), x(numbers<T>(m.columns)), y(numbers<T>(m.rows));
    std::vector<T> wanted = y.here;
    T alpha = 3, beta = -2;
    rocsparse_mat_info info;
    OK(rocsparse_create_mat_info(&info));
    if (is_analysed)
        OK(analysis(T())(handle, rocsparse_operation_none, m.rows, m.columns, (int)m.value.size(),
                         descriptor, value.there, row.there, column.there, info));
    OK(csrmv(T())(handle, rocsparse_operation_none, m.rows, m.columns, (int)m.value.size(), &alpha,
                  descriptor, value.there, row.there, column.there, is_analysed ? info : nullptr,
                  x.there, &beta, y.there));
    y.read();
    for (int i = 0; i < m.rows; i++) {
        T sum = 0;
        for (int k = m.row[i]; k < m.row[i + 1]; k++)
            sum += m.value[k] * x.here[m.column[k]];
        CHECK(y.here[i] == alpha * sum + beta * wanted[i]);
    }
    OK(rocsparse_destroy_mat_info(info));
}

template <class T> static void
matrices(rocsparse_handle handle, rocsparse_mat_descr descriptor, const matrix<T> &m, int width,
         bool is_transposed)
{
    buffer<int> row(m.row), column(m.column);
    buffer<T> value(m.value), b(numbers<T>((size_t)m.columns * width)), c(numbers<T>((size_t)m.rows * width));
    std::vector<T> wanted = c.here;
    T alpha = 2, beta = 5;
    OK(csrmm(T())(handle, rocsparse_operation_none,
                  is_transposed ? rocsparse_operation_transpose : rocsparse_operation_none, m.rows,
                  width, m.columns, (int)m.value.size(), &alpha, descriptor, value.there, row.there,
                  column.there, b.there, is_transposed ? width : m.columns, &beta, c.there, m.rows));
    c.read();
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < width; j++) {
            T sum = 0;
            for (int k = m.row[i]; k < m.row[i + 1]; k++)
                sum += m.value[k] * b.here[is_transposed ? m.column[k] * width + j : j * m.columns + m.column[k]];
            CHECK(c.here[j * m.rows + i] == alpha * sum + beta * wanted[j * m.rows + i]);
        }
}

template <class T> static void
all(rocsparse_handle handle, rocsparse_mat_descr descriptor)
{
    static const struct {
        int rows, columns;
        unsigned filling;
    } shapes[] = {{1, 1, 100}, {7, 300, 5}, {100, 64, 40}, {513, 700, 1}, {64, 3000, 20}};
    for (const auto &shape : shapes) {
        matrix<T> m(shape.rows, shape.columns, shape.filling);
        vectors(handle, descriptor, m, false);
        vectors(handle, descriptor, m, true);
        for (int width : {1, 8, 33})
            for (bool is_transposed : {false, true})
                matrices(handle, descriptor, m, width, is_transposed);
    }
}

int
main()
{
    rocsparse_handle handle;
    rocsparse_mat_descr descriptor;
    OK(rocsparse_create_handle(&handle));
    OK(rocsparse_create_mat_descr(&descriptor));
    all<float>(handle, descriptor);
    all<double>(handle, descriptor);
    OK(rocsparse_destroy_mat_descr(descriptor));
    OK(rocsparse_destroy_handle(handle));
    return checked("rocsparse");
}
