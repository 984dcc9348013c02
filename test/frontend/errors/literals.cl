int a = 08; // error: invalid digit '8' in octal constant
int b = 12abc; // error: invalid suffix 'abc' on integer constant
float c = 1.0z; // error: invalid suffix 'z' on floating constant
float d = 1e; // error: exponent has no digits
int e = ''; // error: empty character constant
int f = 'abcde'; // error: character constant too long for its type
constant char g[] = "\q"; // error: unknown escape sequence
int h = 'a; // error: missing terminating
;
constant char i[] = "abc; // error: missing terminating
;
int j = 18446744073709551616; // error: integer literal is too large
int k = 1 @ 2; // error: unexpected character '@' // error: expected ';' after expression
float l = 0x1.8; // error: hexadecimal floating constant requires an exponent
int ok;
