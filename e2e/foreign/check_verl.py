#!/usr/bin/env python3
"""What Grove hands over to verl, read and run by the real one, on a processor.

    python3 e2e/foreign/check_verl.py [RUN_FOLDER]      # needs verl 0.9, TransferQueue, torch, ray; npm's packages; without a folder a GPU for Node

Without a folder a run of two small steps is trained first. Checked, for each role:
  1. run_verl.sh: verl's own entry point composes the configuration (Hydra), and verl's checks and data classes accept it, but for the one check that asks vLLM
  2. verl's RLHFDataset loads training and validation questions, drops none, and reads each prompt as the tokens that
     Grove's model was shown
  3. Ray runs verl's reward workers with the folder's reward manager: every recorded answer, as verl's batches hold it,
     gets the reward and the terms that Grove recorded
  4. the same over three steps of verl's data loader with a stub in vLLM's place: the folder's model, with its adapter,
     answers through transformers
  5. verl's GRPO advantages of the recorded groups are Grove's, but for the deviation of a sample in place of a group's
What needs a GPU is not tried: vLLM, FSDP workers and so main_ppo beyond its configuration.
Exit status 0: all agree. 1: something does not. 3: a package is missing, so nothing was checked.
"""
import json
import math
import os
import subprocess
import sys
import tempfile

try:
    import numpy
    import ray
    import torch
    import transfer_queue  # verl's trainer imports it
    from omegaconf import OmegaConf
    from peft import PeftModel
    from tensordict import TensorDict
    from torchdata.stateful_dataloader import StatefulDataLoader
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from verl import DataProto, __version__ as version
    from verl.experimental.reward_loop import RewardLoopManager
    from verl.trainer.ppo.core_algos import compute_grpo_outcome_advantage
    from verl.trainer.ppo.utils import create_rl_dataset, create_rl_sampler, need_critic, need_reference_policy
    from verl.utils.config import omega_conf_to_dataclass, validate_config
    from verl.utils.dataset.rl_dataset import collate_fn
except ImportError as error:
    print(f'{error}: pip install verl TransferQueue trl')
    sys.exit(3)

from handed_off import HandedOff, apart, small_run, told

STEPS = 3


def composed(handed, role, faults):
    """1. The configuration as verl's entry point sees it."""
    path = f'{os.path.dirname(sys.executable)}:{os.environ["PATH"]}'
    words = ['bash', handed.at('run_verl.sh'), role, '--cfg', 'job', '--resolve']
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, 'PATH': path, 'HYDRA_FULL_ERROR': '1'})
    if done.returncode != 0:
        raise SystemExit(f'verl does not compose verl/{role}.yaml:\n{done.stderr}')
    # what verl's modules print while they are loaded stands above
    config = OmegaConf.create(done.stdout[done.stdout.index('actor_rollout_ref:'):])
    # the last of verl's checks asks vLLM whether it takes adapters of this rank
    without = OmegaConf.merge(config, {'actor_rollout_ref': {'model': {'lora_rank': 0}}})
    validate_config(config=without, use_reference_policy=need_reference_policy(config), use_critic=need_critic(config))
    os.environ['GROVE_FOLDER'] = handed.folder
    for part in ('actor', 'rollout'):
        omega_conf_to_dataclass(config.actor_rollout_ref[part])
    model = omega_conf_to_dataclass(config.actor_rollout_ref.model)
    ours = OmegaConf.load(handed.at('verl', f'{role}.yaml'))
    del ours.hydra, ours.defaults
    keys = 0
    for key, value in leaves(OmegaConf.to_container(ours, resolve=True)):
        keys += 1
        if OmegaConf.select(config, key) != value:
            faults.append(f'1. {key} is {OmegaConf.select(config, key)} and not {value}')
    print(f'1. {role}: verl composes its configuration; all {keys} settings of ours are in it; the model is a {model.hf_config.architectures[0]}')
    return config


def leaves(tree, path=''):
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from leaves(value, f'{path}{key}.')
        else:
            yield f'{path}{key}', value


