#ifndef BESIDE_H
#define BESIDE_H
#define BESIDE 7
#endif
