// The kernels of a batch: a thread for every game, or for some of them in turn. Arrays of several numbers a game are
// feature-major, (features, games), so that neighbouring threads write neighbouring bytes. Options (int64): number of
// players, flags, max_decisions.
//
// Where there are several card sets (SEVERAL_SETS), a game has the tables of its own, chosen anew at every deal.
//
// The threads of a warp run one instruction at a time: games that differ in what happens wait for each other. So games
// that are alike in their decision and its answer stand side by side while the rules run (``tally``, ``rank``, ``place``,
// ``advance``), and what the seats see is written in the order of the games (``show``).

#ifdef __CUDACC__
#define KERNEL extern "C" __global__ void
#define FIRST (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define THREADS (int)(gridDim.x * blockDim.x)
DEVICE int add(int *counter, int number) { return atomicAdd(counter, number); }  // what it was before
#else
#define KERNEL extern "C" void
#define FIRST 0
#define THREADS 1
DEVICE int add(int *counter, int number) { return (*counter += number) - number; }
#endif
#define FOR_MY_GAMES ROLLED for (int i = FIRST; i < games; i += THREADS)

struct Batch {
  uint8 *states;
  const uint8 *tables;
  uint32 *streams;
  int64 *seeds;
  const int64 *options;
  int16 *legal;  // a row of MAX_LEGAL for every game: the legal actions of its decision
  int16 *count;  // how many there are
  int8 *mask;
  int8 *obs;
  int8 *seat;
  int32 *sets;   // which of the card sets a game is played with
  int num_sets;
  int games;
  int observed;  // entries of an observation; 0: none is wanted
};

#define BATCH_ARGUMENTS                                                                                               \
  uint8 *states, const uint8 *tables, uint32 *streams, int64 *seeds, const int64 *options, int16 *legal,              \
      int16 *count, int8 *mask, int8 *obs, int8 *seat, int32 *sets, int num_sets, int games, int observed
#define BATCH                                                                                                         \
  {states, tables, streams, seeds, options, legal, count, mask, obs, seat, sets, num_sets, games, observed}

// What ``advance`` does, as in gosu_env/engine/cuda.py. ``END`` is a ``STEP`` that leaves games that end as they are, to
// be looked at; ``NEXT`` deals them anew.
enum Mode { DEAL, LOOK, STEP, ROLL, END, NEXT };

DEVICE State state_of(const Batch &b, int i) { return {b.states + (int64)i * RECORD_BYTES}; }
DEVICE Span<uint32> stream_of(const Batch &b, int i) { return {b.streams + 4LL * i, 1, 4}; }
DEVICE Span<int16> legal_of(const Batch &b, int i) { return {b.legal + (int64)i * MAX_LEGAL, 1, MAX_LEGAL}; }
DEVICE Tables tables_of(const Batch &b, int i) {
  return {{b.tables + (SEVERAL_SETS ? (int64)b.sets[i] * TABLE_BYTES : 0)}};
}

// The next deal of a game's stream, with a card set that is drawn before the seed.
DEVICE void deal_one(const Batch &b, State st, int i) {
  if (SEVERAL_SETS) b.sets[i] = rng_random_below(stream_of(b, i), b.num_sets);
  b.seeds[i] =
      loops_deal(st, tables_of(b, i), stream_of(b, i), (int)b.options[0], (int)b.options[1], (int)b.options[2]);
}

DEVICE bool is_illegal(const int8 *mask, int games, int i, int64 action) {
  return action < 0 || action >= ACTIONS || mask[action * games + i] == 0;
}

DEVICE int64 action_of(const void *actions, int action_bytes, int i) {
  return action_bytes == 8 ? ((const int64 *)actions)[i] : ((const int32 *)actions)[i];
}

