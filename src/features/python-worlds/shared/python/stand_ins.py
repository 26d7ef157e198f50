# What pasted texts import, as far as a text in pure Python needs it: base classes and spaces of Gymnasium and PettingZoo,
# and of verifiers a data set with its rubric. Written from their documentation; whatever else is asked for is told by
# its name.
import asyncio
import inspect
import random
import re
import sys
import types


def give(name, **parts):
    module = types.ModuleType(name)
    module.__dict__.update(parts)
    module.__getattr__ = lambda part: missing(name, part)
    module.__path__ = []
    sys.modules[name] = module
    return module


def missing(name, part):
    if part.startswith("__"):
        raise AttributeError(part)
    raise AttributeError(f"{name}.{part} is not here: only what a world in pure Python needs is")


# Gymnasium and PettingZoo


class Space:
    """Any space of observations: it is named and never looked into."""

    def __init__(self, *given, **named):
        self.given, self.named = given, named


class Discrete(Space):
    def __init__(self, n, start=0, seed=None):
        self.n, self.start = int(n), int(start)

    def contains(self, action):
        return isinstance(action, int) and self.start <= action < self.start + self.n


class Text(Space):
    def __init__(self, max_length, *, min_length=1, charset=None):
        self.max_length, self.min_length, self.charset = max_length, min_length, charset


