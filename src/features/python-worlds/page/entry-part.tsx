// One data set or game of a package: its settings, what it asks or how it opens, and the way to the Lab.
import { Button } from '@radix-ui/themes';
import { ArrowLeft, Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Choose } from '../../../page/parts/choose';
import { Field, Line } from '../../../page/parts/field';
import { NumberField } from '../../../page/parts/number-field';
import type { ImageCard } from '../shared/images';
import { type Asked, type CatalogueLine, openingOf, questionsFrom, settingsOfDataSet } from '../worker/ask-package';
import { MakeWorld, usualCounts } from './make-world';
import { Preview } from './preview';
import { WorkLine } from './work-line';
import { carryOut, useWork } from './work-store';

type Value = string | number | boolean;

interface EntryProps {
  readonly card: ImageCard;
  readonly line: CatalogueLine;
  readonly onBack: () => void;
}

export function EntryPart({ card, line: [name, , sentence], onBack }: EntryProps) {
  const [settings, setSettings] = useState<Readonly<Record<string, Value>>>({});
  const [changed, setChanged] = useState<Readonly<Record<string, Value>>>({});
  const [counts, setCounts] = useState(usualCounts);
  const [players, setPlayers] = useState('1');
  const [words, setWords] = useState('');
  const [field, setField] = useState(question);
  const [asked, setAsked] = useState<readonly Asked[]>();
  const [opening, setOpening] = useState<string>();
  const working = useWork((state) => state.work !== undefined);
  const isGame = card.kind === 'game';
  const origin = { image: card.id };
  const look = () =>
    carryOut(`Asking ${name}`, async ({ runner }) => {
      if (isGame) {
        const { seed } = counts;
        const { seen } = await openingOf(runner, { origin, name, players: Number(players), seed, player: 0 });
        return setOpening(seen);
      }
      setSettings(Object.fromEntries(await settingsOfDataSet(runner, name)));
      const config = { ...changed, seed: counts.seed, size: counts.size };
      setAsked(await questionsFrom(runner, { origin, name, config, first: 0, count: 3 }));
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: again only when it is asked for
  useEffect(() => void look(), [name]);
  const fields = Object.keys(asked?.[0]?.[3] ?? {});
  return (
    <>
      <div>
        <Button size="1" variant="ghost" onClick={onBack}>
          <ArrowLeft size={13} aria-hidden /> All {isGame ? 'games' : 'data sets'}
        </Button>
        <h3>{name}</h3>
        {sentence && <p className="quiet">{sentence}</p>}
      </div>
      <div className="python-worlds-fields">
        {Object.entries(settings).map(([key, usual]) => (
          <Setting
            key={key}
            name={key}
            value={changed[key] ?? usual}
            onChange={(value) => setChanged({ ...changed, [key]: value })}
          />
        ))}
        {fields.length > 0 && (
          <Field label="Asked">
            {(shared) => (
              <Choose
                {...shared}
                value={field}
                options={[
                  { id: question, name: 'the question' },
                  ...fields.map((one) => ({ id: one, name: `its ${one} alone` })),
                ]}
                onChoose={setField}
              />
            )}
          </Field>
        )}
        {isGame && (
          <>
            <Field label="Players">
              {(shared) => (
                <Choose
                  {...shared}
                  value={players}
                  options={[
                    { id: '1', name: 'one' },
                    { id: '2', name: 'two, the other plays at random' },
                  ]}
                  onChoose={setPlayers}
                />
              )}
            </Field>
            <Line
              label="For a small model: words, as higher=U"
              title="Then the numbers of what is seen and these words are all that is told."
              fault={wordsFrom(words) === undefined ? 'Words look like higher=U lower=D' : undefined}
              value={words}
              onChange={setWords}
            />
          </>
        )}
      </div>
      <div className="row wrap gap-3">
        <Button variant="soft" disabled={working} onClick={() => void look()}>
          <Eye size={15} aria-hidden /> Look again
        </Button>
      </div>
      {asked && <Preview title="Its first questions" texts={asked.map((one) => askedBy(one, field))} />}
      {opening !== undefined && <Preview title="How it opens" texts={[opening]} />}
      <MakeWorld
        origin={origin}
        counts={counts}
        onCounts={setCounts}
        what={isGame ? 'Openings' : 'Questions'}
        ready={wordsFrom(words) !== undefined && (asked !== undefined || opening !== undefined)}
        wishes={{
          name,
          config: changed,
          field: field === question ? undefined : field,
          players: Number(players),
          words: words.trim() === '' ? undefined : wordsFrom(words),
        }}
      />
      <WorkLine />
    </>
  );
}

const question = 'question of the entry';

function askedBy([text, answer, , words]: Asked, field: string): string {
  return `${words[field] ?? text}\n→ ${answer ?? 'no answer'}`;
}

/** "higher=U lower=D"; undefined where it is no list of words. */
function wordsFrom(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = text
    .trim()
    .split(/[\s,]+/)
    .filter((pair) => pair !== '')
    .map((pair) => /^([a-z]+)=(\S+)$/.exec(pair));
  return pairs.includes(null) ? undefined : Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]]));
}

interface SettingProps {
  readonly name: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function Setting({ name, value, onChange }: SettingProps) {
  if (typeof value === 'string') return <Line label={name} value={value} onChange={onChange} />;
  return (
    <Field label={name}>
      {(shared) =>
        typeof value === 'number' ? (
          <NumberField {...shared} value={value} onChange={onChange} />
        ) : (
          <Choose
            {...shared}
            value={String(value)}
            options={[
              { id: 'true', name: 'yes' },
              { id: 'false', name: 'no' },
            ]}
            onChoose={(chosen) => onChange(chosen === 'true')}
          />
        )
      }
    </Field>
  );
}
