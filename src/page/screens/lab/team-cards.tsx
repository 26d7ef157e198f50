// The team: a card for each role, a line from each to the policy that speaks for it. Each role has its colour, here as
// everywhere.
import { SegmentedControl, Switch } from '@radix-ui/themes';
import { cardOf } from '../../../learning/catalogue';
import type { RunConfig } from '../../../learning/config/run-config';
import { firstWorld } from '../../../learning/config/worlds';
import { figuresInWords } from '../../parts/figures';
import { roleVariable } from '../../parts/roles';
import { setPolicies, teamOf } from '../../stores/setup-store';
import './team-cards.css';

const untrained = 'base';
const sharedName = 'shared';

/** `fixed`: the team of a run that has begun; nothing can be switched. */
export function TeamCards({ config, fixed = false }: { readonly config: RunConfig; readonly fixed?: boolean }) {
  const team = teamOf(config);
  const card = cardOf(firstWorld(config).environment, config.definitions);
  return (
    <ul className="grid" aria-label={`Team: ${team.name}`}>
      {team.roles.map((role) => {
        const policy = config.policies[role.id] ?? untrained;
        const learns = policy !== untrained && !config.frozen.includes(role.id) && config.trainable !== 'none';
        const canLearn = !fixed && team.roles.length > 1 && config.trainable !== 'none';
        return (
          <li
            key={role.id}
            className="team-role role-card pad-2"
            style={roleVariable(role.id)}
            data-learns={learns || undefined}
            data-shared={(learns && isShared(config)) || undefined}
          >
            <h3>{role.name}</h3>
            <span className="team-line" aria-hidden />
            <span
              className={`policy pad-1 panel size-1 ${learns ? 'ink strong' : 'quiet'}`}
              data-untrained={!learns || undefined}
              title={learns ? whatTrains(config) : 'Plays, and does not learn'}
            >
              <span className="visually-hidden">speaks through </span>
              {nameOfPolicy(config, policy, role.id)}
            </span>
            {canLearn && (
              <Switch
                size="1"
                ml="2"
                aria-label={`${role.name} learns`}
                title={policy === untrained ? 'Let it learn' : 'Switch off to keep it as the base model'}
                checked={policy !== untrained}
                onCheckedChange={(on) => switchLearning(config, role.id, on)}
              />
            )}
            <p className="note across">{figuresInWords(role.meaning, card)}</p>
          </li>
        );
      })}
    </ul>
  );
}

function whatTrains({ trainable, settings }: RunConfig): string {
  return trainable === 'all-weights' ? 'Trains all its weights' : `Trains a LoRA adapter of rank ${settings.rank}`;
}

/** Where nothing trains, every policy is the base model. */
function nameOfPolicy({ trainable }: RunConfig, policy: string, role: string): string {
  if (policy === untrained || trainable === 'none') return 'base model';
  const part = trainable === 'all-weights' ? 'weights' : 'adapter';
  return policy === sharedName ? `shared ${part}` : policy === role ? `own ${part}` : `${part} of “${policy}”`;
}

/** Nothing where there is nothing to choose: one role, or a run in which no policy trains. */
export function PolicyChoice({ config }: { readonly config: RunConfig }) {
  const roles = teamOf(config).roles.map(({ id }) => id);
  if (roles.length < 2 || config.trainable === 'none') return null;
  const adapters = config.trainable === 'adapter';
  const mixed = roles.some((role) => ![role, untrained].includes(config.policies[role] ?? role)); // as the editor can map them
  return (
    <SegmentedControl.Root
      size="1"
      className="team-choice full"
      aria-label="Policies"
      value={isShared(config) ? 'shared' : mixed ? '' : 'own'}
      onValueChange={(choice) =>
        setPolicies(Object.fromEntries(roles.map((role) => [role, choice === 'shared' ? sharedName : role])))
      }
    >
      <SegmentedControl.Item value="own">{adapters ? 'Own adapters' : 'Own weights'}</SegmentedControl.Item>
      <SegmentedControl.Item value="shared">{adapters ? 'One shared adapter' : 'Shared weights'}</SegmentedControl.Item>
    </SegmentedControl.Root>
  );
}

function isShared({ policies }: RunConfig): boolean {
  return Object.values(policies).includes(sharedName);
}

/** At least one role goes on learning: switching the last one off switches the others on. */
function switchLearning(config: RunConfig, role: string, on: boolean): void {
  const own = (name: string) => (isShared(config) ? sharedName : name);
  const next = { ...config.policies, [role]: on ? own(role) : untrained };
  const nobody = Object.values(next).every((policy) => policy === untrained);
  setPolicies(
    nobody ? Object.fromEntries(Object.keys(next).map((name) => [name, name === role ? untrained : name])) : next,
  );
}
