/* Characters of UTF-8 in texts that may hold anything. */
#ifndef OCC_SUPPORT_UTF8_H
#define OCC_SUPPORT_UTF8_H

/* Bytes of the character at the text, which ends with a NUL; 0: it is none (RFC 3629, section 4). */
unsigned utf8_length(const char *text);

#endif
