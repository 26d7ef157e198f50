// The same room by two teams, side by side and in step: the untrained one, and a trained one – of a run, of a file, or
// the one that comes with the page.
// Without a GPU they play on the processor, through onnxruntime-web; until they are asked to, what was recorded is
// shown, after each of its steps: with a GPU too, before there is a run of one's own.
import { Button } from '@radix-ui/themes';
import { ChevronFirst, ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Preset } from '../../../learning/config/presets';
import { worldOf } from '../../../learning/environments/players';
import { Act } from '../../parts/act';
import { Choose } from '../../parts/choose';
import { useFileDrop } from '../../parts/file-drop';
import { SeenBy, useSeenBy } from '../../parts/players';
import { Term } from '../../parts/term';
import { lookAtStep, type RecordedPlay, recordedPlay, stepsPlayed, useRecordedState } from '../../stores/recorded-run';
import { isTraining, useTrainer } from '../../stores/trainer-store';
import {
  closeTeam,
  isTeamFile,
  openTeamAt,
  openTeamFiles,
  shippedTeam,
  useVisitingTeam,
} from '../../stores/visiting-team';
import { StepPicker } from '../rollouts/step-picker';
import { boardWidth } from './board-width';
import { chainOf } from './chain';
import { NoGpu, NoRun } from './no-team';
import { OpenTeam } from './open-team';
import { type Room, sameWorld } from './rooms';
import { TeamGame, type TeamState } from './team-game';
import { playersOf, playsShipped, runAddress, visitorIn } from './trained-team';
import { useTeams } from './use-teams';
import { useRecorded, useTrainedRuns } from './use-trained-runs';

interface TeamsProps {
  readonly preset: Preset;
  readonly room: Room;
  readonly narrow: boolean;
  /** There is for both teams. CSS pixels. */
  readonly width: number;
  /** Of a team's file, or "run:ID", when the page's address names one. */
  readonly address: string | undefined;
  readonly onRoom: (number: number) => void;
}

export function Teams({ preset, room, narrow, width, address, onRoom }: TeamsProps) {
  const adapter = useTrainer((state) => state.adapter);
  const training = useTrainer(isTraining);
  const step = useRecordedState((state) => state.step);
  const runs = useTrainedRuns(preset.config);
  const askedRun = runOfAddress(address);
  const [chosen, setChosen] = useState(askedRun);
  const [wanted, setWanted] = useState(address !== undefined);
  const run = runs.find(({ id }) => id === chosen) ?? runs[0];
  const gpu = adapter?.available !== false;
  const visitor = useVisitingTeam();
  const visiting = visitorIn(preset.config, visitor);
  const invited = visitor.kind === 'opening' || visitor.kind === 'open';
  useEffect(() => {
    if (invited) setWanted(true); // a file that was opened anywhere on the page is to be played
  }, [invited]);
  useEffect(() => {
    if (address === undefined) return;
    setWanted(true);
    const named = runOfAddress(address);
    if (named !== undefined) {
      setChosen(named);
      return;
    }
    void openTeamAt(address, preset.config);
  }, [address, preset]);
  /** Nobody is here but the team that comes with the page. */
  const atHome = !run && visiting.kind === 'none' && playsShipped(preset.config);
  const nobody = !run && visiting.kind === 'none' && !atHome;
  const recorded = useRecorded(adapter !== undefined && (!gpu || (atHome && !wanted)));
  const shipped = visiting.kind !== 'none' && visiting.from === shippedTeam;
  const choices = [
    ...runs.map(({ id, name, step }) => ({ id, name: `${name}, ${step} steps` })),
    ...(playsShipped(preset.config) ? [{ id: shippedTeam, name: 'the team that comes with this page' }] : []),
  ];
  const choose = (id: string) => {
    if (id === shippedTeam) return void openTeamAt(shippedTeam, preset.config);
    closeTeam();
    setChosen(id);
  };
  const play = () => {
    setWanted(true);
    if (atHome) void openTeamAt(shippedTeam, preset.config);
  };

  const { questions, aside, instead } = playersOf({ world: preset.config, room, visiting, run, gpu });
  const asked = useTeams(questions, adapter !== undefined && wanted);
  const record =
    (gpu && !atHome) || wanted || !recorded || !sameWorld(recorded.view.config, preset.config)
      ? undefined
      : recordedPlay(recorded, room.seed, step);
  const untrained: TeamState = record ? { kind: 'played', world: record.untrained } : (asked[0] ?? { kind: 'waiting' });
  const trained: TeamState = record
    ? { kind: 'played', world: record.trained }
    : (instead ?? asked[1] ?? { kind: 'waiting' });
  const length = Math.max(
    0,
    ...[untrained, trained].map((state) => (state.kind === 'played' ? chainOf(state.world).length : 0)),
  );
  const [at, setAt, playing, setPlaying] = useWalk(
    length,
    `${room.seed} ${record?.step} ${questions.at(-1)?.key} ${wanted}`,
  );

  const { card } = room.environment;
  const start = worldOf(room.environment, useSeenBy(card)?.id).picture(room.start);
  const usual = narrow ? 150 : Math.max(190, Math.min(480, Math.floor(width / 2 - 190)));
  const common = {
    start,
    look: card,
    problem: card.problem,
    size: card.form === 'text' ? usual : boardWidth(start, { usual, most: narrow ? usual : Math.max(260, usual) }),
    at,
    onAt: (to: number) => {
      setPlaying(false);
      setAt(to);
    },
  };
  const drop = useFileDrop((given) => {
    const files = given.filter(isTeamFile);
    if (files.length < 2) return false; // a file by itself is opened like anywhere on the page
    void openTeamFiles(files, preset.config);
    return true;
  });
  const onProcessor = !gpu || visiting.kind !== 'none';
  return (
    <div className="stack gap-3 pad-4 fill" {...drop}>
      <div className="row gap-3 wrap">
        <h2>The team</h2>
        {(!wanted || atHome) && (
          <Button onClick={play} disabled={!adapter} variant={record ? 'soft' : 'solid'}>
            <Play size={15} /> Let the team play
          </Button>
        )}
        {length > 0 && (
          <Walk at={Math.min(at, length)} length={length} onAt={common.onAt} playing={playing} onPlaying={setPlaying} />
        )}
        {training && wanted && !onProcessor && length === 0 && (
          <span className="quiet">The lab is training: the game is played between two steps.</span>
        )}
        {record && recorded && (
          <div style={{ flex: '0 1 320px' }}>
            <StepPicker steps={stepsPlayed(recorded, room.seed)} step={record.step} onStep={lookAtStep} />
          </div>
        )}
        <SeenBy look={card} />
      </div>
      {!gpu && untrained.kind === 'failed' ? (
        <NoGpu reason={untrained.reason} recorded={recorded} step={step} preset={preset} room={room} onRoom={onRoom} />
      ) : (
        <div className="play-pair fill gap-4">
          <TeamGame
            {...common}
            name="Untrained"
            aside={<Term id="untrained">before any training</Term>}
            state={untrained}
          />
          <TeamGame
            {...common}
            name="Trained"
            aside={record ? recordedAside(record, step) : aside}
            state={trained}
            instead={nobody ? <NoRun problem={card.problem} gpu={gpu} /> : undefined}
          />
        </div>
      )}
      <div className="row wrap">
        <OpenTeam config={preset.config} onChange={(open) => setWanted(open || (wanted && run !== undefined))} />
        {onProcessor && <span className="quiet">The teams play on the processor, through onnxruntime-web.</span>}
      </div>
      {askedRun !== undefined && !runs.some(({ id }) => id === askedRun) && (
        <p className="quiet" role="status">
          The run that this address names is not kept here, or was trained in another world.
        </p>
      )}
      {(visiting.kind === 'none' || shipped) && choices.length > 1 && run && (
        <div className="row wrap">
          <span className="quiet">Trained in</span>
          <Choose
            size="1"
            aria-label="Run"
            value={shipped ? shippedTeam : run.id}
            options={choices}
            onChoose={choose}
          />
        </div>
      )}
    </div>
  );
}