// What the seats of games remember; see gosu_env/engine/token_loops.py. Nothing, where it is not asked for.
struct Memory {
  int8 *ring;    // (games, players, length, 8)
  int32 *heard;  // (games, players)
  int length;
  const uint8 *book;
  int16 *notes;  // of all threads
};
#define MEMORY_ARGUMENTS int8 *ring, int32 *heard, int length, const uint8 *book, int16 *notes
#define MEMORY {ring, heard, length, book, notes}

#ifdef HISTORY
constexpr int FIELDS = 8;
DEVICE Rows<int8, FIELDS> ring_of(const Memory &m, int players, int i) {
  return {m.ring + (int64)i * players * m.length * FIELDS, m.length};
}
DEVICE Span<int32> heard_of(const Memory &m, int players, int i) { return {m.heard + (int64)i * players, 1, players}; }
DEVICE State told_state_of(const Batch &b, const Memory &m, int i) {
  return {{b.states + (int64)i * RECORD_BYTES}, {m.notes + FIRST * FIELDS, (int64)THREADS * FIELDS}};
}
DEVICE void forget(const Memory &m, int players, int i) {
  ROLLED
  for (int seat = 0; seat < players; seat++) heard_of(m, players, i)(seat) = 0;
}
DEVICE void hear_answer(const Memory &m, State st, int players, int i, int action) {
  token_loops_hear_answer((int)st.decider(), action, Book{{m.book}}, ring_of(m, players, i), heard_of(m, players, i));
}
DEVICE void hear(const Memory &m, State st, int players, int i) {
  token_loops_hear_events(st, Book{{m.book}}, ring_of(m, players, i), heard_of(m, players, i));
  token_loops_hear_question(st, Book{{m.book}}, ring_of(m, players, i), heard_of(m, players, i));
}
#else
DEVICE State told_state_of(const Batch &b, const Memory &, int i) { return state_of(b, i); }
DEVICE void forget(const Memory &, int, int) {}
DEVICE void hear_answer(const Memory &, State, int, int, int) {}
DEVICE void hear(const Memory &, State, int, int) {}
#endif

// Deal a game, look for its decision, or answer it; then run to the next decision. A game that ends is dealt anew. The
// rules are called in one place only: they are all in line there, and a further copy would crowd the instruction cache.
DEVICE void advance_one(const Batch &b, const Memory &m, int i, int mode, const void *actions, int action_bytes, bool *illegal,
                        float *reward, bool *done, bool *truncated, int64 *ended) {
  State st = told_state_of(b, m, i);
  Tables tb = tables_of(b, i);
  Span<int16> legal = legal_of(b, i);
  int players = b.options[0], legal_actions = 0;
  bool dealing = mode == DEAL || mode == NEXT, paying = mode == STEP || mode == END, again = true;
  if (mode == NEXT && !done[i]) return;
  if (paying) {
    bool refused = is_illegal(b.mask, b.games, i, action_of(actions, action_bytes, i));
    illegal[i] = refused;
    done[i] = truncated[i] = false;
    ROLLED
    for (int player = 0; player < players; player++) reward[(int64)player * b.games + i] = 0;
    if (refused) return;
  }
  if (mode == DEAL) {
    ROLLED
    for (int at = 0; at < RECORD_BYTES; at++) st.bytes.first[at] = 0;  // a char type may stand for all others
  }
  if (paying || mode == ROLL) {
    int action = (int)action_of(actions, action_bytes, i);
    hear_answer(m, st, players, i, action);
    ANSWER_DECISION(st, action);
  }
  ROLLED
  while (again) {
    if (dealing) {
      forget(m, players, i);
      deal_one(b, st, i);
      tb = tables_of(b, i);
    }
    legal_actions = loops_settle(st, tb, legal);
    if (mode != LOOK) hear(m, st, players, i);  // nothing happens on the way to a decision that was reached
    bool over = st.ending() != 0 && !dealing && mode != LOOK;
    again = over && mode != END;
    if (over) {
      dealing = true;
      if (paying) {
        done[i] = true;
        truncated[i] = WAS_TRUNCATED(st);
        ROLLED
        for (int player = 0; player < players; player++)
          reward[(int64)player * b.games + i] = SEAT_RETURN(st, tb, player);
      } else {
        ended[i] += 1;
      }
    }
  }
  b.count[i] = legal_actions;
}

