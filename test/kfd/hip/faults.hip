// What OCC_CHECK=all tells of HIP programs that are wrong: each case is a process, whose message must name the kernel and
// its line.  Compiled with -g.
#include "check.h"

#include <hip/hip_runtime.h>

#include <cstring>
#include <string>
#include <unistd.h>

enum { ITEMS = 1024 };

// ---- kernels: what is wrong stands in the line that its LINE_ is ----

extern "C" __global__ void
good(int *a)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

enum { LINE_PAST = __LINE__ + 4 };
extern "C" __global__ void
past(int *a, int far)
{
    a[blockIdx.x * blockDim.x + threadIdx.x + far] = 1;
}

enum { LINE_RACE = __LINE__ + 4 };
extern "C" __global__ void
race(int *a, int)
{
    a[0] = blockIdx.x * 3 + 5;
}

enum { LINE_LDS_RACE = __LINE__ + 7 };
extern "C" __global__ void
lds_race(int *a, int)
{
    __shared__ int part[256];
    int id = threadIdx.x;
    part[id] = a[id];
    a[id] = part[id ^ 64];
}

enum { LINE_VAGUE = __LINE__ + 4 };
extern "C" __global__ void
vague(int *a, int)
{
    if (a[threadIdx.x + 512] > 3)
        a[threadIdx.x] = 2;
}

enum { LINE_LDS_VAGUE = __LINE__ + 7 };
extern "C" __global__ void
lds_vague(int *a, int)
{
    __shared__ int part[256];
    if (threadIdx.x < 8)
        part[threadIdx.x] = a[threadIdx.x];
    if (part[threadIdx.x ^ 32] > 3)
        a[threadIdx.x] = 2;
}

enum { LINE_INDEX = __LINE__ + 4 };
extern "C" __global__ void
lost_index(int *a, int)
{
    a[a[threadIdx.x + 512]] = 2;
}

static const struct fault {
    const char *name;
    void (*kernel)(int *, int);
    int argument, line;
    const char *says;
} faults[] = {
    {"past", past, ITEMS, LINE_PAST, "out of bounds: write of 4 bytes"},
    {"race", race, 0, LINE_RACE, "data race"},
    {"lds_race", lds_race, 0, LINE_LDS_RACE, "data race"},
    {"vague", vague, 0, LINE_VAGUE, "uninitialised"},
    {"lds_vague", lds_vague, 0, LINE_LDS_VAGUE, "uninitialised"},
    {"lost_index", lost_index, 0, LINE_INDEX, "uninitialised"},
};

// As a program that does not know of its mistake; the first half of the memory is filled.
static int
launch(const char *name)
{
    int *a;
    if (hipMalloc(&a, ITEMS * sizeof *a) || hipMemset(a, 0, ITEMS / 2 * sizeof *a))
        return 3;
    good<<<4, 128>>>(a);
    for (const fault &fault : faults)
        if (strcmp(fault.name, name) == 0)
            fault.kernel<<<2, 256>>>(a, fault.argument);
    return hipDeviceSynchronize() != hipSuccess;
}

static std::string
output_of(const std::string &command)
{
    std::string all;
    char text[4096];
    FILE *pipe = popen((command + " 2>&1").c_str(), "r");
    while (pipe && fgets(text, sizeof text, pipe))
        all += text;
    all += "status " + std::to_string(pipe ? pclose(pipe) : -1) + "\n";
    return all;
}

int
main(int count, char **arguments)
{
    if (count > 1)
        return launch(arguments[1]);
    char self[4096] = "";
    (void)!readlink("/proc/self/exe", self, sizeof self - 1);
    for (const fault &fault : faults) {
        setenv("OCC_CHECK", "all", 1);
        std::string said = output_of(std::string(self) + " " + fault.name);
        std::string place = "faults.hip:" + std::to_string(fault.line);
        bool is_told = said.find(fault.says) != std::string::npos &&
                       said.find(std::string("kernel ") + fault.name) != std::string::npos &&
                       said.find(place) != std::string::npos && said.find("status 0") == std::string::npos;
        CHECK(is_told);
        if (!is_told)
            fprintf(stderr, "%s, not at %s:\n%s\n", fault.name, place.c_str(), said.c_str());
        unsetenv("OCC_CHECK");
        setenv("HSA_DISABLE_FRAGMENT_ALLOCATOR", "1", 1); // which all checks imply
        // Without it only what leaves the memory is told.
        said = output_of(std::string(self) + " " + fault.name);
        CHECK((said.find("status 0") == std::string::npos) == (fault.kernel == past));
        unsetenv("HSA_DISABLE_FRAGMENT_ALLOCATOR");
    }
    setenv("OCC_CHECK", "all", 1);
    std::string said = output_of(std::string(self) + " none");
    CHECK(said == "status 0\n");
    if (said != "status 0\n")
        fprintf(stderr, "%s", said.c_str());
    return checked("faults");
}
