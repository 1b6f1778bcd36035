"""Goblin Laundromat for PettingZoo: ``env``, with PettingZoo's checks around it, ``raw_env``, and ``parallel_env``.

    env = laundromat_v0.env(num_players=2, render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))

2 to 5 players. The rules in brief:

- You win with the most coins after four rounds; a tie goes to the most stains on scored garments.
- Filling: put a garment of your hand face down into your basket and hand the others on. The last one goes into the
  basket of the next player. Two players take turns at a market instead.
- Washing: garments of your shuffled basket are turned over, one by one. Stop when you like: what lies open is scored.
  The programme pays its coins only if as many garments were drawn as its cycle number says: 3, 4, 5, 6.
- If the stains of a type exceed the limit of the programme, the wash fails: you keep one garment, the others and the
  programme are gone. Types without a limit are ignored. What was not drawn stays in the basket.
- Once in a game, before any draw but the first, a stain potion may be used: the stains of that garment do not count. An
  unused potion pays at the end.
- The highest temperature says in which direction hands go and who washes first; at a market the lowest takes first.
- A garment of your basket's species earns 2 coins, two socks alike 10. The most underwear, trousers and capes earn
  coins, the next most fewer. Other garments pay what is printed.

``observation["action_mask"]`` is 1 for every legal action, and always exact. ``env.unwrapped.game`` has words for all:
``describe()``, ``action_text(action)``, ``parse_action(text)``. A step is one decision, so a turn may be several.
Rewards come at the end: 1 for a victory, -1 for a loss with 2 players.

Actions, ``Discrete(93)`` with 2 players, by their first number:

- 0 ``STOP``: stop the wash: what is face up goes to scoring
- 1 ``DRAW``: turn over another garment
- 2 ``DRAW_WITH_POTION``: use the stain potion and turn over another garment, whose stains do not count
- 3 ``TAKE``: put that garment of the hand, or of the market, into one's basket
- 48 ``KEEP``: keep that garment of a failed wash

``observation["observation"]`` is int8 (485,) with 2 players: what that seat may know. ``env.observation_spec`` names
its pieces and entries: ``spec["player.me"]``, ``spec["player.me.potion"]``. They begin at:

- 0 ``decision``: what the game waits for (none, take, wash, keep)
- 4 ``decider``: who decides
- 6 ``round``: the round
- 10 ``leader``: who has the highest temperature in this round
- 12 ``washer``: whose laundry is being done
- 14 ``table``: 1: hands go clockwise, garments in the draw pile, garments in a hand before its holder chose, how often
  hands were handed on, players through with this pass or their laundry, garments face down [...]
- 20 ``washing``: garments drawn in this wash, how many may follow; of each type of stain: how many count; how many more
  the programme stands, plus 1, 0: any number
- 28 ``wash``: garments face up in this wash, in order
- 34 ``shielded``: 1: the potion was used for it
- 40 ``player.me``: coins if the game ended now, potion, garments in the basket, garments scored, stains on them,
  through with the laundry of this round
- 46 ``species.me``: species of the basket (elf, mermaid, dwarf, orc, vampire)
- 51 ``programmes.me``: of each type: number, 1: completed, 1: left the game, 1: clockwise, temperature, coins, limits +
  1 of each type of stain, 0: ignored; all 0 if it is not known
- 87 ``player.opp1``: coins if the game ended now, potion, garments in the basket, garments scored, stains on them,
  through with the laundry of this round
- 93 ``species.opp1``: species of the basket (elf, mermaid, dwarf, orc, vampire)
- 98 ``programmes.opp1``: of each type: number, 1: completed, 1: left the game, 1: clockwise, temperature, coins, limits
  + 1 of each type of stain, 0: ignored; all 0 if it is not known
- 134 ``hand.me``: copies of each garment in hand; with two players, face up in the market
- 179 ``gone``: copies of each garment that left the game face up
- 224 ``unseen``: copies of each garment that I may never have seen
- 269 ``scored.me``: copies of each garment scored
- 314 ``scored.opp1``: copies of each garment scored
- 359 ``basket.me``: copies of each garment that are in the basket for certain
- 404 ``basket.opp1``: copies of each garment that are in the basket for certain
- 449 ``worth.me``: garments scored: underwear, trousers, cape; those that are in the basket for certain: the coins of
  all if they were scored now, without these categories, then underwear, trousers, cape, then [...]
- 459 ``worth.opp1``: garments scored: underwear, trousers, cape; those that are in the basket for certain: the coins of
  all if they were scored now, without these categories, then underwear, trousers, cape, then [...]
- 469 ``load.me``: of each of my programmes that is still to come: the stains in my basket, of the types that it limits
- 481 ``wash.worth``: of the garments face up in this wash: the coins of all if they score, without underwear, trousers,
  cape; then these

``history=K`` puts the last K tokens of what the seat has seen and done behind it; with ``flat=True`` an observation is
the vector alone, and the mask is in ``info``. docs/laundromat/spaces.md has every piece with its bounds, and the
options.

docs/generate.py writes this module.
"""

from gosu_env.envs.aec import environments

__all__ = ["env", "parallel_env", "raw_env"]

raw_env, env, parallel_env = environments("laundromat")
