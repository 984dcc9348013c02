// options: -Wspir-compat
constant sampler_t good = CLK_FILTER_LINEAR | CLK_ADDRESS_MIRRORED_REPEAT;
constant sampler_t no_filter = 4; // warning: sampler initializer has invalid Filter Mode bits
constant sampler_t both = CLK_FILTER_LINEAR | 15; // warning: sampler initializer has invalid Addressing Mode bits
void take(sampler_t s);
void f(read_only read_only image2d_t x, const int const y) // warning: duplicate 'read_only' declaration specifier // warning: duplicate 'const' declaration specifier
{
    take(0); // warning: sampler initializer has invalid Filter Mode bits
    (void)(int)x; // error: operand of type '__read_only image2d_t' where arithmetic or pointer type is required // range: 16-16
}
