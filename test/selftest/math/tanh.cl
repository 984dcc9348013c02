// tanh beside mpmath, within 5 units in the last place.

// kernel: tanh_float global=24 local=8
// arg: float r[24]
// arg: float x[24] = 0x1.a34ba60000000p+2 0x1.000fd80000000p+1 -0x1.ba64320000000p+2 -0x1.6f1f4a0000000p+2 -0x1.1148700000000p+2 -0x1.1886d00000000p+3 0x1.73d8180000000p-1 -0x1.4c9e280000000p+1 -0x1.d45f120000000p+2 0x1.8ed3da0000000p+2 0x1.ee558e0000000p+2 0x1.834be60000000p+2 0x1.a74a220000000p+1 0x1.86200a0000000p+2 0x1.9b78920000000p+1 0x1.1cf2980000000p+3 0x1.2948420000000p-3 -0x1.dba4da0000000p+2 0x1.9d44220000000p+2 0x1.baaf0a0000000p+2 -0x1.687a5e0000000p+2 0x1.8e811a0000000p+1 -0x1.9481cc0000000p-3 0x1.ffb7060000000p+0
// expect: r[0] = 0x1.ffff780000000p-1 0x1.ed99800000000p-1 -0x1.ffffbe0000000p-1 -0x1.fffd460000000p-1 -0x1.ffccc40000000p-1 -0x1.fffffe0000000p-1 0x1.3dd5a80000000p-1 -0x1.fa5db80000000p-1 -0x1.ffffe20000000p-1 0x1.fffefc0000000p-1 0x1.fffff20000000p-1 0x1.fffe8c0000000p-1 0x1.fea0c80000000p-1 0x1.fffeac0000000p-1 0x1.fe59aa0000000p-1 0x1.fffffe0000000p-1 0x1.2736340000000p-3 -0x1.ffffe80000000p-1 0x1.ffff5a0000000p-1 0x1.ffffbe0000000p-1 -0x1.fffca40000000p-1 0x1.fdfb000000000p-1 -0x1.8f53e40000000p-3 0x1.ed8ab40000000p-1 ~5.5ulp
kernel void
tanh_float(global float *r, global const float *x)
{
    size_t i = get_global_id(0);
    r[i] = tanh(x[i]);
}

// kernel: tanh_double global=24 local=8
// arg: double r[24]
// arg: double x[24] = 0x1.548e33164b102p+2 0x1.f7a963a53c260p-1 0x1.d120af7cfe7b0p+1 0x1.d84da57191dd4p+2 0x1.a31a44d654696p+2 -0x1.1a63c0f733e0ap+2 0x1.bbe19a4d743ecp+2 -0x1.0312518247054p+0 -0x1.24596445b50b0p+0 -0x1.9c57d971a1c8cp+2 -0x1.40d0966ff04bap+1 -0x1.0e990621bd61ap+3 -0x1.edb4df48d30eap+1 0x1.9a91f94b00e1ap+2 0x1.594e6c5d52de2p+2 0x1.a7d9dc720a6b8p+0 -0x1.be01b7f99a500p-5 0x1.f1a84e16a3d68p+1 0x1.11fdd072b59fep+2 0x1.0855ca1404564p+2 0x1.8fa804839f1c6p+2 0x1.2f59805cf36d8p+2 0x1.aa5384d34fde4p+2 0x1.156aaed936138p+1
// expect: r[0] = 0x1.fff9bd4d033ffp-1 0x1.826402862e4edp-1 0x1.ff49360cc54eap-1 0x1.ffffe5e3a45b5p-1 0x1.ffff76542e6d3p-1 -0x1.ffd9747dd0c8ep-1 0x1.ffffc0882f087p-1 -0x1.887e1fe6d192ap-1 -0x1.a1528750b18d0p-1 -0x1.ffff55f2dbc0fp-1 -0x1.f93b8ec92163bp-1 -0x1.fffffcf79e320p-1 -0x1.ff8b040fb8f07p-1 0x1.ffff4c42dae82p-1 0x1.fffa9a6b8e30ap-1 0x1.dbf8a3376d851p-1 -0x1.bd9109caa8dbfp-5 0x1.ff92042ce19e8p-1 0x1.ffcde3c8e8f1ap-1 0x1.ffbc3e5ed3eabp-1 0x1.ffff033582a49p-1 0x1.ffebfa07f5362p-1 0x1.ffff922600fcap-1 0x1.f2c09f755ff3fp-1 ~5.5ulp
kernel void
tanh_double(global double *r, global const double *x)
{
    size_t i = get_global_id(0);
    r[i] = tanh(x[i]);
}
