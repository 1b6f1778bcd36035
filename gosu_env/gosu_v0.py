"""GOSU for PettingZoo: ``env``, with PettingZoo's checks around it, ``raw_env``, and ``parallel_env``.

    env = gosu_v0.env(num_players=2, render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))

2 to 4 players. The rules in brief:

- You win with three victory points (VP). When a round ends, the strongest army earns one. Armies and hands stay.
- A turn is one action: place a goblin, mutate one, draw cards, activate a goblin, or pass. Whoever passes is out of the
  round, which ends when all have passed.
- An army has three rows, of at most five cards each. Row 1: Bakutos, worth 2. Row 2: Heroes, worth 3. Row 3: Ōzekis,
  worth 5. A Hero needs a face-up Bakuto of its clan, an Ōzeki a face-up Bakuto and a face-up Hero of its clan, and no
  row may be longer than the one below it.
- Placing is free, except for a Bakuto of a clan that row 1 does not show yet: that costs 2 cards from your hand. The
  first goblin of an army is free.
- To mutate a goblin, discard as many cards as its mutation cost says; a card of the same level from your hand, of any
  clan, takes its place.
- You have two activation tokens in a round: one draws a card, two draw three cards, and one on a goblin uses its power.
- A card is FREE if there is nothing above it and nothing to its right. Only FREE cards can be destroyed.
- An imprisoned card lies face down until the next round: no value, no power, no clan.
- The holder of the Advantage token begins the round. If several armies are equally strong, it wins the battle for its
  holder; if the holder's is none of them, each of them earns a point. Only effects move it.
- There is no hand limit. If the draw pile is empty, the discard pile is shuffled to become the new one.
- Places are named by row and column: "2.3" is the third card of row 2.

``observation["action_mask"]`` is 1 for every legal action, and always exact. ``env.unwrapped.game`` has words for all:
``describe()``, ``action_text(action)``, ``parse_action(text)``. A step is one decision, so a turn may be several.
Rewards come at the end: 1 for a victory, -1 for a loss with 2 players.

Actions, ``Discrete(240)`` with 2 players, by their first number:

- 0 ``PASS``: pass: out until the round ends
- 1 ``DRAW_ONE``: spend one activation token, draw one card
- 2 ``DRAW_THREE``: spend two activation tokens, draw three cards
- 3 ``YES``: yes
- 4 ``NO``: no
- 5 ``DONE``: stop here
- 6 ``SPENT``: take back a token from those spent on cards
- 7 ``NUMBER``: a number, 0 to 15; as the action of a turn, with teams: the cards that the partner draws
- 23 ``MUTATE``: mutate the goblin in that slot of one's army
- 38 ``ACTIVATE``: put a token on the goblin in that slot of one's army
- 53 ``PLACE``: place that card from hand; as a newcomer: take it from the discard, though one is in hand
- 128 ``CARD``: that card: to discard, keep, take or bring in
- 203 ``CLAN``: that clan
- 208 ``SEAT0``: oneself
- 209 ``SLOT0``: the card in that slot of the army of oneself
- 224 ``SEAT1``: the player 1 to the left
- 225 ``SLOT1``: the card in that slot of the army of the player 1 to the left

``observation["observation"]`` is int8 (592,) with 2 players: what that seat may know. ``env.observation_spec`` names
its pieces and entries: ``spec["player.me"]``, ``spec["player.me.tokens"]``. They begin at:

- 0 ``decision``: what the game waits for (none, mulligan, main, pay, newcomer, discard, keep, recover, target,
  swap_with, seat, number, clan, may, order, token, place_again, mutate_again)
- 18 ``effect``: the instruction that asks
- 55 ``pending``: card whose effect it is, its owner + 1, how many are left to choose, X, place + 1
- 60 ``look``: cards being looked at, for the seat that looks
- 68 ``table``: round, cards in the draw pile, cards in the discard pile, extra turns, turns left + 1, 1: the Advantage
  token changed hands in this round
- 74 ``globals``: the Globals in force, with options that do the same
- 98 ``decider``: who decides
- 100 ``turn``: whose turn it is
- 102 ``player.me``: hand, tokens, spent tokens, VP, passed, Advantage token, strength, army
- 110 ``player.opp1``: hand, tokens, spent tokens, VP, passed, Advantage token, strength, army
- 118 ``army.me.card``: card in each slot, row by row; imprisoned ones keep their name
- 133 ``army.me.clan``: clan + 1 that it shows; 0 when imprisoned
- 148 ``army.me.face_down``: 1: imprisoned
- 163 ``army.me.token``: 1: an activation token on it; with teams, 2: one of the partner's
- 178 ``army.me.free``: 1: FREE
- 193 ``army.opp1.card``: card in each slot, row by row; imprisoned ones keep their name
- 208 ``army.opp1.clan``: clan + 1 that it shows; 0 when imprisoned
- 223 ``army.opp1.face_down``: 1: imprisoned
- 238 ``army.opp1.token``: 1: an activation token on it; with teams, 2: one of the partner's
- 253 ``army.opp1.free``: 1: FREE
- 268 ``discard``: copies of each card in the discard pile
- 343 ``hand.me``: copies of each card in hand
- 418 ``hand.opp1``: copies of each card that are known to be in that hand
- 493 ``shown.me``: copies of each card in hand that another player knows of
- 568 ``waiting.source``: cards of effects that wait behind the one that asks, the next first
- 572 ``waiting.effect``: of each of them: instruction, owner of the card + 1, how many are left to choose, X, place + 1

``history=K`` puts the last K tokens of what the seat has seen and done behind it; with ``flat=True`` an observation is
the vector alone, and the mask is in ``info``. docs/gosu/spaces.md has every piece with its bounds, and the options.

docs/generate.py writes this module.
"""

from gosu_env.envs.aec import environments

__all__ = ["env", "parallel_env", "raw_env"]

raw_env, env, parallel_env = environments("gosu")
