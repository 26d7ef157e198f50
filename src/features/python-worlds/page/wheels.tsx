// What a package needs before it can be used here: its wheels, given by a person or taken from beside the page.
import { Button, Spinner } from '@radix-ui/themes';
import { Check, Circle, FolderOpen, HardDriveDownload } from 'lucide-react';
import { Fault } from '../../../page/parts/fault';
import { useFileChoice } from '../../../page/parts/file-choice';
import { useFileDrop } from '../../../page/parts/file-drop';
import { sentence } from '../../../page/parts/format';
import { type ImageCard, pinsOf } from '../shared/images';
import type { WheelsInUse } from './use-wheels';

interface WheelsProps {
  readonly card: ImageCard;
  readonly missing: readonly string[];
  readonly wheels: WheelsInUse;
}

export function Wheels({ card, missing, wheels: { state, give, takeBeside } }: WheelsProps) {
  const file = useFileChoice({
    accept: '.whl',
    label: 'Wheel files',
    multiple: true,
    onChoice: (_, all) => give(all),
  });
  const drop = useFileDrop((files) => give(files));
  const checking = state.kind === 'read' ? state.checking : undefined;
  const faults = state.kind === 'read' ? state.faults : [];
  const pins = pinsOf(card);
  return (
    <div className="stack gap-4" {...drop}>
      <div>
        <h2>{card.name}</h2>
        <p>
          {card.sentence} It is no part of this page: it needs {pins.length} wheels, the files in which Python packages
          come. Drop them here, or choose them. What is in them is checked; they stay in this browser.
        </p>
      </div>
      <ul className="python-worlds-pins" aria-label="Wheels">
        {pins.map((pin) => {
          const here = !missing.includes(pin);
          return (
            <li key={pin} className="row nowrap gap-2">
              {here ? <Check size={14} aria-hidden /> : <Circle size={14} color="var(--gray-9)" aria-hidden />}
              <code>{pin}</code>
              <span className="quiet">{here ? 'here' : 'missing'}</span>
            </li>
          );
        })}
      </ul>
      <div className="row wrap gap-3">
        <Button onClick={file.choose} disabled={checking !== undefined}>
          <FolderOpen size={15} aria-hidden /> Choose wheel files
        </Button>
        {file.input}
        <Button variant="soft" onClick={takeBeside} disabled={checking !== undefined}>
          <HardDriveDownload size={15} aria-hidden /> Take those beside the page
        </Button>
        {checking !== undefined && (
          <span className="row gap-2" role="status">
            <Spinner /> Looking into {checking} …
          </span>
        )}
      </div>
      {faults.map((fault) => (
        <Fault key={fault} title="Not taken">
          {sentence(fault)}
        </Fault>
      ))}
      <div>
        <h3>Where to get them</h3>
        <p className="quiet">
          Python’s own installer brings them into a folder; two of them it builds from their sources.
        </p>
        <pre className="python-worlds-command">{`pip wheel --no-deps --wheel-dir wheels ${missing.join(' ')}`}</pre>
        <p className="quiet">
          Whoever serves this page can put them beside it:{' '}
          <code>npm run lab -- python-worlds fetch --into dist/page/wheels</code>
        </p>
      </div>
    </div>
  );
}
