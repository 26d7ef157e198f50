// “League…” among a run's actions, where its game is one in which one wins what the other loses.
import { DropdownMenu } from '@radix-ui/themes';
import { Trophy } from 'lucide-react';
import type { RunView } from '../../../page/stores/run-view';
import { isZeroSum } from '../shared/step-games';
import { openLeague } from './league-store';

export function LeagueItem({ view }: { readonly view: RunView }) {
  const { id, step, recorded, config } = view;
  if (step === 0 || recorded || !config.worlds.every(({ environment }) => isZeroSum(environment))) return null;
  return (
    <DropdownMenu.Item onSelect={() => void openLeague(id)}>
      <Trophy size={14} aria-hidden /> League…
    </DropdownMenu.Item>
  );
}
