/* Plays the games of a file with the library that it is linked with, and writes their rows, ends and battles.
 *
 * A case in the file: 12 numbers of 8 bytes (bytes of a game, of tables; rows and columns of decks; seed; matchup; games;
 * bytes of a row, of battles; records of scratch and their bytes; numbers of `at`), then those records and arrays.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif
#include "ucgsim.h"

static void *taken(FILE *file, int64_t bytes) {
    void *room = calloc(1, bytes ? bytes : 1);
    if (room == NULL || fread(room, 1, bytes, file) != (size_t)bytes) exit(3);
    return room;
}

int main(int count, char **words) {
    FILE *file = count == 2 ? fopen(words[1], "rb") : NULL;
    int64_t n[12];
    if (file == NULL) return 2;
#ifdef _WIN32
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    while (fread(n, 8, 12, file) == 12) {
        void *g = taken(file, n[0]), *t = taken(file, n[1]), *decks = taken(file, 2 * n[2] * n[3]);
        void *indices = taken(file, 8 * n[6]), *leads = taken(file, 8 * n[6]);
        void *scratch = taken(file, n[9] * n[10]);
        int64_t *at = taken(file, 8 * n[11]), *ends = calloc(n[6] + 1, 8);
        void *rows = calloc(n[6], n[7]), *battles = calloc(n[8], 1);
        ucg_play_games(g, t, decks, n[2], n[3], n[4], n[5], indices, n[6], leads, n[6], rows, n[6], battles, n[8],
                       ends, n[6], scratch, n[9], at, n[11]);
        fwrite(rows, n[7], n[6], stdout);
        fwrite(ends, 8, n[6], stdout);
        fwrite(battles, 1, n[6] ? ends[n[6] - 1] : 0, stdout);
        free(g); free(t); free(decks); free(indices); free(leads); free(scratch); free(at); free(ends); free(rows);
        free(battles);
    }
    return 0;
}
