// struct_calls, with its launches; written by record.c.
// options: -ffp-contract=off
//
// kernel: struct_calls global=256,1 local=64,1
// arg: struct spheres[216] = 25 162 254 191 88 214 166 61 134 140 56 64 0*4 26 133 56 63 0 1 200 0 16 160 247 63 242 102 211 190 54 131 241 63 100 0*3 146 192 227 62 0 1 201 0 133 115 250 191 240 121 241 61 113 197 206 63 200 0*3 199 189 117 63 0 1 202 0 244 125 132 63 180 39 200 62 70 53 47 64 44 1 0*2 167*2 82 63 0 1 203 0 169 210 128 191 160 102 229 189 96 189 165 64 144 1 0*2 110 150 133 63 0*2 204 0 22 62 58 64 158 114 137 62 130 89 207 63 244 1 0*2 184 115 164 62 0 1 205 0 80 95 155 63 0 95 100 190 202 63 91 64 88 2 0*2 115 122 87 63 0 1 206 0 189 214 51 192 96 238 79 189 128 213 9 64 188 2 0*2 84 156 152 63 0 1 207 0 32 135 139 191 124 225 86 190 110 161 43 64 32 3 0*2 73 59 244 62 0 1 208 0
// arg: int count = 9
// arg: struct eye = 205 204*2 61 0*6 160 192 3 0*3
// arg: float depth[256] = 0x0p+0*256
// arg: int material[256] = 0*256
// expect: depth[0] = 0x1.aacc08p+2 0x1.aa0b98p+2 0x1.a95534p+2 0x1.a8a88ep+2 0x1.a8054ap+2 0x1.a76b1ap+2 0x1.a6d9f2p+2 0x1.a65174p+2 0x1.a5d174p+2 0x1.a559dap+2 0x1.a3e3d2p+2 0x1.a054p+2 0x1.9d5964p+2 0x1.9ac38p+2 0x1.9877cep+2 0x1.96662ep+2 0x1.9483e2p+2 0x1.92c902p+2 0x1.913022p+2 0x1.8fb4bap+2 0x1.8e5382p+2 0x1.8d09dcp+2 0x1.8bd58p+2 0x1.8ab466p+2 0x1.89a57ap+2 0x1.88a712p+2 0x1.87b854p+2 0x1.86d812p+2 0x1.8605cp+2 0x1.85407p+2 0x1.8487bcp+2 0x1.83daeap+2 0x1.8339a2p+2 0x1.82a354p+2 0x1.8217fp+2 0x1.8196d8p+2 0x1.811fecp+2 0x1.80b2e8p+2 0x1.804f86p+2 0x1.7ff5b2p+2 0x1.7fa544p+2 0x1.7f5e1p+2 0x1.7f1ffap+2 0x1.7eeae4p+2 0x1.7ebed2p+2 0x1.7e9bcp+2 0x1.7e819cp+2 0x1.7e707ep+2 0x1.7e6842p+2 0x1.7e6904p+2 0x1.7e72e8p+2 0x1.7e85e4p+2 0x1.7ea22ep+2 0x1.7ec7cep+2 0x1.7ef706p+2 0x1.7f2ffp+2 0x1.7f72cp+2 0x1.7fbfacp+2 0x1.801704p+2 0x1.8078fcp+2 0x1.80e602p+2 0x1.815e6ep+2 0x1.81e298p+2 0x1.82730cp+2 0x1.831052p+2 0x1.83baeap+2 0x1.8473bp+2 0x1.853b4ep+2 0x1.861298p+2 0x1.86faa8p+2 0x1.87f4a2p+2 0x1.8901d8p+2 0x1.8a23fcp+2 0x1.8b5dp+2 0x1.8caefap+2 0x1.8e1ccp+2 0x1.8fa9cap+2 0x1.915a78p+2 0x1.933422p+2 0x1.953e6cp+2 0x1.97838cp+2 0x1.9a120cp+2 0x1.9d013cp+2 0x1.a0789cp+2 0x1.a4c874p+2 0x1.aad61p+2 0x1.d66bacp+2 0x1.d630acp+2 0x1.d61612p+2 0x1.d61b08p+2 0x1.d64058p+2 0x1.d68614p+2 0x1.d6eda8p+2 0x1.d77944p+2 0x1.d82b24p+2 0x1.d9076p+2 0x1.da12fap+2 0x1.db555ap+2 0x1.dcda1ap+2 0x1.deb28cp+2 0x1.e0fddep+2 0x1.e3fb46p+2 0x1.e86974p+2 0x1.f4p+9*32 0x1.ee6efep+2 0x1.e36566p+2 0x1.de5392p+2 0x1.da979ap+2 0x1.d793a8p+2 0x1.d5089ap+2 0x1.d2d6c8p+2 0x1.d0eaaap+2 0x1.cf373cp+2 0x1.cdb3d8p+2 0x1.cc5a1ep+2 0x1.cb24fap+2 0x1.ca10ccp+2 0x1.c91a64p+2 0x1.c83f76p+2 0x1.c77e4p+2 0x1.c6d4f6p+2 0x1.c6426cp+2 0x1.c5c55cp+2 0x1.c55d42p+2 0x1.c50934p+2 0x1.c4c89cp+2 0x1.c49b2p+2 0x1.c48072p+2 0x1.c4786ap+2 0x1.c482ccp+2 0x1.c49fbap+2 0x1.c4cf16p+2 0x1.c5117p+2 0x1.c566e2p+2 0x1.c5cfdcp+2 0x1.c64d1p+2 0x1.c6df26p+2 0x1.c7872cp+2 0x1.c845e2p+2 0x1.c91d24p+2 0x1.ca0e48p+2 0x1.cb1b8ap+2 0x1.cc4792p+2 0x1.cd9596p+2 0x1.cf09b6p+2 0x1.d0a99cp+2 0x1.d27c9p+2 0x1.d48d6ep+2 0x1.d6ebb8p+2 0x1.d9b064p+2 0x1.dd089ap+2 0x1.e15718p+2 0x1.e7fb26p+2 0x1.029234p+3 0x1.048bb2p+3 0x1.072b48p+3 0x1.0bef98p+3 0x1.f4p+9*2 0x1.c5d718p+2 0x1.c1fb64p+2 0x1.c02182p+2 0x1.bef1fp+2 0x1.be2c2ep+2 0x1.bdb872p+2 0x1.bd8a16p+2 0x1.bd9db8p+2 0x1.bdf51ap+2 0x1.be96ap+2 0x1.bf9282p+2 0x1.c11072p+2 0x1.c38d4ap+2 0x1.f4p+9*27 0x1.c76df6p+2 0x1.c4feaap+2 0x1.c37b62p+2 0x1.c27048p+2 0x1.c1b92cp+2 0x1.c142fep+2 0x1.c105e8p+2 0x1.c0fd1p+2 0x1.c1285p+2 0x1.c188f8p+2 0x1.c224e8p+2 0x1.c3086cp+2 0x1.c44b82p+2 0x1.c62a8cp+2 0x1.c9d972p+2 0x1.f4p+9*11 ~0.1
// expect: material[0] = 907*10 402*76 1008*17 -1*32 503*49 806*4 -1*2 301*13 -1*27 705*15 -1*11