def datasets(handed, role, config, tokenizer, faults):
    """2."""
    sets = {}
    for split, files in (('train', config.data.train_files), ('validation', config.data.val_files)):
        sets[split] = create_rl_dataset(files, config.data, tokenizer, None, is_train=split == 'train')
        if len(sets[split]) != len(handed.rows(role, split)):
            faults.append(f'2. of {len(handed.rows(role, split))} questions to validate {role} verl keeps {len(sets[split])}')
    shown = {row['prompt']: row['prompt_tokens'] for row in handed.rollouts if row['role'] == role}
    compared = 0
    for index in range(len(sets['train'])):
        messages = sets['train'][index]['raw_prompt']
        text = tokenizer.apply_chat_template(messages, add_generation_prompt=True, tokenize=False)
        if text in shown:
            compared += 1
            if len(tokenizer(text, add_special_tokens=False).input_ids) != shown[text]:
                faults.append(f'2. {role}: a prompt is other tokens than it was to Grove')
    print(f'2. {role}: {len(sets["train"])} questions and {len(sets["validation"])}; {compared} prompts are as long as they were to Grove')
    if compared == 0:
        faults.append(f'2. {role}: no recorded prompt is among the questions')
    return sets['train']


def batch_of(rows, answers, tokenizer, longest):
    """Questions (verl's rows) and answers (token ids) as verl's workers hand them to reward managers."""
    pad = tokenizer.pad_token_id
    prompts = [tokenizer.apply_chat_template(row['raw_prompt'], add_generation_prompt=True, tokenize=True, return_dict=False) for row in rows]
    width = max(map(len, prompts))
    left = [[pad] * (width - len(ids)) + ids for ids in prompts]
    right = [ids + [pad] * (longest - len(ids)) for ids in answers]
    mask = [[0] * (width - len(p)) + [1] * len(p) + [1] * len(a) + [0] * (longest - len(a)) for p, a in zip(prompts, answers)]
    tensors = {'prompts': torch.tensor(left), 'responses': torch.tensor(right), 'attention_mask': torch.tensor(mask)}
    others = {key: numpy.array([row[key] for row in rows], dtype=object) for key in ('data_source', 'reward_model', 'raw_prompt', 'extra_info')}
    return DataProto(batch=TensorDict(tensors, batch_size=len(rows)), non_tensor_batch=others)


def scores_of(manager, batch):
    """The sum of each answer's token rewards, and its terms, as verl's trainer gets them."""
    out = manager.compute_rm_score(batch)
    rewards = out.batch['rm_scores'].sum(-1).tolist()
    keys = [key for key in out.meta_info['reward_extra_keys'] if key != 'acc']
    return [(reward, {key: float(out.non_tensor_batch[key][i]) for key in keys}) for i, reward in enumerate(rewards)]


def recorded(handed, role, manager, tokenizer, config, faults):
    """3. and 5."""
    of_role = [(game, row) for game, row in handed.answers() if row['role'] == role]
    rows = [question(game, row['prompt']) for game, row in of_role]
    batch = batch_of(rows, [row['tokens'] for _, row in of_role], tokenizer, config.data.max_response_length)
    # verl's rewards are f32
    most = max(apart(terms, reward, row) for (reward, terms), (_, row) in zip(scores_of(manager, batch), of_role))
    told(f'3. {role}: recorded answers through verl\'s reward workers on Ray', len(rows), most, faults, tolerance=1e-6)
    groups = numpy.array([f'{row["step"]} {row["world"]} {row["group"]}' for _, row in of_role])
    scores = torch.tensor([[row['reward']] for _, row in of_role], dtype=torch.float64)
    verls, _ = compute_grpo_outcome_advantage(scores, torch.ones_like(scores), groups)
    most, count = 0.0, 0
    for (_, row), advantage in zip(of_role, verls[:, 0].tolist()):
        size = sum(1 for _, other in of_role if (other['step'], other['world'], other['group']) == (row['step'], row['world'], row['group']))
        deviation = row['group_deviation']
        if deviation > 0:
            ours = (row['reward'] - row['group_mean_reward']) / deviation
            most, count = max(most, abs(advantage - ours * math.sqrt((size - 1) / size))), count + 1
    told(f'5. {role}: advantages', count, most, faults, tolerance=1e-4)


