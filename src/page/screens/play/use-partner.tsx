// Whom a person plays in a world of several players, and who answers for the others.
import { useEffect, useRef, useState } from 'react';
import { present } from '../../../basics/check';
import { reasonOf } from '../../../basics/reason';
import type { Preset } from '../../../learning/config/presets';
import type { PlayerId } from '../../../learning/environments/environment';
import type { WorldRecord } from '../../../learning/rollouts/transcript';
import { Choose, type Option } from '../../parts/choose';
import { sentence } from '../../parts/format';
import { showAsSeenBy } from '../../parts/players';
import { teamOf } from '../../stores/setup-store';
import { useTrainer } from '../../stores/trainer-store';
import { useVisitingTeam } from '../../stores/visiting-team';
import { type HandGame, isWaiting, newGame, type Part } from './hand-play';
import { besideSolver, besideTeam, recordAfter, turnsDone } from './partner';
import type { Room } from './rooms';
import { playersOf, visitorIn } from './trained-team';
import { played, type TeamQuestion } from './use-teams';
import { useTrainedRuns } from './use-trained-runs';

const everyRole = 'every role';
const solver = 'solver';

export interface Partner {
  /** Another key is another game. */
  readonly key: string;
  begin(): HandGame;
  /** After the person's wish: a solver answers at once, a team when it has. */
  answered(game: HandGame): HandGame;
  /** The team that answers; absent where none does. */
  readonly question?: TeamQuestion | undefined;
  readonly mine: string;
  readonly partner: string;
  readonly partners: readonly (Option & { readonly question?: TeamQuestion })[];
  choose(mine: string, partner: string): void;
}

/** `illiterate`: the model cannot read this world's words. */
export function usePartner(preset: Preset, room: Room, illiterate: boolean): Partner {
  const [chosen, setChosen] = useState({ mine: everyRole, partner: solver });
  const gpu = useTrainer(({ adapter }) => adapter?.available !== false);
  const visiting = visitorIn(preset.config, useVisitingTeam());
  const runs = useTrainedRuns(preset.config);
  const choice = { world: preset.config, room, gpu };
  const { questions, aside } = playersOf({ ...choice, visiting, run: undefined });
  const names = ['an untrained team', aside];
  const asked = [
    ...questions.map((question, index) => ({ id: question.team.kind, name: names[index], question })),
    ...runs.flatMap((run) => {
      const question = playersOf({ ...choice, visiting: { kind: 'none' }, run }).questions[1];
      return question ? [{ id: run.id, name: `${run.name}, ${run.step} steps`, question }] : [];
    }),
  ];
  const but = illiterate ? 'the model cannot read this world’s words' : undefined;
  const partners = [{ id: solver, name: 'the solver' }, ...asked.map((one) => ({ ...one, but, off: illiterate }))];
  const mine = room.environment.card.players?.find(({ id }) => id === chosen.mine)?.id;
  const partner = partners.find(({ id, off }: Option) => id === chosen.partner && !off) ?? partners[0];
  const question = mine !== undefined && partner && 'question' in partner ? partner.question : undefined;
  const part: Part = { mine, moveBudget: question?.config.settings.moveBudget };
  const answered = (game: HandGame) => (question ? game : besideSolver(game));
  return {
    key: mine === undefined ? '' : `${mine} ${question?.key ?? solver}`,
    begin: () => answered(newGame(room.environment, room.start, part)),
    answered,
    question,
    mine: mine ?? everyRole,
    partner: partner?.id ?? solver,
    partners,
    choose: (nextMine, nextPartner) => {
      setChosen({ mine: nextMine, partner: nextPartner });
      if (nextMine !== chosen.mine) showAsSeenBy(nextMine === everyRole ? undefined : nextMine); // no board tells more
    },
  };
}

/** Asks the team whenever it is to answer; why it could not. */
export function useTeamAnswers(
  game: HandGame,
  { question, key }: Pick<Partner, 'question' | 'key'>,
  onAnswered: (game: HandGame) => void,
): string | undefined {
  const known = useRef({ key, records: new Map<string, WorldRecord>() });
  const [failed, setFailed] = useState<string>();
  const waiting = question !== undefined && isWaiting(game);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the question
  useEffect(() => {
    setFailed(undefined);
    if (!waiting) return;
    if (known.current.key !== key) known.current = { key, records: new Map() };
    const { records } = known.current;
    let current = true;
    const role = roleOf(question, game.part.mine);
    recordAfter(turnsDone(game), role, (instead) => played(question, instead), records).then(
      (record) => current && onAnswered(besideTeam(game, record)),
      (fault) => current && setFailed(sentence(reasonOf(fault))),
    );
    return () => {
      current = false;
    };
  }, [game, waiting, key]);
  return waiting ? failed : undefined;
}

function roleOf({ config }: TeamQuestion, player: PlayerId | undefined): string {
  const role = teamOf(config).roles.find((one) => one.player === player);
  return present(role, `the team has no role for the player "${player}"`).id;
}

export function PartnerChoice({ room, chosen }: { readonly room: Room; readonly chosen: Partner }) {
  const { players } = room.environment.card;
  if (!players) return null;
  const { mine, partner, partners, choose } = chosen;
  const parts = [{ id: everyRole, name: everyRole }, ...players];
  return (
    <div className="row wrap size-1 quiet">
      You play
      <Choose size="1" aria-label="Your part" value={mine} options={parts} onChoose={(id) => choose(id, partner)} />
      {mine !== everyRole && (
        <>
          beside
          <Choose
            size="1"
            aria-label="Your partner"
            value={partner}
            options={partners}
            onChoose={(id) => choose(mine, id)}
          />
        </>
      )}
    </div>
  );
}
