/* Double precision: a step of many bodies. */
kernel void
doubles(global const double4 *body, global double4 *force, uint n)
{
    uint id = get_global_id(0);
    double4 own = body[id];
    double3 sum = 0;
    for (uint i = 0; i < n; i++) {
        double4 other = body[i];
        double3 d = other.xyz - own.xyz;
        double r = rsqrt(dot(d, d) + 0.01);
        sum += d * (other.w * r * r * r);
    }
    force[id] = (double4)(sum, 0);
}