def question(game, prompt):
    truth = {'style': 'rule', 'ground_truth': json.dumps(game)}
    return {'data_source': 'grove', 'reward_model': truth, 'raw_prompt': [{'role': 'user', 'content': prompt}], 'extra_info': {}}


def steps(handed, role, manager, tokenizer, config, dataset, faults):
    """4."""
    model = AutoModelForCausalLM.from_pretrained(config.actor_rollout_ref.model.path, dtype=torch.float32)
    if config.actor_rollout_ref.model.lora_adapter_path:
        model = PeftModel.from_pretrained(model, config.actor_rollout_ref.model.lora_adapter_path)
    loader = StatefulDataLoader(dataset, batch_size=config.data.train_batch_size, drop_last=True, collate_fn=collate_fn,
                                sampler=create_rl_sampler(config.data, dataset))
    torch.manual_seed(3)
    count, most, rewards = 0, 0.0, []
    batches = iter(loader)
    for step in range(STEPS):
        batch = next(batches, None)
        if batch is None:
            batches = iter(loader)
            batch = next(batches)
        rows = [{key: batch[key][i] for key in ('data_source', 'reward_model', 'raw_prompt', 'extra_info')} for i in range(len(batch['raw_prompt']))]
        rows = [row for row in rows for _ in range(config.actor_rollout_ref.rollout.n)]
        answers = [answer_of(model, tokenizer, row['raw_prompt'], config.data.max_response_length) for row in rows]
        for row, ids, (reward, terms) in zip(rows, answers, scores_of(manager, batch_of(rows, answers, tokenizer, config.data.max_response_length))):
            game = json.loads(row['reward_model']['ground_truth'])
            text = tokenizer.decode(ids, skip_special_tokens=True)
            ours = handed.world.shared.score(game, text, ids[-1] == tokenizer.eos_token_id)
            most = max(most, abs(reward - ours['reward']), *(abs(terms[name] - value) for name, value in ours['terms'].items()))
            rewards.append(reward)
            count += 1
    told(f'4. {role}: answers in {STEPS} steps with a stub in vLLM\'s place, mean reward {numpy.mean(rewards):.3f}', count, most, faults, tolerance=1e-6)


def answer_of(model, tokenizer, messages, longest):
    asked = tokenizer.apply_chat_template(messages, add_generation_prompt=True, tokenize=True, return_dict=False)
    with torch.no_grad():
        ids = model.generate(input_ids=torch.tensor([asked]), attention_mask=torch.ones(1, len(asked), dtype=torch.long),
                             max_new_tokens=longest, do_sample=True, temperature=1.0, top_k=0)
    return ids[0, len(asked):].tolist()


def main():
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        handed = HandedOff(sys.argv[1] if len(sys.argv) > 1 else small_run(folder), folder)
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        for file in sorted(os.listdir(handed.at('verl'))):
            role = file.removesuffix('.yaml')
            config = composed(handed, role, faults)
            tokenizer = AutoTokenizer.from_pretrained(config.actor_rollout_ref.model.path)
            dataset = datasets(handed, role, config, tokenizer, faults)
            manager = RewardLoopManager(config)
            recorded(handed, role, manager, tokenizer, config, faults)
            steps(handed, role, manager, tokenizer, config, dataset, faults)
            for worker in manager.reward_loop_workers:
                ray.kill(worker)
        ray.shutdown()
        handed.world.shared.close()
    print('\n'.join(['FAULTS', *faults]) if faults else f'Grove, verl {version}, Ray {ray.__version__} and Hydra agree')
    sys.exit(1 if faults else 0)


main()
