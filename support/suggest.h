/* The nearest of many words to one that was mistyped: "did you mean 'x'?". */
#ifndef OCC_SUPPORT_SUGGEST_H
#define OCC_SUPPORT_SUGGEST_H

#include <stddef.h>

struct suggestion {
    const char *wanted;
    const char *best;          /* NULL: nothing near enough was offered */
    unsigned distance, prefix; /* of best: edits; letters at the start that are the same */
};

/* A search for the nearest to wanted, of which at most a third of the letters may be wrong. */
struct suggestion suggest_begin(const char *wanted);
/* Offers a word of which only the first `length` letters are compared; the text must live as long
 * as the suggestion.  Of equally near words, the one with the longest common start wins, then the
 * first. */
void suggest_offer(struct suggestion *suggestion, const char *word, size_t length);

#endif
