// One Jacobi step of the heat equation on a width x height grid; the border keeps its values.
__kernel void
stencil(__global const float *from, __global float *to, int width, int height, float rate)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    int at = y * width + x;
    float centre = from[at];

    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        to[at] = centre;
        return;
    }
    float around = from[at - 1] + from[at + 1] + from[at - width] + from[at + width];
    to[at] = centre + rate * (around - 4.0f * centre);
}
