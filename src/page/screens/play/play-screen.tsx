// Play: a room by hand, and beside it the same room by the untrained and by the trained team. Rooms are those of the
// test split: no training sees them. The room is in the address.

import { useEffect, useMemo, useState } from 'react';
import { reasonOf } from '../../../basics/reason';
import type { ProgramRequest } from '../../../learning/agents/program-runner';
import { type Preset, presetById } from '../../../learning/config/presets';
import { firstWorld } from '../../../learning/config/worlds';
import { useOfferedWorlds } from '../../features';
import { useSize } from '../../parts/board-size';
import { Choose } from '../../parts/choose';
import { CopyLinks } from '../../parts/copy-link';
import { sentence } from '../../parts/format';
import { isWithin, keepsItsKeys, useKeys } from '../../parts/use-keys';
import {
  type Collection,
  levelSettings,
  levelsChoice,
  levelsWorld,
  readLevels,
  useLevels,
} from '../../stores/levels-store';
import { programRunner } from '../../stores/program-runner';
import { formatRoute, navigate, type Route, useRoute } from '../../stores/route';
import { teamOf } from '../../stores/setup-store';
import { useVisitingTeam } from '../../stores/visiting-team';
import { missingInWords, missingWords, useVocabulary } from '../../stores/vocabulary-store';
import { unreadyBecause, useWorldsOf } from '../../stores/worlds';
import { boardWidth } from './board-width';
import { afterWish, type HandGame, type HandWish, handWishOf, howByHand, programsOf } from './hand-play';
import { HandRoom } from './hand-room';
import { LevelDrop, LevelPick } from './level-drop';
import { lastRoom, RoomNumber } from './room-number';
import { choiceOf, firstRoom, isKnownWorld, nameOfChoice, roomIn, roomOf, worldChoice, worldChoices } from './rooms';
import { Teams } from './teams';
import { PartnerChoice, usePartner, useTeamAnswers } from './use-partner';
import './play.css';

export function PlayScreen() {
  const route = useRoute();
  const asked = route.screen === 'play' ? route : undefined;
  const collection = useLevels((state) => state.collection);
  useEffect(() => void readLevels(), []);
  const levels = useMemo(() => collection && levelsAsChoice(collection), [collection]);
  const chosen = asked?.preset === levelsChoice ? levels : undefined;
  const offered = useOfferedWorlds(); // those that are not built in
  const own = useMemo(() => offered.map(({ card, definitions }) => choiceOf(card, { definitions })), [offered]);
  const preset = chosen ?? worldChoice(asked?.preset, own);
  const { environment } = firstWorld(preset.config);
  useWorldsOf(preset.config);
  const unready = chosen ? undefined : unreadyBecause(environment, preset.config.definitions);
  const choices = [...worldChoices, ...own, ...(levels ? [levels] : [])];
  const wrong = asked?.preset;
  const unknown = wrong !== undefined && wrong !== levelsChoice && !isKnownWorld(wrong, own) ? wrong : undefined;
  if (unready !== undefined) return <Unready why={unready} />;
  return (
    <PlayRoom asked={asked} preset={preset} choices={choices} collection={chosen && collection} unknown={unknown} />
  );
}

/** Of a board, where the screen is so wide; CSS pixels. */
function usualWidth(screen: number): number {
  if (screen > 0 && screen < 760) return Math.min(300, screen - 32);
  if (screen < 1700) return 280;
  return screen < 2300 ? 480 : 560;
}

/** While the problems of an imported set are being read; or when they are gone. */
function Unready({ why }: { readonly why: string }) {
  return (
    <div className="centre break" role="status">
      <p>{sentence(why)}</p>
      <p>
        <a href={formatRoute({ screen: 'play' })}>Play another world</a>
      </p>
    </div>
  );
}

interface PlayRoomProps {
  readonly asked: Extract<Route, { screen: 'play' }> | undefined;
  readonly preset: Preset;
  readonly choices: readonly Preset[];
  /** Of levels from a file, where these are played. */
  readonly collection: Collection | undefined;
  /** What the address names, where that is no world. */
  readonly unknown: string | undefined;
}

