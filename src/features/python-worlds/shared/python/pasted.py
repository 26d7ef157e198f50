# A text that somebody pasted: a class with Gymnasium's reset and step, one with PettingZoo's AEC methods for two, or a
# data set with a rubric. A game is its seed and its actions and is played anew each time; a question is its place in the
# data set. Whatever the text does wrong is told with its line.
import asyncio
import json
import math
import random
import sys
import traceback
import types

import stand_ins

most_named = 64
most_moves = 200


class Wrong(Exception):
    """What is wrong with the text, in words."""


def answer(call, code, arguments):
    try:
        found = call(code, *arguments)
    except Wrong as wrong:
        found = {"fault": str(wrong)}
    except Exception as error:
        found = {"fault": told_of(error)}
    told(found)


def told(value):
    print("\n" + json.dumps(value))


def told_of(error):
    text = getattr(error, "msg", None) if isinstance(error, SyntaxError) else str(error)
    name = type(error).__name__
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == "pasted.py" else None
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename == "pasted.py":
            line = frame.lineno
    return f"{name}: {text}" + (f" (line {line})" if line else "")


def loaded(code):
    module = types.ModuleType("pasted")
    sys.modules["pasted"] = module
    exec(compile(code, "pasted.py", "exec"), module.__dict__)
    return module


# What it is


def look(code):
    """What the text holds: questions, or a game for one or two players."""
    module = loaded(code)
    if asks(module):
        rows, _, parser, system = questions_of(module)
        return {"kind": "questions", "name": named(module, "questions"), "sentence": "", "count": len(rows)}
    game = game_of(module)
    players = 2 if is_aec(game) else 1
    checked = tried(module, players)
    sentence = (type(game).__doc__ or "").strip().split("\n")[0]
    return {"kind": "game", "name": type(game).__name__, "sentence": sentence, "players": players, **checked}


def named(module, otherwise):
    return str(getattr(module, "name", otherwise))


def asks(module):
    return hasattr(module, "load_environment") or hasattr(module, "dataset")


def game_of(module):
    own = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == "pasted"]
    games = [one for one in own if callable(getattr(one, "reset", None)) and callable(getattr(one, "step", None))]
    games = [one for one in games if not any(other is not one and issubclass(other, one) for other in games)]
    if not games:
        raise Wrong("there is no class with reset and step, no load_environment and no dataset in it")
    if len(games) > 1:
        names = ", ".join(one.__name__ for one in games)
        raise Wrong(f"there are several classes with reset and step, {names}: keep one")
    [kind] = games
    modes = (getattr(kind, "metadata", None) or {}).get("render_modes", [])
    try:
        game = kind(render_mode="ansi") if "ansi" in modes else kind()
    except TypeError as error:
        raise Wrong(f"{kind.__name__} has to be made without arguments: {told_of(error)}")
    return game


def is_aec(game):
    return isinstance(game, stand_ins.AECEnv) or hasattr(game, "possible_agents")


def range_of(game, players):
    low, high = getattr(game, "reward_range", (-1 if players == 2 else 0, 1))
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise Wrong(f"reward_range is (lowest, highest), got ({low}, {high})")
    return float(low), float(high)


def tried(module, players):
    """A few games at random, each played twice: they end alike, and their rewards keep to the range."""
    returns, ended = [], 0
    for seed in range(8):
        place = seed % players
        chance = random.Random(f"tried {seed}")
        first, moves = at_random(module, players, seed, place, chance)
        if first != play_on_in(module, players, seed, place, moves):
            raise Wrong(f"seed {seed} with the same actions gives two different games: take all chance from the seed of reset")
        low, high = range_of(game_of(module), players)
        if first["done"]:
            ended += 1
            if not low <= first["total"] <= high:
                raise Wrong(
                    f"a game gave {first['total']:g} in all, beyond {low:g} to {high:g}: "
                    "say reward_range = (lowest, highest) in the class"
                )
            returns.append(first["reward"])
    return {"tried": 8, "ended": ended, "returns": returns}


def at_random(module, players, seed, place, chance):
    moves = []
    while True:
        now = play_on_in(module, players, seed, place, moves)
        if now["done"] or len(moves) >= 20:
            return now, moves
        moves.append(chance.choice(now.get("moves") or ["0"]))


# Games


def play_on(code, name, players, seed, place, actions):
    return play_on_in(loaded(code), players, seed, place, actions)


def play_on_in(module, players, seed, place, actions):
    random.seed(seed)
    game = game_of(module)
    return (play_aec if is_aec(game) else play_alone)(game, players, seed, place, list(actions))


def play_alone(game, players, seed, place, actions):
    started = game.reset(seed=seed)
    if not (isinstance(started, tuple) and len(started) == 2):
        raise Wrong("reset gives (observation, info)")
    seen, info = started
    total, done, invalid = 0.0, False, False
    while actions and not done:
        space = getattr(game, "action_space", None)
        action, invalid = read(actions.pop(0), game, space, masked(seen, info))
        if invalid:
            continue
        stepped = game.step(action)
        if not (isinstance(stepped, tuple) and len(stepped) == 5):
            raise Wrong("step gives (observation, reward, terminated, truncated, info)")
        seen, reward, terminated, truncated, info = stepped
        total += float(reward)
        done = bool(terminated or truncated)
    state = {"seen": text_of(game, seen), "done": done, "invalid": invalid}
    if done:
        return {**state, **ended(game, 1, total, info)}
    return {**state, **offered(game, getattr(game, "action_space", None), masked(seen, info))}


