#include "support/suggest.h"

#include <stdbool.h>
#include <string.h>

enum { MAX_LETTERS = 64 }; /* letters; longer words are never near */

struct suggestion
suggest_begin(const char *wanted)
{
    return (struct suggestion){.wanted = wanted, .distance = (unsigned)strlen(wanted) / 3 + 1};
}

/* Distance of Damerau and Levenshtein without repeated edits (optimal string alignment): letters
 * inserted, deleted, replaced, and neighbours exchanged. */
static unsigned
distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    /* three rows of the table are enough, because an exchange looks two rows back */
    unsigned rows[3][MAX_LETTERS + 1], *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        last[j] = (unsigned)j;
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            unsigned best = last[j - 1] + (a[i - 1] != b[j - 1]);
            best = best < last[j] + 1 ? best : last[j] + 1;
            best = best < row[j - 1] + 1 ? best : row[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = best < before[j - 2] + 1 ? best : before[j - 2] + 1;
            row[j] = best;
        }
        unsigned *oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[b_length];
}

void
suggest_offer(struct suggestion *suggestion, const char *word, size_t length)
{
    size_t wanted = strlen(suggestion->wanted);
    size_t apart = wanted > length ? wanted - length : length - wanted;
    if (wanted > MAX_LETTERS || length > MAX_LETTERS || length == 0 || apart > suggestion->distance)
        return;
    unsigned d = distance(suggestion->wanted, wanted, word, length);
    unsigned prefix = 0;
    while (prefix < length && word[prefix] == suggestion->wanted[prefix])
        prefix++;
    bool is_nearer = d < suggestion->distance;
    if (!is_nearer &&
        (d > suggestion->distance || !suggestion->best || prefix <= suggestion->prefix))
        return;
    suggestion->best = word;
    suggestion->prefix = prefix;
    suggestion->distance = d;
}
