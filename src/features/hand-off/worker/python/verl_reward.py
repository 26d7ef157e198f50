"""verl's reward manager for the run: what was answered, tried by the run's own rules.

verl loads this file by its path, so it finds its package by where it lies.
"""

import importlib
import json
import sys
from pathlib import Path

from verl.experimental.reward_loop.reward_manager.base import RewardManagerBase

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
world = importlib.import_module(f"{HERE.name}.world")


class GroveRewardManager(RewardManagerBase):
    """Unlike verl's own managers it also sees whether an answer ended by itself: the term "format" needs it."""

    def __init__(self, config, tokenizer, compute_score=None, **_):
        super().__init__(config, tokenizer, compute_score)
        self.world = world.World()
        self.ends = {tokenizer.eos_token_id}

    async def run_single(self, data):
        item = data[-1:][0]
        answer = item.batch["responses"]
        length = int(item.batch["attention_mask"][-answer.shape[-1] :].sum())
        ids = answer[:length].tolist()
        text = self.tokenizer.decode(ids, skip_special_tokens=True)
        game = json.loads(item.non_tensor_batch["reward_model"]["ground_truth"])
        ended = bool(ids) and ids[-1] in self.ends
        scored = await self.loop.run_in_executor(None, self.world.score, game, text, ended)
        return {
            "reward_score": scored["reward"],
            "reward_extra_info": {"acc": float(scored["solved"]), **scored["terms"]},
        }