def play_aec(game, players, seed, place, actions):
    """The other one plays at random until it is this one's turn."""
    game.reset(seed=seed)
    agents = list(game.possible_agents)
    if len(agents) > 2:
        raise Wrong(f"a game is for one or two, this one has {len(agents)} agents")
    me = agents[place % len(agents)]
    other = random.Random(f"other {seed}")
    total, invalid, moves = 0.0, False, 0
    while True:
        moves += 1
        if moves > 2 * most_moves:
            raise Wrong(f"it goes on for more than {2 * most_moves} actions without asking {me}")
        agent = game.agent_selection
        seen, reward, terminated, truncated, info = game.last()
        dead = bool(terminated or truncated)
        if agent == me:
            total += float(reward)
            if dead:
                return {"seen": text_of(game, seen), "done": True, "invalid": invalid, **ended(game, len(agents), total, info)}
            mask = masked(seen, info)
            space = game.action_space(agent)
            while True:
                if not actions:
                    return {"seen": text_of(game, seen), "done": False, "invalid": invalid, **offered(game, space, mask)}
                action, invalid = read(actions.pop(0), game, space, mask)
                if not invalid:
                    break
            game.step(action)
        elif dead:
            game.step(None)
        else:
            space, mask = game.action_space(agent), masked(seen, info)
            legal = places_of(space, mask)
            if not legal:
                raise Wrong("the other player acts at random: its action_space has to be Discrete, with a legal action")
            game.step(other.choice(legal))


def ended(game, players, total, info):
    low, high = range_of(game, players)
    why = str(info.get("reason", "")) if isinstance(info, dict) else ""
    return {"total": total, "reward": min(1.0, max(0.0, (total - low) / (high - low))), "why": why}


def masked(seen, info):
    for told_in in (info, seen):
        if isinstance(told_in, dict) and told_in.get("action_mask") is not None:
            return list(told_in["action_mask"])
    return None


def places_of(space, mask):
    """Legal actions as numbers; none where any text is one."""
    if not hasattr(space, "n"):
        return []
    start = getattr(space, "start", 0)
    return [start + at for at in range(space.n) if mask is None or mask[at]]


def meanings_of(game, space):
    words = getattr(game, "get_action_meanings", None)
    start = getattr(space, "start", 0)
    names = [str(word) for word in words()] if words else [str(start + at) for at in range(space.n)]
    if len(names) != space.n:
        raise Wrong(f"get_action_meanings names {len(names)} of {space.n} actions")
    return names


def offered(game, space, mask):
    if not hasattr(space, "n") or space.n > most_named:
        return {}
    names, start = meanings_of(game, space), getattr(space, "start", 0)
    return {"moves": [names[at - start] for at in places_of(space, mask)]}


def read(text, game, space, mask):
    """The action that the words mean, and whether they are none that is legal now."""
    if space is None or isinstance(space, stand_ins.Text):
        return text, False
    if not hasattr(space, "n"):
        raise Wrong(f"the action_space is {type(space).__name__}: it has to be Discrete or Text")
    said, names, start = text.strip().strip("[]").strip(), meanings_of(game, space), getattr(space, "start", 0)
    known = {name.lower(): start + at for at, name in enumerate(names)}
    action = known.get(said.lower())
    if action is None and said.lstrip("-").isdigit():
        action = int(said)
    return action, action not in places_of(space, mask)


def text_of(game, seen):
    if isinstance(seen, dict) and "observation" in seen:
        seen = seen["observation"]
    if isinstance(seen, str):
        return seen
    drawn = game.render() if getattr(game, "render_mode", None) == "ansi" else None
    if isinstance(drawn, str):
        return drawn
    rows = seen if isinstance(seen, (list, tuple)) else [seen]
    if all(isinstance(row, (list, tuple)) for row in rows):
        return "\n".join(" ".join(str(cell) for cell in row) for row in rows)
    return " ".join(str(cell) for cell in rows)


# Questions


def questions_of(module):
    """The rows, the rubric, the parser and what is said before every question."""
    if hasattr(module, "load_environment"):
        made = module.load_environment()
        if asyncio.iscoroutine(made):
            made = asyncio.run(made)
        rows, rubric, parser, system = made.dataset, made.rubric, made.parser, made.system_prompt
    else:
        rows, system = module.dataset, getattr(module, "system_prompt", None)
        rubric = getattr(module, "rubric", None)
        if callable(getattr(module, "reward", None)):
            rubric = stand_ins.Rubric(funcs=[module.reward])
        if rubric is None:
            raise Wrong("beside the dataset there is neither a rubric nor a function reward")
        parser = getattr(module, "parser", None) or rubric.parser
    rows = [dict(row) for row in (rows or [])]
    if not rows:
        raise Wrong("the dataset has no rows")
    return rows, rubric, parser, system


def question_in(row, at):
    asked = row.get("question", row.get("prompt"))
    if isinstance(asked, list):
        asked = "\n".join(message["content"] for message in asked)
    if not isinstance(asked, str) or asked == "":
        raise Wrong(f"row {at + 1} of the dataset has no question")
    return asked


def ask(code, name, config, first, count):
    """[[question, an answer that is right, its score, {}], ...] of `count` rows."""
    rows, rubric, parser, system = questions_of(loaded(code))
    asked = []
    for at, row in list(enumerate(rows))[first : first + count]:
        question = question_in(row, at)
        forms = parser.right_forms(str(row.get("answer", "")))
        scores = [rubric.share(parser, question, form, row) for form in forms]
        best = scores.index(max(scores))
        asked.append([f"{system}\n{question}" if system else question, forms[best], scores[best], {}])
    return asked


def score(code, name, config, index, said):
    rows, rubric, parser, _ = questions_of(loaded(code))
    row = rows[index]
    return rubric.share(parser, question_in(row, index), said, row)
