// options: -Wundef
// -Wundef: names that count in #if and are no macros; and where something is missing at a line's end.
#define SET 1
#if NOWHERE                     // warning: 'NOWHERE' is not defined, evaluates to 0 // range: 5-11
#endif
#if defined(NOWHERE) && NOWHERE > 2
#endif
#if !SET || NOWHERE             // warning: 'NOWHERE' is not defined, evaluates to 0
#elif SET ? 0 : NOWHERE
#elif true || NOWHERE
#endif
#if NOWHERE(1)                  // error: function-like macro 'NOWHERE' is not defined // range: 5-11
#endif
