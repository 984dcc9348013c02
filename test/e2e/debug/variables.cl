/* After `=` in a comment stand the name of an entry and what it holds, as llvm-dwarfdump prints it, with
 * _ for a blank; with ! before it what it does not. */
typedef struct {
    int first;
    float4 second;
} item;
struct link {
    struct link *next; //= next: DW_TAG_member "link_*"
    item payload;      //= payload: "item"
};
enum colour { RED, GREEN = 5 }; //= GREEN: DW_TAG_enumerator (5)
constant int table[4] = {1, 2, 3, 4}; //= table: DW_TAG_variable "int[4]" DW_OP_addr DW_AT_external
constant int folded = 7;              //= folded: DW_TAG_variable
constant sampler_t edge = CLK_ADDRESS_CLAMP; //= edge: DW_AT_const_value_(4)
__attribute__((noinline)) int
helper(global int *p, int x) //= helper: DW_TAG_subprogram "int" DW_AT_prototyped
{
    int many[40]; //= many: "int[40]" !DW_AT_location
    for (int i = 0; i < 40; i++)
        many[i] = p[i] + x;
    int sum = 0; //= sum: "int" DW_AT_location
    for (int k = 0; k < 40; k++)
        sum += many[(k * x) % 40];
    return sum;
}

kernel void
test(global int *out,           //= out: DW_TAG_formal_parameter "int_*" DW_OP_plus_uconst_0x0 !DW_AT_address_class
     int kept,                  //= kept: DW_OP_plus_uconst_0x8 DW_OP_bregx
     int changed,               //= changed: "int" !DW_OP_bregx
     read_only image2d_t image, //= image: "image2d_t"
     float3 vector,             //= vector: "float3"
     local item *shared,        //= shared: "item_*"
     volatile global uchar *bytes)
{
    local int group[64]; //= group: DW_OP_constu_0x0, DW_OP_lit2, DW_OP_swap, DW_OP_xderef
    struct link list = {0};
    list.payload.first = kept;
    changed += get_global_id(0); //= out: DW_AT_decl_line_(
    group[get_local_id(0)] = changed;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (kept > 3) {
        volatile int inner[4]; //= inner: "volatile_int[4]" !DW_AT_location
        enum colour shade = kept > 9 ? RED : GREEN; //= shade: "colour"
        inner[kept & 3] = changed;
        out[changed] = inner[changed & 3] + table[changed & 3] + shade;
    }
    out[changed + 1] = helper(out, kept) + group[(changed + 1) & 63] + (int)vector.x + folded;
    out[changed + 2] = helper(out, changed) + shared->first + bytes[1] + list.payload.first + (int)read_imagef(image, edge, (int2)(0)).x;
}
