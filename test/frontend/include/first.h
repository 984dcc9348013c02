#define FIRST 1
int first;
