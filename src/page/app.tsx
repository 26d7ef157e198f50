// The frame of the page: bar on top, what went wrong below it, the screen that the address names. Screens but the Lab are fetched after it.
import { Spinner, Theme } from '@radix-ui/themes';
import { lazy, Suspense, useEffect } from 'react';
import { Bar } from './parts/bar';
import { Faults } from './parts/faults';
import { Notices } from './parts/notices';
import { LabScreen } from './screens/lab/lab-screen';
import { RunDrop } from './screens/runs/run-drop';
import { useAppearance } from './stores/appearance-store';
import { type ScreenName, useRoute } from './stores/route';

const rollouts = async () => ({ default: (await import('./screens/rollouts/rollouts-screen')).RolloutsScreen });
const play = async () => ({ default: (await import('./screens/play/play-screen')).PlayScreen });
const team = async () => ({ default: (await import('../features/team-editor/page/team-screen')).TeamScreen });
const world = async () => ({ default: (await import('../features/own-world/page/world-screen')).WorldScreen });
const problems = async () => ({ default: (await import('../features/problem-import/page/problems-screen')).ProblemsScreen });
const runs = async () => ({ default: (await import('./screens/runs/runs-screen')).RunsScreen });
const study = async () => ({ default: (await import('../features/studies/page/study-screen')).StudyScreen });
const benchmark = async () => ({ default: (await import('../features/benchmark/page/benchmark-screen')).BenchmarkScreen });
const RolloutsScreen = lazy(rollouts);
const PlayScreen = lazy(play);
const TeamScreen = lazy(team);
const WorldScreen = lazy(world);
const ProblemsScreen = lazy(problems);
const RunsScreen = lazy(runs);
const StudyScreen = lazy(study);
const BenchmarkScreen = lazy(benchmark);

const screens: Readonly<Record<ScreenName, React.ComponentType>> = {
  lab: LabScreen,
  rollouts: RolloutsScreen,
  play: PlayScreen,
  team: TeamScreen,
  world: WorldScreen,
  problems: ProblemsScreen,
  runs: RunsScreen,
  study: StudyScreen,
  benchmark: BenchmarkScreen,
};
const titles: Readonly<Record<ScreenName, string>> = {
  lab: 'Lab',
  rollouts: 'Rollouts',
  play: 'Play',
  team: 'Team',
  world: 'Your own world',
  problems: 'Problems from a file',
  runs: 'Runs',
  study: 'Study',
  benchmark: 'Benchmark',
};

export function App() {
  const appearance = useAppearance();
  const { screen } = useRoute();
  const Screen = screens[screen];
  useEffect(() => {
    document.title = screen === 'lab' ? 'Grove' : `${titles[screen]} – Grove`;
  }, [screen]);
  useEffect(() => {
    // Fetched while nothing else is to do: a click on a screen is answered at once, also while the GPU is busy.
    const timer = setTimeout(() => void Promise.allSettled([rollouts(), play(), runs()]), 1500);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Theme appearance={appearance} accentColor="jade" grayColor="sage" radius="medium" panelBackground="solid">
      <div className="page">
        {/* biome-ignore lint/a11y/useValidAnchor: it leads to the content; the address itself belongs to the route */}
        <a className="skip-link" href="#content" onClick={focusContent}>
          Skip to content
        </a>
        <Bar screen={screen} />
        <Faults />
        <main id="content" tabIndex={-1} aria-label={titles[screen]}>
          <Suspense fallback={<Loading />}>
            <Screen />
          </Suspense>
        </main>
        <Notices />
        <RunDrop />
      </div>
    </Theme>
  );
}

function Loading() {
  return (
    <div className="page-loading" role="status">
      <Spinner /> <span className="visually-hidden">Loading</span>
    </div>
  );
}

/** The address belongs to the route, so the link moves the focus instead of the hash. */
function focusContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
