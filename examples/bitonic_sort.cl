// One step of a bitonic sorting network over n = 2^k keys (K. E. Batcher, 1968): the host calls it
// for stage = 0 .. k-1 and pass = stage .. 0.
__kernel void
bitonic_sort(__global uint *keys, uint stage, uint pass)
{
    uint i = get_global_id(0);
    uint distance = 1u << pass;
    uint left = (i / distance) * distance * 2 + i % distance;
    uint right = left + distance;
    bool ascending = ((i >> stage) & 1) == 0;
    uint a = keys[left], b = keys[right];

    if ((a > b) == ascending) {
        keys[left] = b;
        keys[right] = a;
    }
}
