"""Rewards for TRL and verl: each answer tried by the run's own rules, its reward that of the run."""

import json

from .world import shared


def trl_reward(end_ids):
    """A reward function for trl.GRPOTrainer. `end_ids`: tokens that end an answer; one without them was cut.

    Where each question stands is the ground truth of the data set's column "reward_model", as verl has it.
    """
    ends = set(end_ids)

    def grove(completions, completion_ids, reward_model, log_metric=None, **_):
        scored = [
            shared.score(json.loads(truth["ground_truth"]), _text(completion), bool(ids) and ids[-1] in ends)
            for completion, ids, truth in zip(completions, completion_ids, reward_model, strict=True)
        ]
        if log_metric is not None:
            for term in sorted({term for one in scored for term in one["terms"]}):
                values = [one["terms"][term] for one in scored if term in one["terms"]]
                log_metric(f"grove/{term}", sum(values) / len(values))
        return [one["reward"] for one in scored]

    return grove


def _text(completion):
    return completion if isinstance(completion, str) else completion[-1]["content"]
