// What keeps the public head of PettingLLMs from being AT-GRPO, as a list for whoever continues a run on it. Found by
// reading its code at commit a054fb1 and, where it says "seen", by running parts of it with stub agents.

export interface Fault {
  readonly where: string;
  readonly what: string;
  readonly todo: string;
  /** Our ids of the worlds it concerns; all when absent. */
  readonly worlds?: readonly string[];
}

export interface FaultChapter {
  readonly title: string;
  readonly faults: readonly Fault[];
}

const engine = '`pettingllms/trainer/multi_agents_execution_engine.py`';
const trainer = '`pettingllms/trainer/multi_agents_ppo_trainer.py`';
const state = '`pettingllms/multi_agent_env/stateful/env_state.py`';

const faultChapters: readonly FaultChapter[] = [
  {
    title: 'Without these it is not AT-GRPO',
    faults: [
      {
        where: `${trainer}, \`_assign_consistent_uids\``,
        what: 'The group key divides the problem’s index by K, so K different problems share one group and their prompts differ.',
        todo: 'Key a group by (problem, turn, agent), with the problem’s index as it is.',
      },
      {
        where: `${engine}, \`generate_env_idx_rollout\``,
        what: 'All branches become copies of the first agent’s winner before the second agent’s K answers are scored: its K rewards are equal whatever it said (seen), so it has no signal inside a group.',
        todo: 'Apply each of the K answers to its own copy of the state it was asked in, score all K, write the group down, and only then pick.',
      },
      {
        where: `${engine}, \`generate_env_idx_rollout\``,
        what: 'The loop over agents stops once the picked world is solved, after the first agent: the last agent’s answers of the solving turn never reach the batch (seen).',
        todo: 'Record every agent’s group of a turn, then look whether the world is solved.',
      },
      {
        where: engine,
        what: 'With `parallel: false` all agents still answer before anything is carried out: in the same turn the second agent does not see what the first one said (seen).',
        todo: 'Ask, carry out and pick for one agent before the next one’s prompt is written.',
      },
      {
        where: `${engine}, \`generate_env_idx_rollout\``,
        what: 'After the first turn prompts, team reward and the done flag come from copies of the winner while actions change each branch’s own original world: play does not get beyond the first turn (seen).',
        todo: 'Let every branch of a turn start from the trunk’s state, and let the trunk’s state be the one that play goes on from.',
      },
    ],
  },
  {
    title: 'Why `lora_rank` is 0 here',
    faults: [
      {
        where: '`verl/verl/workers/fsdp_workers.py`',
        what: 'Adapters per role are added after the optimiser was made and are not among its parameters: they get gradients and never move (seen on a re-creation).',
        todo: 'Leave `lora_rank: 0`, as this configuration does, or make the optimiser after the adapters.',
      },
      {
        where: 'the rollout’s requests to vLLM',
        what: 'With a single adapter the requests name the base model, so what is trained never answers.',
        todo: 'Leave `lora_rank: 0`.',
      },
      {
        where: '`verl/verl/workers/fsdp_workers.py`, resuming',
        what: 'A run with LoRA cannot be resumed: adapters are looked for where they are not written.',
        todo: 'Leave `lora_rank: 0`; this folder hands over merged weights.',
      },
    ],
  },
  {
    title: 'Rewards and worlds',
    faults: [
      {
        where: state,
        what: 'A list of moves may be as long as one likes and ends at the first success: 1000 random moves solve 84 % of Plan-Path’s validation maps, 199 random moves 27 % of Sokoban’s (seen).',
        todo: 'Carry out at most a fixed number of moves per turn (this run: its "moveBudget" in run.json) and reward nothing for the excess.',
        worlds: ['sokoban', 'plan-path'],
      },
      {
        where: `${state}, shaping`,
        what: 'The potential is discounted (0.99) while returns are not: standing still far from the goal, or going back and forth, earns reward.',
        todo: 'Shape without a discount, or drop shaping; test that doing nothing never pays.',
        worlds: ['sokoban', 'plan-path'],
      },
      {
        where: '`pettingllms/multi_agent_env/stateful`',
        what: 'Running out of steps sets the done flag, and a done world counts as solved.',
        todo: 'Count success by the state alone.',
        worlds: ['sokoban', 'plan-path'],
      },
      {
        where: 'the agents’ `calculate_reward`',
        what: 'Rewards reach from −2 to 20 instead of [0, 1], the plan agent’s state reward counts twice, and α is fixed at 1 without being a setting.',
        todo: 'Reward = α · team + own, every term in [0, 1].',
      },
      {
        where: '`pettingllms/multi_agent_env/stateful/agents`',
        what: 'Clues are not compared with the answer: the solved grid that both prompts print as an example is accepted for every puzzle (seen on 400 of 400).',
        todo: 'Check that an answer keeps the clues; take the example out of the prompts.',
        worlds: ['sudoku'],
      },
      {
        where: '`scripts/dataprocess/load_sokoban.py`',
        what: 'Of the 4×4 Sudokus that it makes 81 % have no solution, and since puzzles are taken by seed modulo 400, validation is the first 100 training puzzles.',
        todo: 'Use the file in this folder: every puzzle has exactly one solution, and its length keeps training and validation apart.',
        worlds: ['sudoku'],
      },
      {
        where: '`pettingllms/multi_agent_env/stateful/utils.py`',
        what: 'The tool agent’s printed grid is cut at its first closing bracket, so the format that its prompt demands is never read.',
        todo: 'Read the list to its matching bracket.',
        worlds: ['sudoku'],
      },
      {
        where: '`pettingllms/multi_agent_env/code`, the registry of workers',
        what: 'A misspelt name makes the coding world fall back to the maths worker, whose call differs: every test ends in an error.',
        todo: 'Correct the name.',
        worlds: ['code'],
      },
      {
        where: '`pettingllms/multi_agent_env/code/agents`',
        what: 'The tester’s own reward is always 0, because the right program is never loaded to try its tests on.',
        todo: 'Load the column `solution` and try the tests on it.',
        worlds: ['code'],
      },
      {
        where: '`pettingllms/multi_agent_env/math`',
        what: 'An episode ends as soon as both agents give the same answer, right or wrong.',
        todo: 'End it by the right answer, or by the last turn.',
        worlds: ['maths'],
      },
      {
        where: 'the workers of maths and games',
        what: 'Programs run as plain subprocesses, and their output is handed to `eval`: there is no sandbox.',
        todo: 'Run them in a container; read the output without evaluating it.',
      },
    ],
  },
  {
    title: 'Validation and settings',
    faults: [
      {
        where: '`stateful_env.py`, validation seeds',
        what: 'The first validation problem changes with the step, and the best checkpoint is chosen on the same 100 problems that are reported.',
        todo: 'Fix the seed; report on problems of their own.',
        worlds: ['sokoban', 'plan-path', 'sudoku'],
      },
      {
        where: '`pettingllms/trainer/async_generate.py`',
        what: 'Without settings of its own an agent is sampled with a repetition penalty of 1.2, top-p 0.9 and top-k 20: importance ratios are then biased.',
        todo: 'Keep the agents’ `train_llm_config` as it stands in this configuration.',
      },
      {
        where: 'the scripts `…_grpo.sh` beside `…_at_grpo.sh`',
        what: 'They differ only by `rollout_mode=tree`, which is the default: the baseline is the same run.',
        todo: 'For a baseline without the tree set `rollout_mode: no_tree`.',
      },
    ],
  },
];

/** FAULTS.md for a run in this world. */
export function faultsText(world: string): string {
  const chapters = faultChapters.map(({ title, faults }) => {
    const own = faults.filter(({ worlds }) => !worlds || worlds.includes(world));
    const entries = own.map(
      ({ where, what, todo }, index) => `${index + 1}. **${where}**\n   ${what}\n   *To do:* ${todo}\n`,
    );
    return `## ${title}\n\n${entries.join('\n')}`;
  });
  return `# Known faults of PettingLLMs

At its public head of 14 May 2026 (commit a054fb1) PettingLLMs does not do what the AT-GRPO paper (arXiv 2510.11062) says. For the run
in this folder to be AT-GRPO, the faults of the first chapter have to be patched; the others spoil what is learnt or measured. Look
first whether a newer version has mended them.

${chapters.join('\n')}`;
}