// Write down what the deciding seat sees.
DEVICE void show_one(const Batch &b, int i) {
  State st = state_of(b, i);
  Span<int8> mask = {b.mask + i, b.games, ACTIONS}, obs = {b.obs + i, b.games, b.observed};
  loops_write_mask(legal_of(b, i), (int)b.count[i], mask);
  if (b.observed > 0 && st.ending() == 0) WRITE_OBSERVATION(st, tables_of(b, i), (int)st.decider(), obs);
  b.seat[i] = st.decider();
}

// A uniformly random legal action.
DEVICE void sample_one(uint32 *streams, const int16 *count, const int8 *mask, int32 *actions, int games, int i) {
  int left = rng_random_below(Span<uint32>{streams + 4LL * i, 1, 4}, (int)count[i]), action = 0;
  const int8 *at = mask + i;
  ROLLED
  while (*at == 0 || left > 0) {
    left -= *at;
    at += games;
    action++;
  }
  actions[i] = action;
}

// Games of one kind stand together: those that answer one decision with one action, and a few that share its number.
constexpr int KINDS = 1024;

DEVICE int kind_of(const Batch &b, int i, int64 action) {
  return (int)((state_of(b, i).decision() * 37 + action) & (KINDS - 1));
}

// The order of the games, in three steps: how many there are of each kind; where the first of each stands; all others.
// Which of two games of one kind comes first changes nothing.
KERNEL tally(BATCH_ARGUMENTS, const void *actions, int action_bytes, int *tallies) {
  Batch b = BATCH;
  FOR_MY_GAMES add(tallies + kind_of(b, i, action_of(actions, action_bytes, i)), 1);
}

KERNEL rank(const int *tallies, int *ranks, int games) {  // a thread a kind
  FOR_MY_GAMES {
    int before = 0;
    for (int kind = 0; kind < i; kind++) before += tallies[kind];
    ranks[i] = before;
  }
}

KERNEL place(BATCH_ARGUMENTS, const void *actions, int action_bytes, int *tallies, const int *ranks, int *order) {
  Batch b = BATCH;
  FOR_MY_GAMES {
    int kind = kind_of(b, i, action_of(actions, action_bytes, i));
    order[ranks[kind] + add(tallies + kind, -1) - 1] = i;  // every tally is 0 in the end
  }
}

KERNEL advance(BATCH_ARGUMENTS, int mode, int ordered, const int *order, const void *actions, int action_bytes,
               bool *illegal, float *reward, bool *done, bool *truncated, int64 *ended, MEMORY_ARGUMENTS) {
  Batch b = BATCH;
  Memory m = MEMORY;
  FOR_MY_GAMES {
    int game = ordered ? order[i] : i;
    advance_one(b, m, game, mode, actions, action_bytes, illegal, reward, done, truncated, ended);
  }
}

KERNEL show(BATCH_ARGUMENTS) {
  Batch b = BATCH;
  FOR_MY_GAMES show_one(b, i);
}

KERNEL find_illegal(const int8 *mask, int games, const void *actions, int action_bytes, bool *illegal) {
  FOR_MY_GAMES illegal[i] = is_illegal(mask, games, i, action_of(actions, action_bytes, i));
}

KERNEL sample(uint32 *streams, const int16 *count, const int8 *mask, int32 *actions, int games) {
  FOR_MY_GAMES sample_one(streams, count, mask, actions, games, i);
}

KERNEL pick(BATCH_ARGUMENTS, int32 *actions) {
  Batch b = BATCH;
  FOR_MY_GAMES actions[i] = loops_pick(stream_of(b, i), legal_of(b, i), (int)b.count[i]);
}
