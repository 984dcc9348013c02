/* a /* b */
/*/* c */
/* d /*/
/* e // f */
// goes on \
in the next line
// goes on \
// as a comment of its own
// goes on \
    // with blanks before it
#if 0
/* not /* taken */
#endif
#define MACRO 1 /* in a /* directive */
/* twice /* a /* b */
// ends with a backslash \

constant int twice = 1; // one \
two \
three
