// A unit that says _Float16 has halves as values, without cl_khr_fp16, too; before that it has not.
half before(void);  // error: declaring function return value of type 'half' is not allowed
float constant_alone(void) { return 1.5f16; }
_Float16 function(_Float16 x) { return x + 1.0f16; }
float suffix(void) { return 1.0h; } // error: half precision constant requires cl_khr_fp16
