// odd: text, state machines, chains of comparisons, divergent loops

// run 64 64 buf:2048*u8=random,1 buf:64*u32
kernel void count_words(global const uchar *text, global uint *out)
{
    int g = get_global_id(0) * 32;
    uint words = 0, in = 0;
    for (int i = 0; i < 32; i++) {
        uchar c = text[g + i];
        uint letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '\'' || c > 200;
        words += letter && !in;
        in = letter;
    }
    out[get_global_id(0)] = words;
}

// run 64 64 buf:2048*u8=random,2 buf:64*u32
kernel void find_substring(global const uchar *text, global uint *out)
{
    int g = get_global_id(0) * 32;
    uint found = 99;
    for (int i = 0; i + 3 <= 32; i++) {
        int k = 0;
        while (k < 3 && (text[g + i + k] & 3) == k)
            k++;
        if (k == 3) {
            found = i;
            break;
        }
    }
    out[get_global_id(0)] = found;
}

// run 64 64 buf:2048*u8=random,3 buf:64*i32
kernel void parse_number(global const uchar *text, global int *out)
{
    global const uchar *p = text + get_global_id(0) * 32, *end = p + 32;
    int value = 0, sign = 1;
    while (p < end && *p < 128)
        p++;
    if (p < end && (*p & 1)) {
        sign = -1;
        p++;
    }
    for (; p < end && *p % 11 < 10; p++)
        value = value * 10 + *p % 11;
    out[get_global_id(0)] = sign * value;
}

// run 64 64 buf:64*u32=random,4 buf:704*u8
kernel void print_number(global const uint *a, global uchar *text)
{
    uint v = a[get_global_id(0)];
    uchar digits[11];
    int n = 0;
    do {
        digits[n++] = '0' + v % 10;
        v /= 10;
    } while (v);
    for (int i = 0; i < 11; i++)
        text[get_global_id(0) * 11 + i] = i < n ? digits[n - 1 - i] : 0;
}

// run 64 64 buf:2048*u8=random,5 buf:64*u32
kernel void state_machine(global const uchar *text, global uint *out)
{
    int g = get_global_id(0) * 32, state = 0;
    uint count = 0;
    for (int i = 0; i < 32; i++) {
        uint c = text[g + i] & 7;
        switch (state) {
        case 0:
            state = c == 1 ? 1 : c == 2 ? 3 : 0;
            break;
        case 1:
            state = c == 3 ? 2 : c < 2 ? 1 : 0;
            break;
        case 2:
            count++;
            state = c & 1 ? 4 : 0;
            break;
        case 3:
            state = c > 5 ? 4 : 3;
            break;
        default:
            count += 16;
            state = 0;
        }
    }
    out[get_global_id(0)] = count * 8 + state;
}

// run 64 64 buf:1024*u32=random,6 buf:64*u32
kernel void interpreter(global const uint *code, global uint *out)
{
    uint x = get_global_id(0), y = 1, z = 0;
    for (int i = 0; i < 48; i++) {
        uint op = (code[i] ^ x) % 12;
        if (op == 0)
            x += y;
        else if (op == 1)
            x ^= z;
        else if (op == 2)
            y = x * 3;
        else if (op == 3)
            z = y - x;
        else if (op == 4)
            x <<= 1;
        else if (op == 5)
            y >>= 1;
        else if (op == 6)
            z += code[i];
        else if (op == 7)
            x = ~x;
        else if (op == 8)
            y ^= code[i];
        else if (op == 9)
            z |= 1;
        else if (op == 10)
            x &= y | 0xff;
        else
            x++;
    }
    out[get_global_id(0)] = x ^ y ^ z;
}

// run 64 64 buf:64*u32=random,7 buf:64*u32
kernel void brackets(global const uint *seed, global uint *out)
{
    uint s = seed[get_global_id(0)], depth = 0, worst = 0, n = 0;
    while (n < 200) {
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        n++;
        if (s & 1)
            depth++;
        else if (depth)
            depth--;
        else
            break;
        worst = max(worst, depth);
    }
    out[get_global_id(0)] = worst << 16 | n;
}

// run 64 64 buf:2048*u8=random,8 buf:2048*u8
kernel void run_length(global const uchar *a, global uchar *b)
{
    int g = get_global_id(0) * 32, o = g, i = 0;
    while (i < 32) {
        uchar c = a[g + i] & 1;
        int n = 1;
        while (i + n < 32 && (a[g + i + n] & 1) == c)
            n++;
        if (o + 1 < g + 32) {
            b[o++] = n;
            b[o++] = c;
        }
        i += n;
    }
}

// run 64 64 buf:1536*u8=random,9 buf:2048*u8
kernel void base64(global const uchar *a, global uchar *b)
{
    int g = get_global_id(0);
    for (int k = 0; k < 8; k++) {
        uint v = a[g * 24 + k * 3] << 16 | a[g * 24 + k * 3 + 1] << 8 | a[g * 24 + k * 3 + 2];
        for (int j = 0; j < 4; j++) {
            uint d = v >> (18 - 6 * j) & 63;
            b[g * 32 + k * 4 + j] = d < 26 ? 'A' + d : d < 52 ? 'a' + d - 26 : d < 62 ? '0' + d - 52 : d == 62 ? '+' : '/';
        }
    }
}

// run 64 64 buf:2048*u8=random,10 buf:2048*u8
kernel void upper_case(global const uchar *a, global uchar *b)
{
    int g = get_global_id(0) * 32;
    for (int i = 0; i < 32; i++) {
        uchar c = a[g + i];
        b[g + i] = c >= 'a' && c <= 'z' ? c - 32 : c;
    }
}

// run 64 64 buf:2048*u8=random,11 buf:64*u32
kernel void utf8_length(global const uchar *a, global uint *out)
{
    global const uchar *p = a + get_global_id(0) * 32;
    uint n = 0;
    for (int i = 0; i < 32;) {
        uchar c = p[i];
        i += c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
        n++;
    }
    out[get_global_id(0)] = n;
}

// run 64 64 buf:1024*u32=random,12 buf:64*u32
kernel void linked_list(global const uint *next, global uint *out)
{
    uint at = get_global_id(0), sum = 0;
    for (int hops = 0; hops < 40; hops++) {
        at = next[at] & 1023;
        if (at % 37 == 0)
            break;
        sum += at;
    }
    out[get_global_id(0)] = sum;
}

// run 64 64 buf:64*u32=random,13 buf:64*u32
kernel void priorities(global const uint *a, global uint *out)
{
    uint v = a[get_global_id(0)] & 31, r;
    if (v == 3 || v == 5 || v == 7)
        r = v * 2;
    else if (v < 10)
        r = v + 100;
    else if (v == 20)
        r = 1;
    else if (v > 15 && v < 25)
        r = v << 3;
    else
        r = ~v;
    out[get_global_id(0)] = r;
}
