// A package: its wheels first, then what it has, with a search, and one of it to look at and to use.
import { Button, TextField } from '@radix-ui/themes';
import { Search, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Fault } from '../../../page/parts/fault';
import { counted } from '../../../page/parts/format';
import type { ImageCard } from '../shared/images';
import { type CatalogueLine, catalogueOfImage } from '../worker/ask-package';
import { EntryPart } from './entry-part';
import { useWheels } from './use-wheels';
import { Wheels } from './wheels';
import { WorkLine } from './work-line';
import { carryOut, useWork } from './work-store';

export function PackagePart({ card }: { readonly card: ImageCard }) {
  const wheels = useWheels(card);
  if (wheels.state.kind === 'reading') return <p role="status">Reading…</p>;
  if (wheels.state.kind === 'failed') return <Fault>The wheels cannot be read: {wheels.state.why}</Fault>;
  return wheels.state.missing.length > 0 ? (
    <Wheels card={card} missing={wheels.state.missing} wheels={wheels} />
  ) : (
    <Entries card={card} onForget={wheels.forget} />
  );
}

interface EntriesProps {
  readonly card: ImageCard;
  readonly onForget: () => void;
}

function Entries({ card, onForget }: EntriesProps) {
  const [lines, setLines] = useState<readonly CatalogueLine[]>();
  const [wanted, setWanted] = useState('');
  const [chosen, setChosen] = useState<string>();
  const working = useWork((state) => state.work !== undefined);
  const start = () =>
    carryOut(
      `Starting Python with ${card.name}; the first time it imports the packages, about a minute`,
      ({ runner }) => catalogueOfImage(runner, card.id),
    ).then((found) => found && setLines(found));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each package
  useEffect(() => void start(), [card]);
  const what = card.kind === 'game' ? 'games' : 'data sets';
  const fitting = lines?.filter((line) => line.join(' ').toLowerCase().includes(wanted.toLowerCase())) ?? [];
  const line = lines?.find(([name]) => name === chosen);
  return (
    <>
      <header className="row wrap between">
        <div>
          <h2>{card.name}</h2>
          <p className="quiet">{card.sentence}</p>
        </div>
        <Button size="1" variant="ghost" color="gray" onClick={onForget}>
          <Trash2 size={13} aria-hidden /> Let its wheels go
        </Button>
      </header>
      {lines === undefined ? (
        <>
          <WorkLine />
          {!working && (
            <div>
              <Button onClick={start}>List its {what}</Button>
            </div>
          )}
        </>
      ) : line ? (
        <EntryPart card={card} line={line} onBack={() => setChosen(undefined)} />
      ) : (
        <>
          <TextField.Root
            aria-label={`Search ${what}`}
            placeholder={`Search ${counted(lines.length, what)}`}
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          >
            <TextField.Slot>
              <Search size={14} aria-hidden />
            </TextField.Slot>
          </TextField.Root>
          {fitting.length === 0 && <p className="quiet">None of its {what} has these words.</p>}
          <ul className="python-worlds-entries" aria-label={what}>
            {fitting.map(([name, group, sentence]) => (
              <li key={name}>
                <button type="button" className="slim" onClick={() => setChosen(name)}>
                  <b>{name}</b> <span className="quiet">{sentence || shortGroup(group)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** "textarena.envs.Nim.env": "Nim". */
function shortGroup(group: string): string {
  return group.replace(/^textarena\.envs\./, '').replace(/\.env$/, '');
}
