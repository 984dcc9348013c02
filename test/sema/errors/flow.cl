// Functions that end without a value.
int nothing(int a) { }                                    // warning: non-void function does not return a value
int one_way(int a) { if (a) return 1; }                   // warning: non-void function does not return a value
int both_ways(int a) { if (a) return 1; else return 2; }
int endless(int a) { while (1) a++; }
int endless_for(int a) { for (;;) if (a++) return 2; }
int left(int a) { for (;;) { if (a) break; } }            // warning: non-void function does not return a value
int inner_break(int a) { for (;;) { while (a) break; switch (a) { default: break; } } }
int all_cases(int a) { switch (a) { case 1: return 1; default: return 2; } }
int through(int a) { switch (a) { case 1: a++; default: return 2; } }
int some_cases(int a) { switch (a) { case 1: return 1; } } // warning: non-void function does not return a value
int breaking(int a) { switch (a) { case 1: break; default: return 2; } } // warning: non-void function does not return a value
int jumping(int a) { again: if (a) return 1; goto again; }
int once(int a) { do { return 1; } while (0); }
int asked(int a) { do { if (a) continue; return 1; } while (a); } // warning: non-void function does not return a value
int stops(int a) { if (a) return 1; __builtin_unreachable(); }
int constant_way(int a) { if (1) return 1; }
int behind(int a) { return 1; a = 2; }
int label_behind(int a) { if (a) goto out; return 1; out: a = 2; } // warning: non-void function does not return a value
void no_value(int a) { }
