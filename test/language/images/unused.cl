// Images, samplers and events that nothing reads need no code; an image takes 8 bytes of arguments.
// kernel: test
// arg: long image = 0
// arg: long sampler = 0
// arg: int n = 5
// arg: int r[2]
kernel void
test(read_only image2d_t image, sampler_t sampler, int n, global int *r)
{
    const sampler_t literal = CLK_FILTER_LINEAR;
    event_t event = 0;
    wait_group_events(1, &event);
    r[0] = n;                      //= 5
    r[1] = n + 1;                  //= 6
}
