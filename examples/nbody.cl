// One step of n gravitating bodies; w of a position is the mass.
__kernel void
nbody(__global const float4 *position, __global const float4 *velocity,
      __global float4 *next_position, __global float4 *next_velocity, int n, float dt, float softening)
{
    int i = get_global_id(0);
    float4 me = position[i];
    float3 pull = (float3)(0.0f);

    for (int j = 0; j < n; j++) {
        float4 other = position[j];
        float3 d = other.xyz - me.xyz;
        float r = rsqrt(dot(d, d) + softening);
        pull += d * (other.w * r * r * r);
    }
    float4 v = velocity[i];
    v.xyz += pull * dt;
    next_velocity[i] = v;
    next_position[i] = (float4)(me.xyz + v.xyz * dt, me.w);
}
