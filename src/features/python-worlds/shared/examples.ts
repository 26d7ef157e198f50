// What the page begins with where a person pastes a text of their own: one of each kind, in words that the model that
// ships can read.

/** One player, Gymnasium's methods. */
export const classExample = `import gymnasium as gym
from gymnasium import spaces


class Lock(gym.Env):
    """Find the digit that opens the lock: U says that it is higher, D that it is lower."""

    action_space = spaces.Discrete(10)
    observation_space = spaces.Text(8)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.digit = self.np_random.integers(10)
        self.tries = 0
        return "9", {}

    def step(self, action):
        self.tries += 1
        seen = f"{action} {'U' if self.digit > action else 'D'}"
        if action == self.digit or self.tries == 4:
            reward = 1 if action == self.digit else 0
            return seen, reward, True, False, {}
        return seen, 0, False, False, {}
`;

/** Two players, PettingZoo's AEC methods; the other one plays at random. */
export const aecExample = `from gymnasium.spaces import Discrete, Text
from pettingzoo import AECEnv
from pettingzoo.utils import AgentSelector


class Nim(AECEnv):
    """Take one, two or three of the heap in turn; who takes the last one wins."""

    def __init__(self):
        self.possible_agents = ["first", "second"]
        self.observation_spaces = {agent: Text(2) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(3, start=1) for agent in self.possible_agents}

    def reset(self, seed=None, options=None):
        self.agents = list(self.possible_agents)
        self.heap = 5 + (seed or 0) % 5
        for told in ("rewards", "_cumulative_rewards"):
            setattr(self, told, {agent: 0 for agent in self.agents})
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self.order = AgentSelector(self.agents)
        self.agent_selection = self.order.reset()

    def observe(self, agent):
        return {"observation": str(self.heap), "action_mask": [taken <= self.heap for taken in (1, 2, 3)]}

    def step(self, action):
        if self.terminations[self.agent_selection]:
            return self._was_dead_step(action)
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.heap -= action
        if self.heap == 0:
            for one in self.agents:
                self.rewards[one] = 1 if one == agent else -1
                self.terminations[one] = True
        self.agent_selection = self.order.next()
        self._accumulate_rewards()
`;

/** Questions with a rubric, as verifiers has them. */
export const rubricExample = `import verifiers as vf
from datasets import Dataset


def load_environment():
    rows = [
        {"question": f"{one} + {other} =", "answer": str(one + other)}
        for one in range(1, 10)
        for other in range(1, 10)
        if one <= other
    ]
    parser = vf.XMLParser(["answer"])

    def right(completion, answer, parser):
        return 1.0 if parser.parse_answer(completion) == answer else 0.0

    rubric = vf.Rubric(funcs=[right, parser.get_format_reward_func()], weights=[1.0, 0.2], parser=parser)
    return vf.SingleTurnEnv(dataset=Dataset.from_list(rows), rubric=rubric, parser=parser)
`;