// Functions that take and return structs and call each other.
typedef struct {
    float x, y, z;
    int material;
} point_t;

typedef struct {
    point_t centre;
    float radius;
    uchar flags[3];
} sphere_t;

typedef struct {
    float near, far;
    bool hit;
} range_t;

point_t
subtract(point_t a, point_t b)
{
    point_t d = {a.x - b.x, a.y - b.y, a.z - b.z, a.material | b.material};
    return d;
}

float
dot_points(const point_t *a, const point_t *b)
{
    return a->x * b->x + a->y * b->y + a->z * b->z;
}

range_t
intersect(sphere_t sphere, point_t from, point_t direction)
{
    range_t range = {0.0f, 0.0f, false};
    point_t to = subtract(sphere.centre, from);
    float along = dot_points(&to, &direction);
    float across = dot_points(&to, &to) - along * along;
    float inside = sphere.radius * sphere.radius - across;
    if (inside < 0.0f)
        return range;
    float half_chord = sqrt(inside);
    range.near = along - half_chord;
    range.far = along + half_chord;
    range.hit = true;
    return range;
}

__kernel void
struct_calls(__global const sphere_t *spheres, int count, point_t eye, __global float *depth,
             __global int *material)
{
    int id = get_global_id(0);
    float angle = (float)id / (float)get_global_size(0) - 0.5f;
    float scale = 1.0f / sqrt(1.0f + angle * angle);
    point_t direction = {angle * scale, 0.0f, scale, 0};
    float nearest = 1000.0f;
    int found = -1;
    for (int i = 0; i < count; i++) {
        range_t range = intersect(spheres[i], eye, direction);
        if (range.hit && range.near < nearest && (spheres[i].flags[1] & 1)) {
            nearest = range.near;
            found = spheres[i].centre.material + spheres[i].flags[2];
        }
    }
    depth[id] = nearest;
    material[id] = found;
}
