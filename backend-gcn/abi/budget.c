/* How many registers a function may use: what the target, an occupancy, attributes and options leave. */
#include "backend-gcn/abi/budget.h"
#include "backend-gcn/abi/calls.h"
#include "backend-gcn/mir/spill_slots.h"
#include "support/number.h"

enum { LDS_BYTES = 64 * 1024 }; /* of a compute unit: Southern Islands ISA, 10 and its successors */

static const struct kernel_info *
kernel_of(const struct mir_function *function)
{
    static const struct kernel_info none = {.max_flat_group_size = 256};
    const struct kernel_info *kernel = function->source ? function->source->kernel : NULL;
    if (function->calls)
        kernel = function->calls->limits;
    return kernel ? kernel : &none;
}

/* The waves per SIMD that so many work-groups of the largest allowed size need at once. */
static unsigned
waves_of_groups(const struct mir_function *function, unsigned groups)
{
    const struct kernel_info *kernel = kernel_of(function);
    unsigned size = kernel->max_flat_group_size ? kernel->max_flat_group_size : 256;
    return (groups * ((size + 63) / 64) + 3) / 4;
}

static unsigned
group_waves(const struct mir_function *function)
{
    return waves_of_groups(function, 1);
}

/* Those, or what the kernel asks for. */
static unsigned
least_waves(const struct mir_function *function)
{
    unsigned asked = smaller(kernel_of(function)->least_waves, function->target->max_waves);
    return (unsigned)larger(group_waves(function), asked);
}

unsigned
budget_waves(const struct mir_function *function)
{
    unsigned waves = function->target->max_waves, bytes = function->usage.lds_bytes;
    if (!bytes || (function->calls && function->calls->interface))
        return waves;
    return smaller(waves, waves_of_groups(function, (unsigned)larger(LDS_BYTES / bytes, 1)));
}

/* The smaller of two limits; the second is 0 if there is none. */
static unsigned
limited(unsigned most, unsigned limit, unsigned least)
{
    if (!limit)
        return most;
    return smaller(most, limit > least ? limit : least);
}

unsigned
budget_vgprs(const struct gcn_target *target, unsigned waves)
{
    unsigned vgprs = target->vgprs_per_simd / waves;
    vgprs -= vgprs % target->vgpr_granule;
    return smaller(vgprs, gcn_most_vgprs(target));
}

unsigned
budget_sgprs(const struct gcn_target *target, unsigned waves)
{
    unsigned sgprs = target->sgprs_per_simd / waves;
    sgprs -= sgprs % target->sgpr_granule;
    sgprs = sgprs > target->extra_sgprs ? sgprs - target->extra_sgprs : 0;
    return smaller(sgprs, gcn_most_sgprs(target));
}

unsigned
budget_of_waves(const struct mir_function *function, unsigned waves)
{
    return smaller(left_of(budget_vgprs(function->target, waves), function->array_dwords),
                   function->vgpr_cap);
}

unsigned
budget_waves_of(const struct mir_function *function, unsigned vgprs)
{
    unsigned waves = budget_waves(function);
    while (waves > 1 && budget_of_waves(function, waves) < vgprs)
        waves--;
    return waves;
}

unsigned
budget_most_vgprs(const struct mir_function *function, const struct backend_options *options)
{
    unsigned most = budget_vgprs(function->target, least_waves(function));
    most = limited(most, options ? options->max_vgprs : 0, BUDGET_LEAST_VGPRS);
    most = limited(most, kernel_of(function)->max_vgprs, BUDGET_LEAST_VGPRS);
    most -= call_reserve(function, most);
    unsigned travelled = call_travelled(function, MIR_VGPR);
    if (travelled)
        most = larger(most, smaller(travelled + BUDGET_VGPR_HEADROOM + BUDGET_LEAST_LANES, 256));
    return smaller(most, function->vgpr_budget) - function->array_dwords;
}

unsigned
budget_hardware_vgprs(const struct mir_function *function)
{
    return (unsigned)larger(budget_vgprs(function->target, group_waves(function)),
                            function->vgpr_cap + function->array_dwords);
}

unsigned
budget_most_sgprs(const struct mir_function *function, const struct backend_options *options)
{
    const struct gcn_target *target = function->target;
    unsigned most = gcn_most_sgprs(target);
    most = smaller(most, budget_sgprs(target, least_waves(function)));
    most = limited(most, options ? options->max_sgprs : 0, 0);
    unsigned asked = kernel_of(function)->max_sgprs;
    asked -= smaller(asked, target->extra_sgprs);
    most = limited(most, asked, BUDGET_LEAST_SGPRS);
    unsigned travelled = call_travelled(function, MIR_SGPR);
    if (travelled)
        most = larger(most, smaller(travelled + BUDGET_SGPR_HEADROOM + BUDGET_RSRC_SGPRS,
                                    gcn_most_sgprs(target)));
    return smaller(most, function->sgpr_budget) - spill_scratch_sgprs(function);
}

unsigned
budget_aimed_sgprs(const struct mir_function *function, unsigned most)
{
    unsigned asked = kernel_of(function)->max_sgprs;
    unsigned kept =
        function->target->extra_sgprs + spill_scratch_sgprs(function) + call_kept_sgprs(function);
    return asked ? smaller(most, larger(left_of(asked, kept), BUDGET_LEAST_AIM)) : most;
}
