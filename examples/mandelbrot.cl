// Iterations until z = z * z + c escapes: neighbouring work-items leave the loop at different times.
__kernel void
mandelbrot(__global uchar *picture, int width, int height, float left, float top, float step,
           int limit)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    float cr = left + step * x, ci = top - step * y;
    float zr = 0.0f, zi = 0.0f;
    int count = 0;

    while (count < limit && zr * zr + zi * zi <= 4.0f) {
        float next = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = next;
        count++;
    }
    picture[y * width + x] = (uchar)count;
}
