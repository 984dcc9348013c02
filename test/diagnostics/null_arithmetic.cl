// options: -Wpedantic
// What -Wpedantic has of -Wnull-pointer-arithmetic; the null pointer is underlined.
char *
null_sum(int n)
{
    return n ? (char *)0 + n : (char *)0 - n; // warning: is a GNU extension // range: 16-24
}
