"""The run's world and team for verifiers (0.4) and what trains through it, prime-rl among them.

Every role is an agent of its own; an episode is a game. Each question is a rollout of one turn, as in Grove: what a role
has to know stands in its prompt. A rollout's reward is that of the run, its terms are metrics.
"""

import asyncio
import json

import httpx
import verifiers.v1 as vf

from .world import about, shared

_config = about()["config"]
_untrained = {role for role, policy in _config["policies"].items() if policy == "base" or role in _config["frozen"]}


def seat(role):
    """A role's field in the environment's configuration."""
    return role.replace("-", "_")


class GroveData(vf.TaskData):
    """A question: where its game stands, who is asked, and the longest answer in tokens."""

    world: int
    seed: int
    said: list[dict]
    role: str
    turn: int
    max_tokens: int


class GroveTask(vf.Task[GroveData]):
    @property
    def key(self):
        return json.dumps([self.data.world, self.data.seed, self.data.said])

    def game(self):
        return {"world": self.data.world, "seed": self.data.seed, "said": self.data.said}

    def score_of(self, trace):
        answer = said_in(trace)
        return asyncio.to_thread(shared.score, self.game(), answer["text"], answer["ended"])

    @vf.reward
    async def grove(self, trace: vf.Trace) -> float:
        return (await self.score_of(trace))["reward"]

    @vf.metric
    async def terms(self, trace: vf.Trace) -> dict:
        scored = await self.score_of(trace)
        return {**scored["terms"], "solved": float(scored["solved"])}


def said_in(trace):
    """A rollout's answer. What the trace calls the last reply is trimmed; here every character counts."""
    messages = trace.assistant_messages
    text = messages[-1].content if messages else ""
    return {"text": text or "", "ended": not trace.is_truncated}


def task_of(game, asked, config=None):
    """The question that is asked in this game."""
    messages = asked["messages"]
    system = [one["content"] for one in messages if one["role"] == "system"]
    users = [vf.UserMessage(content=one["content"]) for one in messages if one["role"] == "user"]
    data = GroveData(
        prompt=users,
        system_prompt="\n\n".join(system) or None,
        role=asked["role"],
        turn=asked["turn"],
        max_tokens=asked["maxTokens"],
        **{key: game[key] for key in ("world", "seed", "said")},
    )
    return GroveTask(data, config)


class GroveTasksetConfig(vf.TasksetConfig):
    split: str = "train"
    """"train" – the problems that the run would go on with – or "validation"."""
    count: int = 256
    """How many problems."""


class GroveTaskset(vf.Taskset[GroveTask, GroveTasksetConfig]):
    def load(self):
        for problem in shared.problems(self.config.split, self.config.count):
            game = {**problem, "said": []}
            yield task_of(game, shared.stand(game)["next"], self.config.task)


class GroveHarnessConfig(vf.HarnessConfig):
    pass


class GroveHarness(vf.Harness[GroveHarnessConfig]):
    """Puts the question to the model once, from this process: nothing is run for an answer."""

    APPENDS_SYSTEM_PROMPT = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(self, ctx, trace, runtime, endpoint, secret, mcp_urls, data):
        system, prompt = self.resolve_prompt(data)
        messages = [{"role": "system", "content": system}] if system else []
        messages += [{"role": one.role, "content": one.content} for one in prompt]
        body = {"model": ctx.model, "messages": messages, "max_tokens": data.max_tokens}
        async with httpx.AsyncClient(timeout=None) as client:
            response = await client.post(
                f"{endpoint.rstrip('/')}/chat/completions", json=body, headers={"Authorization": f"Bearer {secret}"}
            )
        failed = response.status_code >= 400
        return vf.ProgramResult(int(failed), "", response.text if failed else "")


GroveEnvConfig = type(
    "GroveEnvConfig",
    (vf.EnvConfig,),
    {
        "__module__": __name__,
        "__annotations__": {seat(role): vf.AgentConfig for role in _config["policies"]},
        **{seat(role): vf.AgentConfig(runtime=vf.SubprocessConfig()) for role in _config["policies"]},
    },
)
"""A seat for every role of the team; no role needs a box."""


class GroveEnv(vf.Env[GroveEnvConfig]):
    async def setup(self, agents):
        for role in _untrained:
            getattr(agents, seat(role)).trainable = False

    async def run(self, task, agents):
        game = task.game()
        while "next" in (standing := await asyncio.to_thread(shared.stand, game)):
            asked = standing["next"]
            trace = await getattr(agents, seat(asked["role"])).run(task_of(game, asked, task.config))
            if not trace.ok:
                return
            game = {**game, "said": [*game["said"], said_in(trace)]}

    async def finalize(self, task, episode):
        if not all(trace.ok for trace in episode.traces):
            return
        game = {**task.game(), "said": [*task.data.said, *(said_in(trace) for trace in episode.traces)]}
        standing = await asyncio.to_thread(shared.stand, game)
        for trace in episode.traces:
            trace.record_metric("game_solved", float(standing.get("end") == "solved"))
            trace.record_metric("game_turns", float(standing["answers"][-1]["turn"]))
