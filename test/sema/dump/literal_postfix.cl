float3 f(float a, float4 b)
{
    float2 c = (float4)(a, a, b.xy).xy;
    float d = (float4)(a).x;
    int e = ((int4)(1, 2, 3, 4)).s3;
    float4 g = (float4)b.x;
    float h = (float2)(a, (a, 2.0f))[1];
    float4 j = (float4)((a, 1)) + (float4)((a, b)).x;
    return (float4)(b).xyz;
}
