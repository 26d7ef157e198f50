// The bar: where one is, on which GPU, whether its gradients are right, light or dark.
import { FlaskConical, GitFork, History, Joystick, type LucideIcon, Moon, Sprout, Sun } from 'lucide-react';
import { featureScreens } from '../features';
import { useAppearance, useAppearanceChoice } from '../stores/appearance-store';
import { featureRoute, formatRoute, type Route } from '../stores/route';
import { shownRun, useTrainer } from '../stores/trainer-store';
import './bar.css';
import { GpuChip } from './gpu-chip';
import { GradientBadge } from './gradient-badge';
import { MenuOnDemand, menuFetched } from './menu-on-demand';

const places: readonly {
  readonly screen: 'lab' | 'rollouts' | 'play' | 'runs';
  readonly name: string;
  readonly Icon: LucideIcon;
}[] = [
  { screen: 'lab', name: 'Lab', Icon: FlaskConical },
  { screen: 'rollouts', name: 'Rollouts', Icon: GitFork },
  { screen: 'play', name: 'Play', Icon: Joystick },
  { screen: 'runs', name: 'Runs', Icon: History },
];

export function Bar({ route: { screen, ...rest } }: { readonly route: Route }) {
  const runId = useTrainer((state) => shownRun(state)?.id);
  return (
    <header className="bar row between gap-4 pad-x panel line-below">
      <a className="bar-brand row ink size-4" href={formatRoute({ screen: 'lab' })} aria-label="Grove, to the lab">
        <Sprout size={20} aria-hidden />
        <span>Grove</span>
      </a>
      <nav className="bar-places flex gap-0" aria-label="Screens">
        {places.map((place) => (
          <a
            key={place.screen}
            href={formatRoute(place.screen === 'rollouts' ? { screen: 'rollouts', runId } : { screen: place.screen })}
            aria-current={place.screen === screen ? 'page' : undefined}
          >
            <place.Icon size={16} aria-hidden />
            {place.name}
          </a>
        ))}
        {featureScreens().map(({ name, place }) => {
          if (!place) return null;
          const here = screen === 'feature' && 'name' in rest && rest.name === name;
          return (
            <a key={name} href={formatRoute(featureRoute(name))} aria-current={here ? 'page' : undefined}>
              <place.Icon size={16} aria-hidden />
              {place.name}
            </a>
          );
        })}
      </nav>
      <div className="bar-right row gap-3 fill slim">
        <GpuChip />
        <GradientBadge />
        <AppearanceSwitch />
      </div>
    </header>
  );
}

const menu = menuFetched(async () => ({ default: (await import('./appearance-menu')).AppearanceMenu }));

function AppearanceSwitch() {
  const choice = useAppearanceChoice();
  const Icon = useAppearance() === 'dark' ? Moon : Sun;
  return <MenuOnDemand name="Light or dark" Icon={Icon} load={menu} items={choice} />;
}
