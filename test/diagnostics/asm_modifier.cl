// options: -mcpu=gfx900 -S -o /dev/null
kernel void k(global int *o)
{
    __asm__ volatile("buffer_load_dword v[4:5], off, s[0:3], 0 tfe" ::: "v4", "v5"); // error: inline assembly 'buffer_load_dword v[4:5], off, s[0:3], 0 tfe': one of its modifiers is not supported yet
}
