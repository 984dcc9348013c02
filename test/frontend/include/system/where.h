#warning not shown
#define WHERE "system"
int system_file = 1