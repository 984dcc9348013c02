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
