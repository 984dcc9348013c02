// options: cl20
// Definitions without an initialiser, whose types no line below completes.
global struct never fourth;              // error: tentative definition has type '__global struct never' that is never completed
global int open[];                       // warning: tentative array definition assumed to have one element
global int closed[];
global int closed[4];
