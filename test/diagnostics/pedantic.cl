// options: -pedantic
#define LOG(...) log(__VA_ARGS__) // warning: variadic macros are a Clang extension in OpenCL
#ident "a note" // warning: #ident is a language extension
int unused_declaration(void);
