/* Lanes part: each counts steps of its own. */
kernel void
divergent(global uint *out, uint most)
{
    uint id = get_global_id(0), steps = 0;
    ulong x = id + 1;
    while (x != 1 && steps < most) {
        if (x & 1)
            x = 3 * x + 1;
        else
            x >>= 1;
        switch (x % 5) {
        case 0:
            steps += 1;
            break;
        case 3:
            steps ^= 2;
            break;
        default:
            steps++;
        }
    }
    out[id] = steps;
}
