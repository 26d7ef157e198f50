// The team: a card for each role, a line from each to the policy that speaks for it. Each role has its colour, here as everywhere.
import { SegmentedControl, Switch } from '@radix-ui/themes';
import type { RunConfig } from '../../../learning/training/config';
import { roleVariable } from '../../parts/roles';
import { setPolicies, teamOf } from '../../stores/setup-store';
import './team-cards.css';

const untrained = 'base';
const sharedName = 'shared';

/** `fixed`: the team of a run that has begun; nothing can be switched. */
export function TeamCards({ config, fixed = false }: { readonly config: RunConfig; readonly fixed?: boolean }) {
  const team = teamOf(config);
  return (
    <div className="team" data-shared={isShared(config) || undefined}>
      <ul aria-label={`Team: ${team.name}`}>
        {team.roles.map((role) => {
          const policy = config.policies[role.id] ?? untrained;
          const learns = policy !== untrained && !config.frozen.includes(role.id) && config.level !== 'prompt-only';
          return (
            <li key={role.id} className="team-role" style={roleVariable(role.id)} data-learns={learns || undefined}>
              <h3>{role.name}</h3>
              <span className="team-line" aria-hidden />
              <span
                className="team-policy"
                title={learns ? `Trains a LoRA adapter of rank ${config.settings.rank}` : 'Plays, and does not learn'}
              >
                <span className="visually-hidden">speaks through </span>
                {nameOfPolicy(policy, role.id)}
              </span>
              {!fixed && team.roles.length > 1 && (
                <Switch
                  size="1"
                  className="team-learns"
                  aria-label={`${role.name} learns`}
                  title={policy === untrained ? 'Let it learn' : 'It learns; switch off to keep it as the base model'}
                  checked={policy !== untrained}
                  onCheckedChange={(on) => switchLearning(config, role.id, on)}
                />
              )}
              <p>{role.meaning}</p>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function nameOfPolicy(policy: string, role: string): string {
  if (policy === untrained) return 'base model';
  return policy === sharedName ? 'shared adapter' : policy === role ? 'own adapter' : `adapter of “${policy}”`;
}

export function PolicyChoice({ config }: { readonly config: RunConfig }) {
  const roles = teamOf(config).roles.map(({ id }) => id);
  if (roles.length < 2) return null;
  return (
    <SegmentedControl.Root
      size="1"
      className="team-choice"
      aria-label="Policies"
      value={isShared(config) ? 'shared' : 'own'}
      onValueChange={(choice) =>
        setPolicies(Object.fromEntries(roles.map((role) => [role, choice === 'shared' ? sharedName : role])))
      }
    >
      <SegmentedControl.Item value="own">Own adapters</SegmentedControl.Item>
      <SegmentedControl.Item value="shared">One shared adapter</SegmentedControl.Item>
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
  setPolicies(nobody ? Object.fromEntries(Object.keys(next).map((name) => [name, name === role ? untrained : name])) : next);
}
