// Branches that do not count: what looks like a directive in them, and what does not.
#if 0
"/* no comment" '/*' don't "unterminated
  x #endif
"\"#endif
/* # endif
#endif */ int /* a
#endif */ y; // #endif /*
#else
ok1
#endif
#if 0
??/ / * \
#endif
/**/ # /* */ if 1 /* nested
*/
# endif
%: endif
ok2
#if 0
''' "
   /* before */ /* and
   after */ #elif 1 // x
ok3
#endif
#ifdef NOPE
#
#error "
%x
< "a
#endif
ok4
