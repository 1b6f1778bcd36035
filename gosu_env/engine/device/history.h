// What seats remember, behind what they see: a thread for a game, whose deciding seat it is, or for every seat of it.

// Of all games or only of those that are ``marked``. The entries of a seat lie ``room`` rows behind those of the seat
// before it.
KERNEL remember(BATCH_ARGUMENTS, MEMORY_ARGUMENTS, int of_all_seats, int only, const bool *marked, int8 *out, int room) {
  Batch b = BATCH;
  Memory m = MEMORY;
  int players = (int)options[0], all = of_all_seats ? players * games : games;
  ROLLED
  for (int at = FIRST; at < all; at += THREADS) {
    int i = at % games, seat = of_all_seats ? at / games : (int)state_of(b, i).decider();
    Span<int8> recent = {out + ((int64)(of_all_seats ? seat : 0) * room + OBSERVED) * games + i, games, FIELDS * length};
    if (seat >= 0 && (!only || marked[i]))
      token_loops_write_history(ring_of(m, players, i), heard_of(m, players, i), seat, recent);
  }
}
