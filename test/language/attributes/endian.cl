// endian: host and device are little-endian both, so nothing changes.
// kernel: test
// arg: int r[2]
// arg: int in[1] = 0x01020304
kernel void
test(global int *r, global const int *in __attribute__((endian(host))))
{
    global const int *p __attribute__((endian(device))) = in;
    r[0] = *p;                           //= 0x01020304
    r[1] = *(global const uchar *)in;    //= 4
}
