# TextArena's games: played from the start with the actions given, whoever's turn they are. Equal seeds and actions give
# equal games, so a game is its seed and its actions.
import json
import random
import re

import textarena
from textarena.envs.registration import ENV_REGISTRY


def catalogue():
    """[[id, module], ...] of every registered game, in the order in which they are registered."""
    return [[id, str(spec.entry_point).split(":")[0]] for id, spec in ENV_REGISTRY.items()]


def play(id, players, seed, actions):
    """The game after the actions: whose turn it is, what that player sees, and how it ended if it did."""
    random.seed(seed)
    game = textarena.make(id)
    game.reset(num_players=players, seed=seed)
    seen = [told_to(game)]
    done = False
    for action in actions:
        if done:
            break
        done, _ = game.step(action=action)
        if not done:
            seen.append(told_to(game))
    result = {"seen": seen, "done": done}
    if done:
        rewards, info = game.close()
        result["rewards"] = {str(player): float(reward) for player, reward in sorted((rewards or {}).items())}
        result["why"] = str((info or {}).get(0, {}).get("reason", ""))
        result["invalid"] = [player for player in range(players) if (info or {}).get(player, {}).get("invalid_move")]
    return result


def play_on(id, players, seed, place, actions):
    """The game as the player of `place` meets it: the other one plays at random until it is this one's turn."""
    random.seed(seed)
    game = textarena.make(id)
    game.reset(num_players=players, seed=seed)
    other = random.Random(seed)
    left = list(actions)
    while True:
        player, seen = told_to(game)
        if player == place and not left:
            # errors in a row by whose turn it is: what it is told may go on to name an earlier one; the states of a few games
            # keep no count (TextArena's MinimalMultiPlayerState), so nothing is called illegal there
            return {"seen": seen, "done": False, "invalid": bool(actions) and getattr(game.state, "error_count", 0) > 0}
        action = left.pop(0) if player == place else blind_move(seen, other)
        done, _ = game.step(action=action)
        if done:
            rewards, info = game.close()
            info = (info or {}).get(place, {})
            reward = float((rewards or {}).get(place, 0))
            low = -1.0 if players > 1 or reward < 0 else 0.0
            share = min(1.0, max(0.0, (reward - low) / (1 - low)))
            return {"seen": seen, "done": True, "reward": share, "why": str(info.get("reason", "")), "invalid": bool(info.get("invalid_move"))}


def blind_move(seen, chance):
    """One of the words in brackets, which is how these games name moves."""
    named = [word for word in re.findall(r"\[[^\][\n]{1,24}\]", seen) if not re.search("player|game", word, re.I)]
    return chance.choice(list(dict.fromkeys(named)) or [f"[{digit}]" for digit in range(10)])


def told_to(game):
    player, observation = game.get_observation()
    return [player, observation if isinstance(observation, str) else words_of(game, observation)]


def words_of(game, observation):
    lines = []
    for sender, message, *_ in observation:
        name = "GAME" if sender == textarena.GAME_ID else game.state.role_mapping.get(sender, f"Player {sender}")
        lines.append(f"[{name}] {message}")
    return "\n".join(lines)


def told(value):
    print('\n' + json.dumps(value))
