// The onnx engine on the shipped model: teams play without a GPU, a team's file plays like the run it was made from,
// wrong files are named, and exports hold what they say.
import * as ort from 'onnxruntime-web';
import { beforeAll, describe, expect, it } from 'vitest';
import { adaptersZip, adapterZip } from '../../../export/export';
import { exportRun } from '../../../export/export-formats';
import { unzip } from '../../../files/formats/unzip';
import { zipOf } from '../../../files/formats/zip';
import { baseModelFromDisk } from '../../../headless/model-files';
import { toolAndPlanSpec } from '../../../learning/agents/teams/specs';
import { presetById } from '../../../learning/config/presets';
import { worldSeed } from '../../../learning/environments/splits';
import type { WorldRecord } from '../../../learning/rollouts/transcript';
import type { BaseModel } from '../../../models/base-model';
import type { RunStore } from '../../../run/run-store';
import type { PlayedTeam } from '../../../run/team-player';
import { formats } from './formats';
import { createOnnxEngine, type OnnxEngine } from './onnx-engine';
import { onnxZip } from './onnx-zip';
import { runId, smallRun } from './small-run.test-data';
import { teamZip } from './team-file';

const { config } = presetById('quick');
const seed = worldSeed('test', 0);
const noGpu = async () => {
  throw new Error('there is no GPU');
};

let base: BaseModel;
let runStore: RunStore;
let engine: OnnxEngine;
beforeAll(async () => {
  base = await baseModelFromDisk('sprout');
  runStore = smallRun(base);
  const parts = {
    loadRuntime: async () => ort,
    engine: { open: noGpu },
    openRunStore: async () => runStore,
    readBase: async () => base,
  };
  engine = createOnnxEngine({ ...parts, now: () => 0 });
});

const said = (world: WorldRecord) =>
  world.groups.map(({ role, branches }) => [role, branches[0]?.text, branches[0]?.logp_T]);
const taken = (format: 'onnx' | 'team', id = runId, role?: string) =>
  exportRun({ runStore, readBase: async () => base, now: new Date(0), formats }, id, {
    format,
    ...(role === undefined ? {} : { role }),
  });
const play = (team: PlayedTeam) => engine.play({ team, config, seed });
const opened = async (...files: { name: string; bytes: Uint8Array }[]) =>
  ({ kind: 'opened', id: (await engine.openTeam(files, config)).id }) as const;

