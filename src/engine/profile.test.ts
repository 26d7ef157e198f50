import { test } from 'vitest';
import { findGpu } from '../headless/open-gpu';
import { benchConfig, randomTensors } from './bench';
import { rngFrom } from '../basics/rng';
import { Engine } from './engine';
import { requestEngineDevice } from './gpu/device';
import { Submitter } from './gpu/recording';
test('profile', async () => {
  const found = await findGpu() as any;
  const dev = await requestEngineDevice(found.gpu);
  const engine = new Engine(dev, { config: benchConfig, tensors: randomTensors(benchConfig, 1), stopToken: 0xffffffff }) as any;
  engine.addPolicy('adapter', { kind: 'adapter', rank: 16, alpha: 32, seed: 1 });
  engine.addPolicy('whole', { kind: 'all-weights', rank: 0, alpha: 0, seed: 1 });
  const rng = rngFrom('bench');
  const G = 16;
  const asked = Array.from({ length: G }, (_, g) => ({ policy: 'adapter', prompt_P: Array.from({ length: 40 }, () => rng.integer(100)), seed_K: Array.from({ length: 8 }, (_, k) => g * 1000 + k), maxTokens: 8, temperature: 1 }));
  const answers = await engine.sample(asked);
  const batch = asked.map(({ prompt_P }, g) => ({ prompt_P, completions: answers[g].map(({ token_T, logp_T }: any, k: number) => ({ token_T, oldLogp_T: logp_T, advantage: k % 2 ? 1 : -1 })) }));
  const settings = { kind: 'at-grpo', clipLow: 0.2, clipHigh: 0.2, kl: 0, entropy: 0, aggregation: 'token-mean', divisor: 1 };
  const which = process.env.WHICH ?? 'adapter';
  await engine.accumulate(which, batch, settings);
  const rows = G * (40 + 8 * 7), preds = G * (1 + 8 * 7);
  const sizes = { rows, predictions: preds, branches: 128, ranges: 1, chunks: Math.ceil(rows / 128) };
  const profile = async (name: string, recordings: any[]) => {
    const by = new Map<string, any[]>();
    for (const r of recordings) for (const d of r.dispatches) by.set(d.kernel.name, [...(by.get(d.kernel.name) ?? []), d]);
    let total = 0; const out: string[] = [];
    for (const [k, dispatches] of by) {
      const s = new Submitter(dev.device, 1e18);
      const c0 = process.cpuUsage(); const t0 = performance.now();
      s.run({ dispatches } as any, sizes); s.submit(); await dev.device.queue.onSubmittedWorkDone();
      const c = process.cpuUsage(c0); const cpu = (c.user + c.system) / 1000; const wall = performance.now() - t0;
      total += cpu;
      out.push(`${k.padEnd(26)} n=${String(dispatches.length).padStart(3)} cpu ${cpu.toFixed(1).padStart(8)} ms wall ${wall.toFixed(0).padStart(6)} ${(s.total / 1e9).toFixed(3)} Gop  ${(s.total / cpu / 1e6 * 2).toFixed(2)} GFLOP/s on 2 free cores`);
    }
    console.log(name, rows, 'rows, total cpu', total.toFixed(0), 'ms\n' + out.join('\n'));
  };
  const plan = [...engine.training.plans.values()][0];
  await profile('forward', [plan.forward.recording]);
  if (plan.backward) await profile('backward', [plan.backward.recording]);
  const gen = [...engine.generation.plans.values()][0];
  await profile('step', [gen.step.recording]);
}, 300000);
