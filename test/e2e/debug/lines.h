float
scaled(float x)
{
    return amd_bitalign(as_uint(x), 3u, 5u); //@ v_alignbit_b32
}
