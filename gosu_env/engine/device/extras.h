// What a batch shows besides its present decisions, where it is asked for: games last, as everywhere.

// What every seat of every game sees, or only of the games that are ``marked``: a thread for a seat of a game. The
// entries of a seat lie ``room`` rows behind those of the seat before it.
KERNEL observe_seats(BATCH_ARGUMENTS, int only, const bool *marked, int8 *out, int room) {
  Batch b = BATCH;
  int all = (int)options[0] * games;
  ROLLED
  for (int at = FIRST; at < all; at += THREADS) {
    int seat = at / games, i = at % games;
    Span<int8> seen = {out + (int64)seat * room * games + i, games, OBSERVED};
    if (!only || marked[i]) WRITE_OBSERVATION(state_of(b, i), tables_of(b, i), seat, seen);
  }
}

// The cards that no seat sees, from row ``first`` on.
KERNEL show_unseen(BATCH_ARGUMENTS, int8 *out, int first, int size) {
  Batch b = BATCH;
  FOR_MY_GAMES {
    Span<int8> unseen = {out + (int64)first * games + i, games, size};
    WRITE_UNSEEN(state_of(b, i), tables_of(b, i), unseen);
  }
}

// What the others hold out of the deciding seat's sight.
KERNEL show_hidden(BATCH_ARGUMENTS, int8 *out, int size) {
  Batch b = BATCH;
  FOR_MY_GAMES {
    Span<int8> hidden = {out + i, games, size};
    State st = state_of(b, i);
    if (st.ending() == 0) WRITE_HIDDEN(st, tables_of(b, i), (int)st.decider(), hidden);
  }
}
