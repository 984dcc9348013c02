/* Arithmetic of 32 bits, float and integer, in registers. */
kernel void
alu(global float *out, uint turns)
{
    uint id = get_global_id(0), bits = id * 2654435761u;
    float x = id * 0.001f, y = 1.0f, z = 0.5f;
    for (uint i = 0; i < turns; i++) {
        x = x * 0.999f + y;
        y = y * 0.5f - z * x;
        z = fmin(fmax(z + x, -1.0f), 1.0f);
        bits ^= bits << 13;
        bits ^= bits >> 17;
        bits ^= bits << 5;
        y += (float)(bits & 0xff) * 0x1p-20f;
    }
    out[id] = x + y + z;
}
