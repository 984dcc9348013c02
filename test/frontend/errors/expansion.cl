#define INNER(x) ((x) + * / 2) // note: expanded from macro 'INNER'
#define OUTER(y) INNER(y) // note: expanded from macro 'OUTER'
int b = OUTER(3); // error: expected expression