/** `step`: the one that is looked at in the Lab, where one was chosen there. */
export function recordedAside(play: Pick<RecordedPlay, 'step'>, step: number | undefined): string {
  const other = step === undefined || step === play.step ? '' : `; after step ${step} no game was recorded`;
  return `the recorded run after step ${play.step}${other}`;
}

/** Which run of this browser an address names as the team. */
function runOfAddress(address: string | undefined): string | undefined {
  return address?.startsWith(runAddress) ? address.slice(runAddress.length) : undefined;
}

/** Which answer is shown, for both teams at once; plays by itself when a game arrives. */
function useWalk(length: number, name: string) {
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(true);
  const [shown, setShown] = useState(name);
  if (shown !== name) {
    setShown(name);
    setAt(0);
    setPlaying(true);
  }
  useEffect(() => {
    if (!playing || at >= length) return;
    const timer = setTimeout(() => setAt(at + 1), at === 0 ? 700 : 2000);
    return () => clearTimeout(timer);
  }, [playing, at, length]);
  return [at, setAt, playing && at < length, setPlaying] as const;
}

interface WalkProps {
  readonly at: number;
  readonly length: number;
  readonly onAt: (at: number) => void;
  readonly playing: boolean;
  readonly onPlaying: (playing: boolean) => void;
}

function Walk({ at, length, onAt, playing, onPlaying }: WalkProps) {
  const toggle = () => {
    if (!playing && at === length) onAt(0);
    onPlaying(!playing);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons are no form
    <div className="row" role="group" aria-label="Walk through the games">
      <Act name="To the start" Icon={ChevronFirst} disabled={at === 0} onClick={() => onAt(0)} />
      <Act name="Answer before" Icon={ChevronLeft} disabled={at === 0} onClick={() => onAt(at - 1)} />
      <Act name={playing ? 'Stop' : 'Play'} Icon={playing ? Pause : Play} color="jade" onClick={toggle} />
      <Act name="Next answer" Icon={ChevronRight} disabled={at >= length} onClick={() => onAt(at + 1)} />
      <span className="quiet">
        answer {at} of {length}
      </span>
    </div>
  );
}