class Chance:
    """In place of numpy's generator: the same names, other numbers."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def integers(self, low, high=None, *, endpoint=False):
        low, high = (0, low) if high is None else (low, high)
        return self.chance.randrange(low, high + 1 if endpoint else high)

    def random(self):
        return self.chance.random()

    def uniform(self, low=0.0, high=1.0):
        return self.chance.uniform(low, high)

    def choice(self, several):
        return self.chance.choice(range(several) if isinstance(several, int) else list(several))

    def shuffle(self, several):
        self.chance.shuffle(several)

    def permutation(self, several):
        mixed = list(range(several) if isinstance(several, int) else several)
        self.chance.shuffle(mixed)
        return mixed

    def __getattr__(self, name):
        raise AttributeError(f"np_random.{name} needs numpy, which is not here")


class Env:
    metadata = {}
    render_mode = None
    _np_random = None

    @property
    def np_random(self):
        if self._np_random is None:
            self._np_random = Chance(0)
        return self._np_random

    @property
    def unwrapped(self):
        return self

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self._np_random = Chance(seed)

    def close(self):
        pass


class AECEnv:
    """Agents act one after the other; rewards add up until `last` tells them."""

    metadata = {}
    render_mode = None

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    @property
    def unwrapped(self):
        return self

    @property
    def num_agents(self):
        return len(self.agents)

    def last(self, observe=True):
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        ends = self.terminations[agent], self.truncations[agent]
        return seen, self._cumulative_rewards[agent], *ends, self.infos[agent]

    def _clear_rewards(self):
        for agent in self.rewards:
            self.rewards[agent] = 0

    def _accumulate_rewards(self):
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward

    def _was_dead_step(self, action):
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        gone = self.agent_selection
        self.agents.remove(gone)
        for told in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            told.pop(gone, None)
        dead = [agent for agent in self.agents if self.terminations[agent] or self.truncations[agent]]
        if dead or self.agents:
            self.agent_selection = (dead or self.agents)[0]
        self._clear_rewards()

    def close(self):
        pass


class AgentSelector:
    def __init__(self, agents):
        self.reinit(agents)

    def reinit(self, agents):
        self.agent_order, self._current_agent = list(agents), 0

    def reset(self):
        self.reinit(self.agent_order)
        return self.next()

    def next(self):
        self._current_agent = (self._current_agent + 1) % len(self.agent_order)
        self.selected_agent = self.agent_order[self._current_agent - 1]
        return self.selected_agent

    def is_last(self):
        return self.selected_agent == self.agent_order[-1]


named = ("Box", "MultiDiscrete", "MultiBinary", "Dict", "Tuple", "Sequence", "Graph", "OneOf")
spaces = {"Space": Space, "Discrete": Discrete, "Text": Text, **{name: type(name, (Space,), {}) for name in named}}
for name in ("gymnasium", "gym"):
    give(name, Env=Env, Space=Space, spaces=give(f"{name}.spaces", **spaces))
selectors = {"agent_selector": AgentSelector, "AgentSelector": AgentSelector}
steps = give("pettingzoo.utils.agent_selector", **selectors)
utils = give("pettingzoo.utils", AECEnv=AECEnv, **selectors)
give("pettingzoo.utils.env", AECEnv=AECEnv)
give("pettingzoo", AECEnv=AECEnv, utils=utils)


# verifiers


def last_text(completion):
    if isinstance(completion, str):
        return completion
    said = [message["content"] for message in completion if message["role"] == "assistant"]
    return said[-1] if said else ""


def extract_boxed_answer(text):
    at = text.rfind("\\boxed{")
    if at < 0:
        return text
    depth = 0
    for end in range(at + 6, len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth == 0:
            return text[at + 7 : end]
    return text


class Parser:
    def __init__(self, extract_fn=lambda text: text):
        self.extract_fn = extract_fn

    def parse(self, text):
        return self.extract_fn(text)

    def parse_answer(self, completion):
        return self.parse(last_text(completion))

    def get_format_reward_func(self):
        return lambda completion, **_: 1.0

    def right_forms(self, answer):
        """Ways in which the right answer may be written."""
        return [answer, f"\\boxed{{{answer}}}"]


class ThinkParser(Parser):
    def parse(self, text):
        return self.extract_fn(text.split("</think>")[-1].strip()) if "</think>" in text else ""

    def get_format_reward_func(self):
        return lambda completion, **_: float("</think>" in last_text(completion))

    def right_forms(self, answer):
        return [f"<think>\n</think>\n{form}" for form in super().right_forms(answer)]


class MaybeThinkParser(Parser):
    def parse(self, text):
        return self.extract_fn(text.split("</think>")[-1].strip())


class XMLParser(Parser):
    def __init__(self, fields, answer_field="answer", extract_fn=lambda text: text):
        super().__init__(extract_fn)
        self.fields = [[field] if isinstance(field, str) else list(field) for field in fields]
        self.answer_field = answer_field

    def parse(self, text):
        found = {name: tagged(name, text) for names in self.fields for name in names}
        return types.SimpleNamespace(**found)

    def parse_answer(self, completion):
        found = getattr(self.parse(last_text(completion)), self.answer_field, None)
        return found if found is None else self.extract_fn(found)

    def get_format_reward_func(self):
        def form(completion, **_):
            text = last_text(completion)
            return sum(any(tagged(name, text) is not None for name in names) for names in self.fields) / len(self.fields)

        return form

    def format(self, **parts):
        return "\n".join(f"<{name}>\n{text}\n</{name}>" for name, text in parts.items())

    def right_forms(self, answer):
        parts = {names[0]: "so" for names in self.fields}
        return [self.format(**{**parts, self.answer_field: answer})]


def tagged(name, text):
    found = re.findall(rf"<{name}>\s*(.*?)\s*</{name}>", text, re.S)
    return found[-1] if found else None


class Rubric:
    def __init__(self, funcs=None, weights=None, parser=None, **_):
        self.funcs = list(funcs or [])
        self.weights = list(weights or [1.0] * len(self.funcs))
        self.parser = parser or Parser()
        if len(self.weights) != len(self.funcs):
            raise ValueError(f"a rubric of {len(self.funcs)} functions has {len(self.weights)} weights")

    def add_reward_func(self, func, weight=1.0):
        self.funcs.append(func)
        self.weights.append(weight)

    def share(self, parser, prompt, text, row):
        """What the functions give together, as a share of what they can."""
        completion = [{"role": "assistant", "content": text}]
        answer = str(row.get("answer", ""))
        given = {**row, "prompt": prompt, "completion": completion, "answer": answer, "parser": parser}
        given = {"task": "default", "info": {}, "state": {"prompt": prompt, "completion": completion, "answer": answer}, **given}
        total = 0.0
        for func, weight in zip(self.funcs, self.weights):
            if weight != 0:
                total += weight * self.call(func, given)
        most = sum(weight for weight in self.weights if weight > 0)
        if most <= 0:
            raise ValueError("a rubric needs a function with a weight above 0")
        return min(1.0, max(0.0, total / most))

    def call(self, func, given):
        wanted = inspect.signature(func).parameters.values()
        every = any(one.kind is one.VAR_KEYWORD for one in wanted)
        named = given if every else {one.name: given[one.name] for one in wanted if one.name in given}
        value = func(**named)
        return float(asyncio.run(value) if inspect.iscoroutine(value) else value)


class SingleTurnEnv:
    def __init__(self, dataset=None, rubric=None, parser=None, system_prompt=None, eval_dataset=None, **_):
        self.dataset = eval_dataset if dataset is None else dataset
        self.rubric = rubric or Rubric()
        self.parser = parser or self.rubric.parser
        self.system_prompt = system_prompt


class Dataset(list):
    """Rows, each a dictionary."""

    @classmethod
    def from_list(cls, rows):
        return cls(dict(row) for row in rows)

    @classmethod
    def from_dict(cls, columns):
        return cls(dict(zip(columns, row)) for row in zip(*columns.values()))

    def map(self, change):
        return Dataset({**row, **change(row)} for row in self)

    def filter(self, keep):
        return Dataset(row for row in self if keep(row))

    def select(self, places):
        return Dataset(self[place] for place in places)


parsers = {"Parser": Parser, "ThinkParser": ThinkParser, "MaybeThinkParser": MaybeThinkParser, "XMLParser": XMLParser}
give(
    "verifiers",
    **parsers,
    Rubric=Rubric,
    SingleTurnEnv=SingleTurnEnv,
    Environment=SingleTurnEnv,
    extract_boxed_answer=extract_boxed_answer,
)
give("datasets", Dataset=Dataset)
