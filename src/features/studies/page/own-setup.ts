// The Lab's setup beside the usual one, as a study of both.
import { knobText } from '../../../page/parts/format';
import type { Change } from '../../../page/stores/learning-changes';
import { changesFrom, configFrom, type SetupState } from '../../../page/stores/setup-store';
import { setupsPlan } from '../shared/setups';
import type { StudiedSetup, StudyPlan } from '../shared/study';
import { usualOf } from '../shared/usual-setup';

export interface OwnSetup {
  readonly plan: StudyPlan;
  readonly setups: readonly StudiedSetup[];
  readonly changes: readonly Change[];
}

const named = 2;

/** Undefined where the setup learns as usual, or goes on from a run's checkpoint. */
export function ownSetupOf(state: SetupState): OwnSetup | undefined {
  const config = configFrom(state);
  const usual = usualOf(config);
  const changes = changesFrom(usual, config);
  if (changes.length === 0 || config.fork) return undefined;
  const setups = [
    { name: 'The usual settings', config: usual },
    { name: `Yours: ${changesInWords(changes)}`, config },
  ];
  return { plan: setupsPlan(setups), setups, changes };
}

/** "α 0.5, K 16 and 2 more" */
function changesInWords(changes: readonly Change[]): string {
  const said = changes.slice(0, named).map(({ name, value }) => `${name} ${knobText(value)}`);
  const more = changes.length - said.length;
  return `${said.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
