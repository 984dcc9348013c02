int a = 08; // error: invalid digit '8' in octal constant
int b = 12abc; // error: invalid suffix 'abc' on integer constant
float c = 1.0z; // error: invalid suffix 'z' on floating constant
float d = 1e; // error: exponent has no digits
int e = ''; // error: empty character constant
int f = 'abcde'; // warning: multi-character character constant // warning: character constant too long for its type
int zeros = '\0\0abcd', zero = '\0\0\0\0\0'; // warning: multi-character // warning: multi-character
int lost = '\1\0\0\0\0'; // warning: multi-character // warning: character constant too long
constant char g[] = "\q"; // warning: unknown escape sequence
int h = 'a; // error: missing terminating
;
constant char i[] = "abc; // error: missing terminating
;
int j = 340282366920938463463374607431768211456; // error: integer literal is too large
int k = 1 @ 2; // error: unexpected character '@'
int m = @; // error: unexpected character '@'
void quotes(int a) { a = “b”; a = “b”; a = b – a; undeclared = 1; } // error: unexpected character <U+201C> // error: unexpected character <U+2013>
int größe = 1; // error: unexpected character <U+00F6>
int fixed_space = 1; // warning: treating Unicode character as whitespace
int größe2(int 你好) { return 你好; } // error: unexpected character <U+00F6> // error: unexpected character <U+4F60>
int after = ; // error: expected expression
/* größe */ constant char n[] = "größe";
float l = 0x1.8; // error: hexadecimal floating constant requires an exponent
float o[] = {1e39f, -0x1p200f, 3.4028236e38f}; // warning: magnitude of floating-point constant too large for type 'float'; maximum is 3.40282347E+38 // warning: magnitude // warning: magnitude
float p[] = {1e-46f, 0x1p-200f, 0.7e-45f}; // warning: magnitude of floating-point constant too small for type 'float'; minimum is 1.40129846E-45 // warning: magnitude // warning: magnitude
double q[] = {1e310, 1e-330}; // warning: magnitude of floating-point constant too large for type 'double' // warning: magnitude of floating-point constant too small for type 'double'
half r[] = {1e6h, 1e-9h}; // warning: magnitude of floating-point constant too large for type 'half'; maximum is 65504 // warning: magnitude of floating-point constant too small for type 'half'; minimum is 5.9605E-8
float fits[] = {3.4028235e38f, 1e-40f, 1.40129846E-45f, 0.0f, 0e-400f, HUGE_VALF, INFINITY};
int ok;
