// A run's checkpoints and the scripts of its game rated by games against each other.
import { Button, Dialog, Progress } from '@radix-ui/themes';
import { Trophy, X } from 'lucide-react';
import { useState } from 'react';
import { Choose, optionsOf } from '../../../page/parts/choose';
import { DialogSheet } from '../../../page/parts/dialog-sheet';
import { Fault } from '../../../page/parts/fault';
import { Field } from '../../../page/parts/field';
import { fixed, sentence } from '../../../page/parts/format';
import { TableHead } from '../../../page/parts/table-head';
import type { RunView } from '../../../page/stores/run-view';
import { useRuns } from '../../../page/stores/runs-store';
import { isTraining, useTrainer } from '../../../page/stores/trainer-store';
import type { RatedLeague } from '../shared/league-api';
import { cancelLeague, closeLeague, playLeague, useLeague } from './league-store';
import './games.css';

const counts = { '20': '20', '40': '40', '100': '100', '200': '200' } as const;

export function LeagueDialog() {
  const runId = useLeague((state) => state.runId);
  const view = useRuns((state) => state.runs.find((run) => run.view.id === runId)?.view);
  return (
    <Dialog.Root open={view !== undefined} onOpenChange={(open) => !open && closeLeague()}>
      <DialogSheet
        title={`League of “${view?.name}”`}
        about="The checkpoints that are kept and the scripts of the game play each other, half of the games from each side. Nothing is trained."
        maxWidth="560px"
      >
        {view && <League key={view.id} run={view} />}
      </DialogSheet>
    </Dialog.Root>
  );
}

function League({ run }: { readonly run: RunView }) {
  const { playing, leagues, faults } = useLeague();
  const [games, setGames] = useState<string>('40');
  const gpu = useTrainer((state) => state.adapter?.available ?? false);
  const training = useTrainer(isTraining);
  const [league, fault] = [leagues[run.id], faults[run.id]];
  return (
    <div className="grid gap-3 after-3">
      <Field label="Games of each two">
        {({ id }) => <Choose id={id} value={games} options={optionsOf(counts)} onChoose={setGames} />}
      </Field>
      {playing ? (
        <Playing runId={run.id} />
      ) : (
        <Button className="start" disabled={!gpu} onClick={() => void playLeague(run.id, Number(games))}>
          <Trophy size={15} aria-hidden /> {league ? 'Play again' : 'Play'}
        </Button>
      )}
      {!gpu && <p className="quiet">A league needs a GPU, and this browser gives none.</p>}
      {training && (
        <p className="quiet">A run is training: games are played between its steps, and both take longer.</p>
      )}
      {fault && <Fault>It could not be played: {sentence(fault)}</Fault>}
      {league && <Ratings league={league} />}
    </div>
  );
}

function Playing({ runId }: { readonly runId: string }) {
  const playing = useLeague((state) => state.playing);
  if (!playing) return null;
  const { done, total, cancelling = false } = playing;
  const other = playing.runId === runId ? '' : 'Another run: ';
  return (
    <div className="grid" role="status">
      <div className="row between">
        <span>{total > 0 ? `${other}${done} of ${total} games` : `${other}preparing`}</span>
        <Button size="1" variant="soft" color="gray" disabled={cancelling} onClick={() => void cancelLeague()}>
          <X size={13} aria-hidden /> {cancelling ? 'Cancelling…' : 'Cancel'}
        </Button>
      </div>
      <Progress value={total > 0 ? (100 * done) / total : 0} size="1" aria-label={`${done} of ${total} games`} />
    </div>
  );
}

function Ratings({ league: { rated, games, step } }: { readonly league: RatedLeague }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus */}
      <section className="scroll" aria-label="Ratings" tabIndex={0}>
        <table className="table" data-testid="league">
          <TableHead titles={['Who plays', 'Rating', '±', 'Games', 'Won', 'Drawn', 'Lost']} />
          <tbody>
            {rated.map(({ name, rating, within, won, drawn, lost, games: played }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{fixed(rating, 1)}</td>
                <td>{fixed(within, 1)}</td>
                <td>{played}</td>
                <td>{won}</td>
                <td>{drawn}</td>
                <td>{lost}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="quiet">
        OpenSkill’s rating, 25 before the first game, with its 95 % interval; {games} games of each two, after step{' '}
        {step}. It is kept with the run.
      </p>
    </>
  );
}
