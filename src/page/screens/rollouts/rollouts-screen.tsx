// Rollouts: joins the viewer with the stores – which run, which step, which node the address names – and says what to
// do when there is nothing to show.
import { Button, Spinner } from '@radix-ui/themes';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { cardOf } from '../../../learning/catalogue';
import { firstWorld } from '../../../learning/config/worlds';
import type { StepTree } from '../../../learning/rollouts/transcript';
import { Place } from '../../features';
import { Choose } from '../../parts/choose';
import { closest } from '../../parts/closest';
import { CopyLinks } from '../../parts/copy-link';
import { type LinkChoice, reachOf } from '../../stores/copied-links';
import { isEmbedded } from '../../stores/links';
import { fetchRecordedRun, useRecordedState } from '../../stores/recorded-run';
import { formatRoute, navigate, useRoute } from '../../stores/route';
import type { RunView } from '../../stores/run-view';
import { refreshRuns, useRuns } from '../../stores/runs-store';
import { linkOfSetup } from '../../stores/shared-setup';
import { shownRun, useTrainer } from '../../stores/trainer-store';
import { loadTree, treeSteps } from '../../stores/trees';
import { RolloutsView } from './rollouts-view';
import { type Selection, widestGroup } from './selection';
import { type TreeSource, useTree } from './use-tree';
import { WhatIf } from './what-if';
import './rollouts.css';

export function RolloutsScreen() {
  const route = useRoute();
  const path = route.screen === 'rollouts' ? route : undefined;
  const shown = useTrainer(shownRun);
  const live = useTrainer((state) => state.live);
  const listed = useRuns((state) => state.runs);
  const listKind = useRuns((state) => state.kind);
  const recorded = useRecordedState((state) => state.run);
  const missing = useRecordedState((state) => state.missing === true);
  useEffect(() => {
    void refreshRuns();
  }, []);
  const runs = useMemo(
    () => distinct([live, shown, ...listed.map((each) => each.view), recorded?.view]),
    [live, shown, listed, recorded],
  );
  const run = path?.runId === undefined ? (shown ?? runs[0]) : runs.find(({ id }) => id === path.runId);
  const lacking = run === undefined && listKind !== 'loading' && !recorded && !missing; // the recorded one is here for all
  useEffect(() => {
    if (lacking) fetchRecordedRun().catch(() => undefined); // without it, what is said is what to do
  }, [lacking]);
  if (!run && (listKind === 'loading' || lacking)) return <Waiting>Looking for runs</Waiting>;
  if (!run) return path?.runId === undefined ? <NoRun /> : <NoSuchRun />;
  const newest = live?.id === run.id ? live.reports.length : 0;
  return <RunRollouts key={run.id} run={run} runs={runs} path={path ?? {}} version={newest} />;
}

interface RunRolloutsProps {
  readonly run: RunView;
  readonly runs: readonly RunView[];
  readonly path: Partial<Selection> & { readonly step?: number };
  readonly version: number;
}

