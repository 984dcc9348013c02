// options: -c -o /dev/null
    s_nop 0 /* closed */
    s_nop 1 /* never closed // error: unterminated /* comment
    s_nope
