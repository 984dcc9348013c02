#include "support/utf8.h"

unsigned
utf8_length(const char *bytes)
{
    const unsigned char *text = (const unsigned char *)bytes;
    unsigned char lead = text[0];
    unsigned length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (lead > 0xf4)
        return 0;
    for (unsigned i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if ((lead == 0xe0 && text[1] < 0xa0) || (lead == 0xed && text[1] > 0x9f) ||
        (lead == 0xf0 && text[1] < 0x90) || (lead == 0xf4 && text[1] > 0x8f))
        return 0; /* overlong, a surrogate, beyond Unicode */
    return length;
}