function RunRollouts({ run, runs, path, version }: RunRolloutsProps) {
  const { id: runId } = run;
  const source = useMemo<TreeSource>(
    () => ({ steps: () => treeSteps(runId), tree: (step) => loadTree(runId, step) }),
    [runId],
  );
  const unopened = run.recorded && path.step === undefined; // it opens where there is most to see
  const state = useTree(source, unopened ? 'first' : path.step, version);
  const tree = state.kind === 'shown' ? state.tree : undefined;
  const whatIf = useCallback(
    (at: Selection) => {
      const record = tree?.worlds[at.world];
      const group = record?.groups[at.group];
      if (!tree || !record || !group) return null;
      const place = { step: tree.step, world: at.world, record, group, branch: at.branch };
      return <WhatIf key={`${tree.step} ${at.world} ${at.group} ${at.branch}`} run={run} {...place} />;
    },
    [tree, run],
  );
  const go = (step: number | undefined, selection: Partial<Selection>) =>
    navigate(
      { screen: 'rollouts', runId, step, ...selection },
      { replace: path.step === step || path.step === undefined },
    );
  const picker =
    runs.length < 2 ? (
      <p className="cut strong">{run.name}</p>
    ) : (
      <Choose
        aria-label="Run"
        value={runId}
        options={runs}
        onChoose={(id) => navigate({ screen: 'rollouts', runId: id })}
      />
    );
  switch (state.kind) {
    case 'loading':
      return <Waiting>Reading the rollouts</Waiting>;
    case 'failed':
      return (
        <Empty title="The rollouts could not be read">
          <p className="quiet">{state.reason}</p>
          <Button variant="soft" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        </Empty>
      );
    case 'empty':
      return (
        <Empty
          title={
            run.status === 'running' ? 'The run has not done its first step yet' : 'No rollouts are kept of this run'
          }
          picker={picker}
        >
          <p className="quiet">
            {run.status === 'running'
              ? 'Its tree appears here as soon as the team has been judged and has learnt.'
              : 'They were dropped to stay within the storage budget, or the run has not done a step yet. The budget can be raised under Runs.'}
          </p>
          <Links />
        </Empty>
      );
    case 'missing':
      return (
        <Empty title={`Step ${state.step} is not kept`} picker={picker}>
          <p className="quiet">
            Old trees are dropped to stay within the storage budget, which can be raised under Runs.
          </p>
          <Button variant="soft" onClick={() => go(closest(state.steps, state.step), {})}>
            Show step {closest(state.steps, state.step)}
          </Button>
        </Empty>
      );
    case 'shown':
      return (
        <RolloutsView
          tree={state.tree}
          steps={state.steps}
          config={run.config}
          runName={run.name}
          path={unopened ? widestGroup(state.tree) : path}
          onSelect={(selection) => go(state.tree.step, selection)}
          onStep={(step, selection) => go(step, { world: selection.world, group: selection.group })}
          runPicker={picker}
          whatIf={isEmbedded() ? undefined : whatIf}
          copyLink={(at) => (
            <CopyLinks links={linksTo(run, state.tree, at)} framed={`Tree of ${run.name}, step ${state.tree.step}`} />
          )}
          below={<Place name="step" run={run} tree={state.tree} />}
        />
      );
  }
}

/** To the answer, the run, its setup. */
function linksTo(run: RunView, { step, worlds }: StepTree, at: Selection): readonly LinkChoice[] {
  const environment = worlds[at.world]?.environment ?? firstWorld(run.config).environment;
  const { problem } = cardOf(environment, run.config.definitions);
  const { id: runId } = run;
  const reach = reachOf(run.recorded, { screen: 'rollouts', runId });
  return [
    { to: `this answer in ${problem} ${at.world + 1}`, route: { screen: 'rollouts', runId, step, ...at }, ...reach },
    { to: 'this run', route: { screen: 'lab', runId }, ...reach },
    linkOfSetup(run.config),
  ];
}

function NoRun() {
  return (
    <Empty title="Nothing has been played yet">
      <p className="quiet">
        Click <b>Train</b> in the Lab. After the first step this screen shows every answer the team tried, what each one
        earned, and which one it went on with.
      </p>
      <Links />
    </Empty>
  );
}

function NoSuchRun() {
  return (
    <Empty title="This run is not in this browser">
      <p className="quiet">
        Runs live in the browser that trained them. It may have been deleted, or the link comes from another machine:
        then ask for the run’s file (Take home: Whole run) and <a href={formatRoute({ screen: 'runs' })}>open it</a>.
      </p>
      <Links />
    </Empty>
  );
}

function Links() {
  const openRecorded = async () => {
    try {
      const { view } = await fetchRecordedRun();
      navigate({ screen: 'rollouts', runId: view.id });
      await refreshRuns();
    } catch {
      navigate({ screen: 'lab' }); // a page built without a recorded run: the Lab says so
    }
  };
  return (
    <div className="wrap flex gap-3">
      <Button asChild>
        <a href={formatRoute({ screen: 'lab' })}>Go to the Lab</a>
      </Button>
      <Button variant="soft" onClick={() => void openRecorded()}>
        Look at a recorded run
      </Button>
      <Place name="noRollouts" />
    </div>
  );
}

function Empty({
  title,
  picker,
  children,
}: {
  readonly title: string;
  readonly picker?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="centre">
      {picker && <div>{picker}</div>}
      <h1>{title}</h1>
      {children}
    </div>
  );
}

function Waiting({ children }: { readonly children: ReactNode }) {
  return (
    <div className="centre" role="status">
      <Spinner />
      <p className="quiet">{children}</p>
    </div>
  );
}

function distinct(views: readonly (RunView | undefined)[]): readonly RunView[] {
  const byId = new Map<string, RunView>();
  for (const view of views) if (view && !byId.has(view.id)) byId.set(view.id, view);
  return [...byId.values()];
}
