// options: -c -o /dev/null
// Each place once, although the loop is unrolled and the function called twice.
float4
get(read_only image2d_t a, sampler_t s, int2 p)
{
    return read_imagef(a, s, p); // error: code generation for images is not done yet
}

kernel void
unused(read_only image2d_t a, sampler_t s, global float *out)
{
    const sampler_t literal = 7;
    out[0] = 1;
}

kernel void
used(read_only image2d_t a, write_only image3d_t b, sampler_t s, int x)
{
    float4 v = get(a, s, (int2)(x, 1)) + get(a, 7, (int2)(x, 2));
    for (int i = 0; i < 3; i++)
        v += read_imagef(a, (int2)(x, i)); // error: code generation for images is not done yet
    write_imagef(b, (int4)(1), v);         // error: code generation for images is not done yet
}

kernel void
asks(read_only image2d_t a, global int *out)
{
    out[0] = get_image_width(a); // error: code generation for images is not done yet
}
