// The kernels of a batch: one thread a game. Arrays of several numbers a game are feature-major, (features, games), so
// that neighbouring threads write neighbouring bytes. Options (int64): number of players, flags, max_decisions.

struct Batch {
  uint8 *states;
  const uint8 *tables;
  uint32 *streams;
  int64 *seeds;
  const int64 *options;
  int16 *count;
  int8 *mask;
  int8 *obs;
  int8 *seat;
  int games;
  int observed;  // entries of an observation; 0: none is wanted
};

#define BATCH_ARGUMENTS                                                                                               \
  uint8 *states, const uint8 *tables, uint32 *streams, int64 *seeds, const int64 *options, int16 *count, int8 *mask,  \
      int8 *obs, int8 *seat, int games, int observed
#define BATCH {states, tables, streams, seeds, options, count, mask, obs, seat, games, observed}

DEVICE State state_of(const Batch &b, int i) { return {b.states + (int64)i * RECORD_BYTES}; }
DEVICE Span<uint32> stream_of(const Batch &b, int i) { return {b.streams + 4LL * i, 1, 4}; }

DEVICE void deal_one(const Batch &b, int i) {
  b.seeds[i] = loops_deal(state_of(b, i), Tables{{b.tables}}, stream_of(b, i), (int)b.options[0], (int)b.options[1],
                          (int)b.options[2]);
}

// Write down what the deciding seat sees.
DEVICE void show_one(const Batch &b, int i, Own<int16> legal, int count) {
  State st = state_of(b, i);
  Span<int8> mask = {b.mask + i, b.games, ACTIONS}, obs = {b.obs + i, b.games, b.observed};
  loops_write_mask(legal, count, mask);
  if (b.observed > 0 && st.ending() == 0) WRITE_OBSERVATION(st, Tables{{b.tables}}, (int)st.decider(), obs);
  b.count[i] = count;
  b.seat[i] = st.decider();
}

DEVICE void reset_one(const Batch &b, int i) {
  int16 legal[MAX_LEGAL];
  State st = state_of(b, i);
  ROLLED
  for (int at = 0; at < RECORD_BYTES; at++) st.bytes.first[at] = 0;  // a char type may stand for all others
  deal_one(b, i);
  show_one(b, i, {legal}, loops_settle(st, Tables{{b.tables}}, Own<int16>{legal}));
}

DEVICE bool is_illegal(const int8 *mask, int games, int i, int64 action) {
  return action < 0 || action >= ACTIONS || mask[action * games + i] == 0;
}

DEVICE int64 action_of(const void *actions, int action_bytes, int i) {
  return action_bytes == 8 ? ((const int64 *)actions)[i] : ((const int32 *)actions)[i];
}

// Apply an action where it is legal; a game that ends is dealt anew. Here as in a rollout the rules are called in one
// place only: they are all in line there, and every further copy would crowd the instruction cache.
DEVICE void step_one(const Batch &b, int i, int64 action, bool *illegal, float *reward, bool *done, bool *truncated) {
  int16 legal[MAX_LEGAL];
  State st = state_of(b, i);
  int players = b.options[0], legal_actions = 0;
  bool refused = is_illegal(b.mask, b.games, i, action), ended = false, again = true;
  illegal[i] = refused;
  ROLLED
  for (int player = 0; player < players; player++) reward[(int64)player * b.games + i] = 0;
  if (!refused) {
    ANSWER_DECISION(st, (int)action);
    truncated[i] = false;
    ROLLED
    while (again) {
      legal_actions = loops_settle(st, Tables{{b.tables}}, Own<int16>{legal});
      again = st.ending() != 0 && !ended;
      if (again) {
        ended = true;
        truncated[i] = WAS_TRUNCATED(st);
        ROLLED
        for (int player = 0; player < players; player++)
          reward[(int64)player * b.games + i] = SEAT_RETURN(st, Tables{{b.tables}}, player);
        deal_one(b, i);
      }
    }
    show_one(b, i, {legal}, legal_actions);
  } else {
    truncated[i] = false;
  }
  done[i] = ended;
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

// Random decisions of a game, without a look at it until the end. The games of a warp wait for each other before every
// decision: else they drift apart, and few of them find anything to do together. ``mine``: there is such a game.
DEVICE void rollout_one(const Batch &b, int i, bool mine, int steps, int64 *ended) {
  int16 legal[MAX_LEGAL];
  State st = state_of(b, i);
  int taken = 0, legal_actions = 0;
  bool playing = mine;
  ROLLED
  while (TOGETHER(playing)) {
    if (playing) {
      legal_actions = loops_settle(st, Tables{{b.tables}}, Own<int16>{legal});
      if (st.ending() != 0) {
        ended[i] += 1;
        deal_one(b, i);
      } else if (taken == steps) {
        playing = false;
      } else {
        taken++;
        ANSWER_DECISION(st, loops_pick(stream_of(b, i), Own<int16>{legal}, legal_actions));
      }
    }
  }
  if (mine) show_one(b, i, {legal}, legal_actions);
}

#ifdef __CUDACC__
#define KERNEL extern "C" __global__ void
#define FOR_MY_GAME                                                                                                   \
  int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                      \
  if (i < games)
#else
#define KERNEL extern "C" void
#define FOR_MY_GAME for (int i = 0; i < games; i++)
#endif

KERNEL reset(BATCH_ARGUMENTS) {
  Batch b = BATCH;
  FOR_MY_GAME reset_one(b, i);
}

KERNEL step(BATCH_ARGUMENTS, const void *actions, int action_bytes, bool *illegal, float *reward, bool *done,
            bool *truncated) {
  Batch b = BATCH;
  FOR_MY_GAME step_one(b, i, action_of(actions, action_bytes, i), illegal, reward, done, truncated);
}

KERNEL find_illegal(const int8 *mask, int games, const void *actions, int action_bytes, bool *illegal) {
  FOR_MY_GAME illegal[i] = is_illegal(mask, games, i, action_of(actions, action_bytes, i));
}

KERNEL sample(uint32 *streams, const int16 *count, const int8 *mask, int32 *actions, int games) {
  FOR_MY_GAME sample_one(streams, count, mask, actions, games, i);
}

KERNEL rollout(BATCH_ARGUMENTS, int steps, int64 *ended) {
  Batch b = BATCH;
#ifdef __CUDACC__
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  rollout_one(b, i, i < games, steps, ended);
#else
  for (int i = 0; i < games; i++) rollout_one(b, i, true, steps, ended);
#endif
}
