// erf beside mpmath, within 16 units in the last place.

// kernel: erf_float global=24 local=8
// arg: float r[24]
// arg: float x[24] = 0x1.cb08220000000p+1 0x1.e034f40000000p+1 0x1.bb4c500000000p-1 -0x1.e540ca0000000p+0 0x1.56152e0000000p-1 -0x1.8c88a80000000p+1 -0x1.8ebb280000000p+1 0x1.d3cbea0000000p-1 -0x1.a8ae000000000p+1 0x1.a7cb6c0000000p+1 -0x1.1dbf180000000p+0 -0x1.47a5960000000p+1 0x1.70150c0000000p+1 0x1.c9e5e40000000p+1 -0x1.75b8e20000000p+0 0x1.365a6c0000000p-1 -0x1.9cf06e0000000p+1 -0x1.14ca600000000p+0 -0x1.21e20a0000000p+0 -0x1.f49ffa0000000p-1 0x1.79c4aa0000000p+1 -0x1.8e6cba0000000p+1 -0x1.1997360000000p+1 -0x1.cb28260000000p-2
// expect: r[0] = 0x1.fffff20000000p-1 0x1.fffffc0000000p-1 0x1.8ef5920000000p-1 -0x1.fc3cf20000000p-1 0x1.4f80c60000000p-1 -0x1.fffe740000000p-1 -0x1.fffe9e0000000p-1 0x1.9b7c6a0000000p-1 -0x1.ffffa60000000p-1 0x1.ffffa00000000p-1 -0x1.c567f20000000p-1 -0x1.ffd9640000000p-1 0x1.fff9c00000000p-1 0x1.fffff20000000p-1 -0x1.ec0c9e0000000p-1 0x1.37a5c20000000p-1 -0x1.ffff560000000p-1 -0x1.bf5c6a0000000p-1 -0x1.c80b220000000p-1 -0x1.aaa2a00000000p-1 0x1.fffc120000000p-1 -0x1.fffe980000000p-1 -0x1.ff0bc00000000p-1 -0x1.e560c20000000p-2 ~16.5ulp
kernel void
erf_float(global float *r, global const float *x)
{
    size_t i = get_global_id(0);
    r[i] = erf(x[i]);
}

// kernel: erf_double global=24 local=8
// arg: double r[24]
// arg: double x[24] = 0x1.fdd7261438ee2p+1 0x1.70e3bbc81dc0ap+1 0x1.9eb2650404544p+1 -0x1.856743776cb8cp+0 -0x1.0400c049e8610p+1 0x1.96ff2f7506560p-3 0x1.4eef84a8f4894p+0 -0x1.83c4c6f2c56a8p-1 -0x1.b98180bb91348p+0 0x1.f54c9735ce088p+1 -0x1.82a325bff9deep+1 -0x1.3d74dd355c63ep+1 0x1.2f68f11767716p+1 -0x1.1edd15ef829b0p-2 -0x1.ebbd1f026bba4p+1 -0x1.9f4b07db20e14p+0 -0x1.e3670c2cdc142p+1 -0x1.79bde5eabbab8p+0 0x1.91e4771c44e98p+0 0x1.8a63d6eb25a00p-2 0x1.0a358bd264b30p-1 0x1.61ecbc6eb3490p-1 0x1.9a1eddcd0921cp+1 0x1.aa63e821685a4p+0
// expect: r[0] = 0x1.ffffff67dda46p-1 0x1.fff9fc9a7cd71p-1 0x1.ffff65507c1efp-1 -0x1.efe41c460c7f6p-1 -0x1.fdea7c09bd8aep-1 0x1.c545a0e603b07p-3 0x1.df177ec0c0583p-1 -0x1.6e85741e550c0p-1 -0x1.f87591335047bp-1 0x1.fffffefa21d8ap-1 -0x1.fffd755033befp-1 -0x1.ffc4b2291339bp-1 0x1.ff96ee62bba84p-1 -0x1.3b6b44b841fc0p-2 -0x1.fffffe23fc609p-1 -0x1.f4d951e9ae8ecp-1 -0x1.fffffce585a78p-1 -0x1.ed1a03ec9af6dp-1 0x1.f27ab09794ff5p-1 0x1.a7f66b3284bcfp-2 0x1.1360a6f72d79cp-1 0x1.57ebf1bb58716p-1 0x1.ffff3b3cbb6e1p-1 0x1.f6876dae66a21p-1 ~16.5ulp
kernel void
erf_double(global double *r, global const double *x)
{
    size_t i = get_global_id(0);
    r[i] = erf(x[i]);
}
