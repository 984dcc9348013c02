#define WHERE "quoted"