describe('a team without a GPU', () => {
  it('plays, and a trained one plays otherwise than the untrained', async () => {
    const untrained = await play({ kind: 'untrained' });
    expect(untrained.groups.map(({ policy }) => policy)).toEqual(untrained.groups.map(() => 'base'));
    expect(said(await play({ kind: 'run', runId }))).not.toEqual(said(untrained));
    expect(said(await play({ kind: 'untrained' }))).toEqual(said(untrained));
  });

  it('plays from its file as it does from its run, and says what it is', async () => {
    const { fileName, bytes } = await taken('team');
    expect(fileName).toBe('small-run-team.zip');
    // hardly more than its adapters
    expect(bytes.length).toBeLessThan((await adaptersZip(runStore, runId)).bytes.length + 4_000);
    const team = await engine.openTeam([{ name: fileName, bytes }], config);
    expect(team).toMatchObject({
      name: 'Small run',
      step: 10,
      success: { before: 0.25, after: 0.5 },
      config: { team: config.team },
    });
    expect(said(await play({ kind: 'opened', id: team.id }))).toEqual(said(await play({ kind: 'run', runId })));
  });

  it('plays from PEFT zips: both roles in one, one each, or one role alone', async () => {
    const whole = said(await play({ kind: 'run', runId }));
    const [both, tool, plan] = [
      await adaptersZip(runStore, runId),
      await adapterZip(runStore, runId, 'tool'),
      await adapterZip(runStore, runId, 'plan'),
    ];
    const given = ({ fileName, bytes }: typeof both) => ({ name: fileName, bytes });
    expect(said(await play(await opened(given(both))))).toEqual(whole);
    expect(said(await play(await opened(given(tool), given(plan))))).toEqual(whole);
    const alone = await play(await opened(given(tool)));
    expect(alone.groups.filter(({ role }) => role === 'plan').every(({ policy }) => policy === 'base')).toBe(true);
  });

  it('is dropped when others were opened since; the last ones play', async () => {
    const { fileName, bytes } = await adaptersZip(runStore, runId);
    const one = () => opened({ name: fileName, bytes });
    const first = await one();
    const others = [await one(), await one(), await one()];
    expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(4);
    await expect(play(first)).rejects.toThrow('this team is no longer open: open its file again');
    const whole = said(await play({ kind: 'run', runId }));
    for (const team of [others[0]!, others[2]!]) expect(said(await play(team))).toEqual(whole);
  });

  it('leaves nothing of its adapters in another team’s game', async () => {
    const untrained = said(await play({ kind: 'untrained' }));
    const alone = await adapterZip(runStore, runId, 'tool');
    const [whole, part] = [{ kind: 'run', runId } as const, await opened({ name: alone.fileName, bytes: alone.bytes })];
    const before = said(await play(part));
    await play(whole);
    expect(said(await play(part))).toEqual(before);
    expect(said(await play({ kind: 'untrained' }))).toEqual(untrained);
  });

  it('that somebody wrote plays from its file, too', async () => {
    const own = { ...config, team: 'mine', definitions: { teams: [{ ...toolAndPlanSpec, id: 'mine' }] } };
    const run = { ...(await runStore.runs.get(runId))!, config: own };
    const theirs = { ...runStore, runs: { ...runStore.runs, get: async () => run } };
    const { fileName, bytes } = await teamZip(theirs, runId);
    const team = await engine.openTeam([{ name: fileName, bytes }], config);
    expect(team.config).toMatchObject({ team: 'mine', definitions: own.definitions });
    const played = await engine.play({ team: { kind: 'opened', id: team.id }, config: team.config, seed });
    expect(said(played)).toEqual(said(await play({ kind: 'run', runId })));
  });

  it('in half the bytes is read back, and plays', async () => {
    const [whole, half] = [await teamZip(runStore, runId), await teamZip(runStore, runId, 'f16')];
    expect(half.bytes.length).toBeLessThan(0.55 * whole.bytes.length);
    const { id } = await engine.openTeam([{ name: half.fileName, bytes: half.bytes }], config);
    const { groups } = await engine.play({ team: { kind: 'opened', id }, config, seed });
    expect(groups.length).toBeGreaterThan(0);
  });

  it('plays the levels of a collection', async () => {
    const levels = '#####\n#@$.#\n#####\n';
    const { start } = await engine.play({ team: { kind: 'run', runId }, config, seed, levels });
    expect(start.map((row) => row.trim()).filter((row) => row !== '')).toHaveLength(3);
  });

  it('of a run does not play, and leaves nothing, on another base model', async () => {
    const run = { ...(await runStore.runs.get(runId))!, baseHash: 'another one' };
    const theirs = { ...runStore, runs: { ...runStore.runs, get: async () => run } };
    const parts = {
      loadRuntime: async () => ort,
      engine: { open: noGpu },
      openRunStore: async () => theirs,
      now: () => 0,
    };
    const second = createOnnxEngine({ ...parts, readBase: async () => base });
    const fault = 'the run stands on another base model (another one…, "sprout" here is ';
    await expect(second.play({ team: { kind: 'run', runId }, config, seed })).rejects.toThrow(fault);
    await expect(onnxZip({ runStore: theirs, base }, runId)).rejects.toThrow(fault);
  });

  it('is refused by what is wrong with its file', async () => {
    const { bytes } = await taken('team');
    const files = await unzip(bytes, 'team.zip');
    const changed = (edit: (card: Record<string, unknown>) => object) =>
      zipOf(
        files.map((file) =>
          file.name === 'team.json'
            ? {
                ...file,
                bytes: new TextEncoder().encode(JSON.stringify(edit(JSON.parse(new TextDecoder().decode(file.bytes))))),
              }
            : file,
        ),
        new Date(0),
      );
    const refused = async (name: string, content: Uint8Array) =>
      engine.openTeam([{ name, bytes: content }], config).then(
        () => 'opened',
        (fault: Error) => fault.message,
      );
    expect(await refused('run.json', new Uint8Array(9))).toMatch(
      /run\.json: holds what a run reported, but no adapters: export the team/,
    );
    expect(await refused('a.zip', new Uint8Array(99))).toMatch(/a\.zip: is no zip archive/);
    expect(await refused('a.zip', await changed((card) => ({ ...card, version: 9 })))).toMatch(
      /is of version 9, this Grove reads version 1/,
    );
    expect(await refused('a.zip', await changed((card) => ({ ...card, baseHash: 'x' })))).toMatch(
      /was trained on another model than the "sprout"/,
    );
    const configured = (change: object) =>
      changed((card) => ({ ...card, config: { ...(card['config'] as object), ...change } }));
    expect(await refused('a.zip', await configured({ team: 'nobody' }))).toMatch(/a\.zip: there is no team "nobody"/);
    expect(await refused('a.zip', await configured({ settings: { turns: 1e9 } }))).toMatch(
      /a\.zip: turns lies between/,
    );
    expect(await refused('a.zip', await configured({ policies: { tool: 'tool' } }))).toMatch(
      /names no policy for the role "plan"/,
    );
    const bare = files
      .filter(({ name }) => name !== 'team.json')
      .map(({ name, bytes }) => ({ name: name.replace(/^\w+\//, 'x/'), bytes }));
    const nameless = bare.filter(({ name }) => !name.endsWith('.md')).slice(0, 2);
    expect(await refused('a.zip', await zipOf(nameless, new Date(0)))).toMatch(
      /put it into a folder named tool or plan/,
    );
    await expect(play({ kind: 'opened', id: 99 })).rejects.toThrow('this team is no longer open');
  });
});

describe('an ONNX export of a run', () => {
  const namesIn = async ({ bytes }: { bytes: Uint8Array }) =>
    (await unzip(bytes, 'x.zip')).map(({ name }) => name).sort();
  const common = ['README.md', 'config.json', 'generation_config.json'];

  it('is one whole model of a role, or the team with its adapters beside it', async () => {
    const plan = await taken('onnx', runId, 'plan');
    expect(plan.fileName).toBe('small-run-plan-onnx.zip');
    expect(await namesIn(plan)).toEqual([...common, 'onnx/model.onnx', 'tokenizer.json', 'tokenizer_config.json']);
    const adapters = ['plan', 'tool'].flatMap((role) =>
      ['README.md', 'adapter_config.json', 'adapter_model.safetensors'].map((name) => `adapters/${role}/${name}`),
    );
    expect(await namesIn(await taken('onnx'))).toEqual(
      [...common, ...adapters, 'onnx/model_with_adapters.onnx', 'tokenizer.json', 'tokenizer_config.json'].sort(),
    );
  });

  it('is refused for a role or run that is not there', async () => {
    await expect(taken('onnx', runId, 'critic')).rejects.toThrow('the team has no role "critic": it has tool, plan');
    await expect(taken('onnx', 'run-9')).rejects.toThrow('there is no run "run-9"');
  });
});
