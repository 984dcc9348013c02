// Bytes that are no characters.
int f(int x) { return x  ; } // error: unexpected character <0x01>
