// The frame of the page: bar on top, what went wrong below it, the screen that the address names. Screens but the Lab
// are fetched after it.
import { Spinner, Theme } from '@radix-ui/themes';
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react';
import { present } from '../basics/check';
import { featureScreens, Place } from './features';
import { Bar } from './parts/bar';
import { Faults } from './parts/faults';
import { LinkedRunPanel } from './parts/linked-run-panel';
import { Notices } from './parts/notices';
import { OutOfFrame } from './parts/out-of-frame';
import { usePresentKeys } from './parts/present';
import { LabScreen } from './screens/lab/lab-screen';
import { fetchRunParts } from './screens/lab/run-parts';
import { RunDrop } from './screens/runs/run-drop';
import { useAppearance } from './stores/appearance-store';
import { copyStore } from './stores/copying';
import { useLinkedRun } from './stores/linked-run';
import { isEmbedded } from './stores/links';
import { notify } from './stores/notices-store';
import { usePresenting, useScale } from './stores/present-store';
import { type Route, type ScreenName, unknownScreen, useRoute } from './stores/route';
import { dismissFileFaults, useTrainer } from './stores/trainer-store';
import { openWorlds } from './stores/worlds';

/** Screens beside the Lab may play any world. */
async function withWorlds<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), openWorlds()]);
  return module;
}

const rollouts = () =>
  withWorlds(async () => ({ default: (await import('./screens/rollouts/rollouts-screen')).RolloutsScreen }));
const play = () => withWorlds(async () => ({ default: (await import('./screens/play/play-screen')).PlayScreen }));
const runs = () => withWorlds(async () => ({ default: (await import('./screens/runs/runs-screen')).RunsScreen }));
const CopyDialog = lazy(async () => ({ default: (await import('./parts/copy-dialog')).CopyDialog }));
const RolloutsScreen = lazy(rollouts);
const PlayScreen = lazy(play);
const RunsScreen = lazy(runs);

type CoreScreen = Exclude<ScreenName, 'feature'>;

const screens: Readonly<Record<CoreScreen, React.ComponentType>> = {
  lab: LabScreen,
  rollouts: RolloutsScreen,
  play: PlayScreen,
  runs: RunsScreen,
};
const titles: Readonly<Record<CoreScreen, string>> = {
  lab: 'Lab',
  rollouts: 'Rollouts',
  play: 'Play',
  runs: 'Runs',
};

const fetched = new Map<string, React.ComponentType>();

/** What the address names; screens are made once, or they would be drawn anew each time. */
function screenOf(route: Route): { readonly Screen: React.ComponentType; readonly title: string } {
  if (route.screen !== 'feature') return { Screen: screens[route.screen], title: titles[route.screen] };
  const { title, load } = present(
    featureScreens().find(({ name }) => name === route.name),
    `there is no screen "${route.name}"`,
  );
  const Screen = fetched.get(route.name) ?? lazy(() => withWorlds(load));
  fetched.set(route.name, Screen);
  return { Screen, title };
}

export function App() {
  const appearance = useAppearance();
  const presenting = usePresenting();
  const scale = useScale();
  const route = useRoute();
  const linked = useLinkedRun();
  const embedded = isEmbedded();
  const copyDenied = copyStore((state) => state.denied !== undefined);
  usePresentKeys(!embedded && (route.screen === 'lab' || route.screen === 'rollouts'));
  const { Screen, title } = screenOf(route);
  useEffect(() => {
    document.title = route.screen === 'lab' ? 'Grove' : `${title} – Grove`;
  }, [route.screen, title]);
  useEffect(() => {
    const unknown = unknownScreen(window.location.hash);
    if (route.screen === 'lab' && unknown !== undefined)
      notify({ text: `There is no screen “${unknown}” on this page: this is the Lab.` }, { ms: 10_000 });
  }, [route]);
  useLayoutEffect(() => {
    // Radix' own class follows a moment later, and paper does not wait.
    const theme = document.querySelector('.radix-themes');
    theme?.classList.remove('light', 'dark');
    theme?.classList.add(appearance);
  }, [appearance]);
  const place = route.screen === 'feature' ? route.name : route.screen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: on leaving the place
  useEffect(() => dismissFileFaults, [place]);
  const drawn = useTrainer((state) => state.drawn);
  useEffect(() => {
    if (!drawn) return;
    // Fetched while nothing else is to do: a click on a screen is answered at once, also while the GPU is busy.
    const timer = setTimeout(() => void Promise.allSettled([fetchRunParts(), rollouts(), play(), runs()]), 1200);
    return () => clearTimeout(timer);
  }, [drawn]);
  return (
    <Theme
      appearance={appearance}
      accentColor="jade"
      grayColor="sage"
      radius="medium"
      panelBackground="solid"
      style={presenting ? { ['--scaling' as string]: scale } : undefined}
    >
      <div className="page" data-presenting={presenting || undefined} data-embedded={embedded || undefined}>
        {!embedded && <Top route={route} />}
        <Faults />
        <main id="content" tabIndex={-1} aria-label={title}>
          {linked.kind === 'none' ? (
            <Suspense fallback={<Loading />}>
              <Screen />
            </Suspense>
          ) : (
            <LinkedRunPanel linked={linked} />
          )}
        </main>
        {embedded ? (
          <OutOfFrame />
        ) : (
          <>
            <Notices />
            <RunDrop />
            <Place name="anywhere" />
          </>
        )}
        <Suspense fallback={null}>{copyDenied && <CopyDialog />}</Suspense>
      </div>
    </Theme>
  );
}

function Top({ route }: { readonly route: Route }) {
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the content; the address itself belongs to the route */}
      <a className="skip-link" href="#content" onClick={focusContent}>
        Skip to content
      </a>
      <Bar route={route} />
    </>
  );
}

function Loading() {
  return (
    <div className="centre" role="status">
      <Spinner /> <span className="visually-hidden">Loading</span>
    </div>
  );
}

/** The address belongs to the route, so the link moves the focus instead of the hash. */
function focusContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