function PlayRoom({ asked, preset, choices, collection, unknown }: PlayRoomProps) {
  const chosen = collection !== undefined;
  const last = collection ? collection.titles.length : lastRoom;
  const number = Math.min(last, Math.max(1, asked?.seed ?? (chosen ? 1 : firstRoom(preset))));
  const room = useMemo(
    () => (collection ? roomIn(collection.environment, number) : roomOf(preset.config, number)),
    [preset, number, collection],
  );
  const tokenizer = useVocabulary();
  const missing = chosen
    ? []
    : missingWords(tokenizer, { ...preset.config, ...firstWorld(preset.config), team: teamOf(preset.config) });
  const partner = usePartner(preset, room, missing.length > 0);
  const [game, setGame] = useState(partner.begin);
  const unanswered = useTeamAnswers(game, partner, setGame);
  const [solving, setSolving] = useState(false);
  /** The game whose last answer is being run. */
  const [judging, setJudging] = useState<HandGame>();
  const [shown, setShown] = useState({ room, key: partner.key });
  if (shown.room !== room || shown.key !== partner.key) {
    setShown({ room, key: partner.key });
    setGame(partner.begin());
    setSolving(false);
  }
  const goTo = (to: number) =>
    navigate(
      { screen: 'play', preset: preset.id, seed: Math.min(last, Math.max(1, to)), team: asked?.team },
      { replace: true },
    );
  const wish = (wanted: HandWish) => {
    if (wanted.kind === 'next') goTo(number < last ? number + 1 : 1);
    else {
      setSolving(false);
      const requests = programsOf(game, wanted);
      if (requests.length > 0) void judge(wanted, requests);
      else setGame((old) => partner.answered(afterWish(old, wanted)));
    }
  };
  /** Runs what the answer hands in. Whoever goes on meanwhile is not brought back. */
  const judge = async (wanted: HandWish, requests: readonly ProgramRequest[]) => {
    setJudging(game);
    try {
      const results = await (await programRunner()).run(requests);
      setGame((old) => (old === game ? afterWish(game, wanted, results) : old));
    } catch (error) {
      const why = `Programs cannot be run here: ${reasonOf(error)}`;
      setGame((old) => (old === game ? { ...game, refused: sentence(why) } : old));
    } finally {
      setJudging((now) => (now === game ? undefined : now));
    }
  };

  useKeys((event) => {
    if (event.defaultPrevented || event.altKey || isWithin(event.target, `${keepsItsKeys}, [role="listbox"]`)) return;
    const wanted = handWishOf({ key: event.key, control: event.ctrlKey || event.metaKey }, game);
    if (!wanted) return;
    event.preventDefault();
    wish(wanted);
  });

  const visiting = useVisitingTeam();
  const alone = notInLink({
    preset,
    ofFile: chosen,
    ofTeam: visiting.kind === 'open' && visiting.from !== asked?.team,
  });
  const [ref, area] = useSize<HTMLDivElement>();
  const { problem, sameProblems } = room.environment.card;
  const usual = usualWidth(area.width);
  const place = { usual, most: area.width < 1200 ? usual : Math.max(560, usual) };
  const isText = room.environment.card.form === 'text';
  const size = isText ? usual : boardWidth(room.environment.picture(room.start), place);
  return (
    <LevelDrop config={preset.config} className="tall scroll stack gap-0">
      <h1 className="visually-hidden">Play</h1>
      {unknown !== undefined && (
        <p className="bad pad-2 pad-x" role="note">
          There is no world “{unknown}” here: this is {nameOfChoice(preset)}.
        </p>
      )}
      <div className="play-bar row gap-3 wrap panel pad-3 line-below" ref={ref}>
        <Choose
          aria-label="World"
          value={preset.id}
          options={choices.map((choice) => ({ id: choice.id, name: nameOfChoice(choice) }))}
          onChoose={(id) => navigate({ screen: 'play', preset: id, seed: chosen ? 1 : number, team: asked?.team })}
        />
        {collection ? (
          <Choose
            aria-label="Level"
            value={String(number)}
            options={collection.titles.map((title, index) => ({
              id: String(index + 1),
              name: `${index + 1}. ${title}`,
            }))}
            onChoose={(to) => goTo(Number(to))}
          />
        ) : (
          <RoomNumber key={number} problem={problem} number={number} onNumber={goTo} />
        )}
        {firstWorld(preset.config).environment === levelsWorld && <LevelPick />}
        <CopyLinks
          links={[
            {
              to: `this ${problem}`,
              route: { screen: 'play', preset: preset.id, seed: number, team: asked?.team },
              note: alone,
            },
          ]}
          framed={`${preset.name}, ${problem} ${number}`}
        />
        <span className="quiet play-note">
          {chosen ? `From ${collection?.name}.` : (sameProblems ?? `A test ${problem}: no training ever sees it.`)}{' '}
          {howByHand(game)}
        </span>
      </div>
      <div
        className="columns play-room fill"
        style={size > 280 ? { ['--columns' as string]: `${size + 56}px minmax(0, 1fr)` } : undefined}
      >
        <HandRoom
          room={room}
          game={game}
          size={size}
          onWish={wish}
          judging={judging === game}
          solving={solving}
          onSolving={setSolving}
          choice={<PartnerChoice room={room} chosen={partner} />}
          unanswered={unanswered}
        />
        <div className="play-side stack gap-0 slim">
          {missing.length > 0 && (
            <p className="bad pad-x after-3" style={{ maxWidth: 640 }} role="note">
              {missingInWords(missing)}: what its teams answer here is no more than chance. A language model can be
              loaded in the Lab.
            </p>
          )}
          <Teams
            preset={preset}
            room={room}
            narrow={area.width < 760}
            width={area.width - size - 56}
            address={asked?.team}
            onRoom={goTo}
          />
        </div>
      </div>
    </LevelDrop>
  );
}

interface Shown {
  readonly preset: Preset;
  /** Levels out of a file. */
  readonly ofFile: boolean;
  /** A team out of a file plays. */
  readonly ofTeam: boolean;
}

/** What a link to the room does not carry. */
function notInLink({ preset, ofFile, ofTeam }: Shown): string | undefined {
  const ofBrowser = ofFile || preset.config.definitions !== undefined;
  const what = [...(ofBrowser ? [`“${preset.name}”`] : []), ...(ofTeam ? ['the team of the file'] : [])].join(' and ');
  return what === '' ? undefined : `It does not carry ${what}: send the file beside it.`;
}

/** The levels at hand as a world to choose: Sokoban's preset, played on them. */
function levelsAsChoice(collection: Collection): Preset {
  const sokoban = presetById(levelsWorld);
  const worlds = [{ ...firstWorld(sokoban.config), environmentSettings: levelSettings(collection) }];
  return { ...sokoban, id: levelsChoice, name: collection.name, config: { ...sokoban.config, worlds } };
}
