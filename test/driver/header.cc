/* occ.h as C++17: a host in C++ compiles, asks and frees. */
#include "driver/occ.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

int
main()
{
    std::unique_ptr<occ_compiler, void (*)(occ_compiler *)> compiler(occ_compiler_create(nullptr),
                                                                     occ_compiler_destroy);
    const std::string source = "kernel void k(global int *a) { a[0] = 1; }";
    occ_job job{};
    job.size = sizeof job;
    job.source = source.c_str();
    job.length = source.size();
    job.option_string = "-mcpu=gfx900";
    job.cancel = [](void *) { return 0; };
    occ_result *result = nullptr;
    const occ_status status = occ_compile(compiler.get(), &job, &result);
    std::unique_ptr<occ_result, void (*)(occ_result *)> owner(result, occ_result_free);
    std::size_t size = 0;
    return status != OCC_OK || !occ_result_bytes(result, &size) || !size ||
           std::strcmp(occ_result_kernel(result, 0)->name, "k") != 0;
}
