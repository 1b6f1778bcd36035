"""GOSU X for PettingZoo: ``env``, with PettingZoo's checks around it, ``raw_env``, and ``parallel_env``.

    env = gosux_v0.env(num_players=2, render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))

2 players. The rules in brief:

- You win with two Supremacy tokens: when a round ends, the stronger army takes one. If they are equally strong, the
  holder of the Wonder token takes it; if nobody holds that, each player takes one. You also win with a fifth activation
  token, or with 15 cards face up in your army.
- A turn is one action: place a card, shift one, use tokens, or pass. The first to pass must have no token in hand; the
  other player then has at most 3 more turns.
- An army has three rows, of at most five cards each: Troops (T), worth 2, Heroes (H), worth 3, Immortals (I), worth 5.
  A Hero needs a face-up Troop of its clan, an Immortal a face-up Troop and a face-up Hero of its clan, and no row may
  be longer than the one below it.
- Placing is free, except for a Troop of a clan that the row does not show yet: that costs 2 cards from your hand. The
  first Troop is free, and so is the one next to a Recruiter.
- To shift a card, discard as many cards as its shift cost says, less 1 for each token on it; a card of the same level
  from your hand, of any clan, takes its place.
- One activation token draws a card, two draw three cards, and one on a card repeats its effect. X is the number of
  tokens you own.
- A card is FREE if there is nothing above it and nothing to its right. Only FREE cards can be destroyed or sacrificed.
- A captured card lies face down: no value, no ability, no clan, until it is freed.
- At the end of your turn, discard down to 7 cards in hand; to 5 while Narashima is in play or its tile active.
- After a battle all cards are freed, both players sacrifice half of their armies and draw up to 7 cards.
- No extra turn follows an extra turn. Extra turns count among the turns left after a pass.
- The mirror card of a card is the one in the same place of the other army.
- Bounty: who captures or destroys an enemy card with it may draw a card. The Bounty token gives it to a card.
- Veteran: an activation token on the card doubles what it is worth in a battle.
- Ethereal: the card cannot be captured or destroyed; it can be sacrificed.
- Echo: when you place the card or shift it in, you may resolve its effect twice; not when you activate it.
- Secret Shift: the card that takes its place in a shift may come from your discard.
- Wonder: when you place the card or shift it in, take the Wonder token, from your opponent if need be. Give the token
  back on your turn to discard one card less for placing or shifting.
- Recruiter: the next card that you place right of it is free; not one that is shifted in.
- Force of Will: in anybody's turn, when what the card names happens, you may discard it from your hand to cancel that.
- Places are named by row and column: "H3" is the third Hero.

``observation["action_mask"]`` is 1 for every legal action, and always exact. ``env.unwrapped.game`` has words for all:
``describe()``, ``action_text(action)``, ``parse_action(text)``. A step is one decision, so a turn may be several.
Rewards come at the end: 1 for a victory, -1 for a loss with 2 players.

Actions, ``Discrete(348)`` with 2 players, by their first number:

- 0 ``PASS``: pass: out until the round ends
- 1 ``DRAW_ONE``: spend one activation token, draw one card
- 2 ``DRAW_THREE``: spend two activation tokens, draw three cards
- 3 ``YES``: yes; to a card with Force of Will: discard it
- 4 ``NO``: no
- 5 ``DONE``: stop here
- 6 ``SPENT``: take back a token from the spent ones
- 7 ``WONDER``: spend the Wonder token: one card less to discard
- 8 ``CAPTURE``: capture that card
- 9 ``DESTROY``: destroy that card
- 10 ``FREE``: free that card
- 11 ``ME``: oneself
- 12 ``OPPONENT``: the opponent
- 13 ``LEVEL``: that level, or the row of it
- 16 ``CLAN``: that clan, or its tile
- 24 ``SHIFT``: shift the card in that slot of one's army
- 39 ``ACTIVATE``: put a token on the card in that slot of one's army
- 54 ``PLACE``: place that card from hand
- 142 ``OLD``: that card from the discard: to place or to bring in
- 230 ``CARD``: that card: to discard, take, bring in or name; revealed: into the hand
- 318 ``OWN``: the card in that slot of one's army
- 333 ``ENEMY``: the card in that slot of the opponent's army

``observation["observation"]`` is int8 (1035,) with 2 players: what that seat may know. ``env.observation_spec`` names
its pieces and entries: ``spec["player.me"]``, ``spec["player.me.tokens"]``. They begin at:

- 0 ``decision``: what the game waits for
- 27 ``effect``: the instruction that asks
- 84 ``pending``: card whose effect it is, its owner + 1, how many are left to choose, X, place + 1, clan that was named
  + 1, level that was named
- 91 ``look``: cards that are revealed
- 99 ``table``: round, 1: another turn follows this one, 1: this is such a turn, turns left + 1, who has the Wonder
  token (1: me, 2: the opponent), who may play cards of the discard
- 105 ``decider``: who decides
- 107 ``turn``: whose turn it is
- 109 ``clans``: who plays each clan (1: me, 2: the opponent)
- 117 ``tiles``: 1: the active side of its tile is up
- 125 ``laws.me``: 1: the permanent effect of that clan works for the player
- 133 ``laws.opp1``: 1: the permanent effect of that clan works for the player
- 141 ``player.me``: hand, tokens in hand, tokens owned, tokens spent, Supremacy tokens, passed, strength, deck,
  discard, army
- 151 ``player.opp1``: hand, tokens in hand, tokens owned, tokens spent, Supremacy tokens, passed, strength, deck,
  discard, army
- 161 ``army.me.card``: card in each slot, row by row; captured ones keep their name
- 176 ``army.me.clan``: clan + 1 that it shows; 9: all of its player's; 0 when captured
- 191 ``army.me.face_down``: 1: captured
- 206 ``army.me.token``: activation tokens on it
- 221 ``army.me.free``: 1: FREE
- 236 ``army.me.ethereal``: 1: Ethereal
- 251 ``army.me.bounty``: 1: the Bounty token lies on it
- 266 ``army.opp1.card``: card in each slot, row by row; captured ones keep their name
- 281 ``army.opp1.clan``: clan + 1 that it shows; 9: all of its player's; 0 when captured
- 296 ``army.opp1.face_down``: 1: captured
- 311 ``army.opp1.token``: activation tokens on it
- 326 ``army.opp1.free``: 1: FREE
- 341 ``army.opp1.ethereal``: 1: Ethereal
- 356 ``army.opp1.bounty``: 1: the Bounty token lies on it
- 371 ``discard``: copies of each card in the discard of its player
- 459 ``removed``: copies of each card that are removed from the game
- 547 ``hand.me``: copies of each card in hand
- 635 ``hand.opp1``: copies of each card that are known to be in the opponent's hand
- 723 ``shown.me``: copies of each card in hand that the opponent knows of
- 811 ``deck.me``: copies of each card in one's deck
- 899 ``hidden.opp1``: copies of each card that are in the opponent's hand or deck, nobody knows where
- 987 ``top.me``: cards on top of the deck that everybody knows, the next first
- 993 ``bottom.me``: cards at the bottom that everybody knows, the last first
- 996 ``top.opp1``: cards on top of the deck that everybody knows, the next first
- 1002 ``bottom.opp1``: cards at the bottom that everybody knows, the last first
- 1005 ``forbidden``: cards that may not be played, by me and by the opponent
- 1009 ``forbidden_turns``: turns of the other player after which that ends
- 1011 ``waiting.source``: cards of effects that wait behind the one that asks, the next first
- 1015 ``waiting.effect``: of each of them: instruction, owner of the card + 1, how many are left to choose, X, place +
  1

``history=K`` puts the last K tokens of what the seat has seen and done behind it; with ``flat=True`` an observation is
the vector alone, and the mask is in ``info``. docs/gosux/spaces.md has every piece with its bounds, and the options.

docs/generate.py writes this module.
"""

from gosu_env.envs.aec import environments

__all__ = ["env", "parallel_env", "raw_env"]

raw_env, env, parallel_env = environments("gosux")
