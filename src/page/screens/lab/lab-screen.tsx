// The bench: what happens in one sentence and one button above; Setup, Now and Curves below, from cause to effect. On a
// narrow page the three columns become tabs.
import { Tabs } from '@radix-ui/themes';
import { Suspense, useEffect, useState } from 'react';
import { runInWords } from '../../parts/picture-words';
import { PrintHead } from '../../parts/print-head';
import { useMedia } from '../../stores/appearance-store';
import { openRun } from '../../stores/lab-actions';
import { isEmbedded } from '../../stores/links';
import { useRoute } from '../../stores/route';
import { followSetup, openSetupLink } from '../../stores/shared-setup';
import { shownRun, useTrainer } from '../../stores/trainer-store';
import { LevelDrop } from '../play/level-drop';
import { Curves } from './curves';
import { Headline } from './headline';
import './lab.css';
import { Now } from './now';
import { useReferenceWanted } from './reference';
import { RefusedSetup } from './refused-setup';
import { RunSetup } from './run-parts';
import { Setup } from './setup';
import { useFetchedRecorded, useShowsRecorded } from './use-recorded';

export function LabScreen() {
  const route = useRoute();
  const wanted = route.screen === 'lab' ? route.runId : undefined;
  useEffect(() => {
    if (wanted) void openRun(wanted);
  }, [wanted]);
  const setup = route.screen === 'lab' ? route.setup : undefined;
  useEffect(() => {
    if (setup !== undefined) openSetupLink(setup);
  }, [setup]);
  useEffect(followSetup, []);
  const showsRecorded = useShowsRecorded();
  useFetchedRecorded(useReferenceWanted());
  const narrow = useMedia('screen and (max-width: 900px)');
  const run = useTrainer(shownRun);
  const first = run || showsRecorded ? 'now' : 'setup';
  if (isEmbedded()) return <FramedCurves />;
  return (
    <LevelDrop className="lab stack gap-0">
      <RefusedSetup />
      {run && <PrintHead title="Training of a team" about={runInWords(run)} />}
      <Headline />
      {narrow ? <Tabbed key={first} first={first} /> : <Columns />}
    </LevelDrop>
  );
}

/** What a frame of another page shows. */
function FramedCurves() {
  return (
    <section className="lab-column stack gap-3 fill scroll slim" aria-labelledby="curves-title">
      <Curves />
    </section>
  );
}

function Columns() {
  return (
    <div className="columns lab-columns fill">
      <SetupColumn />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus */}
      <section className="lab-column stack gap-3 scroll slim" aria-labelledby="now-title" tabIndex={0}>
        <Now />
      </section>
      <section className="lab-column stack gap-3 scroll slim" aria-labelledby="curves-title">
        <Curves />
      </section>
    </div>
  );
}

function SetupColumn() {
  const shown = useTrainer((state) => shownRun(state) !== undefined);
  return (
    <section
      className="lab-column stack gap-3 scroll slim"
      aria-labelledby="setup-title"
      tabIndex={shown ? 0 : undefined}
    >
      <Suspense fallback={null}>{shown ? <RunSetup /> : <Setup />}</Suspense>
    </section>
  );
}

type TabName = 'setup' | 'now' | 'curves';

function Tabbed({ first }: { readonly first: TabName }) {
  const [tab, setTab] = useState<TabName>(first);
  return (
    <Tabs.Root className="lab-tabs stack gap-0" value={tab} onValueChange={(value) => setTab(value as TabName)}>
      <Tabs.List justify="center">
        <Tabs.Trigger value="setup">Setup</Tabs.Trigger>
        <Tabs.Trigger value="now">Now</Tabs.Trigger>
        <Tabs.Trigger value="curves">Curves</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="setup">
        <SetupColumn />
      </Tabs.Content>
      <Tabs.Content value="now">
        <section className="lab-column stack gap-3 scroll slim">
          <Now />
        </section>
      </Tabs.Content>
      <Tabs.Content value="curves">
        <section className="lab-column stack gap-3 scroll slim">
          <Curves />
        </section>
      </Tabs.Content>
    </Tabs.Root>
  );
}
