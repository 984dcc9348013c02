// options: -Wcomment
// Comments that do not end where it looks: those of a header, so that messages can be listed here.
#include "comments.h" // note: in file included // note: in file included // note: in file included // note: in file included // note: in file included // note: in file included // note: in file included // note: in file included
constant int a = MACRO;
// comments.h:1: warning: '/*' within block comment
// comments.h:5: warning: multi-line // comment
// comments.h:14: warning: '/*' within block comment
// comments.h:15: warning: '/*' within block comment
// comments.h:15: warning: '/*' within block comment
// comments.h:16: warning: multi-line // comment
// comments.h:18: warning: multi-line // comment
// comments.h:19: warning: multi-line // comment
