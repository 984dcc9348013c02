// Variables that another program defines: one by name and by its address in a third, one constant.
extern __attribute__((visibility("default"))) global int counter;
extern __attribute__((visibility("default"))) constant int table[4];
global int *global where = &counter;

kernel void
count(global int *out)
{
    out[0] = counter + table[3];
    *where += 1;
}
