// Worlds that other people wrote in Python: where they come from on the left, from the wheels to a preview; those that
// this browser keeps on the right.
import { SegmentedControl } from '@radix-ui/themes';
import { useEffect, useState } from 'react';
import { EditorBar } from '../../../page/parts/editor-bar';
import { images } from '../shared/images';
import { KeptWorlds } from './kept-worlds-list';
import { PackagePart } from './package-part';
import { PastedPart } from './pasted-part';
import { cancelWork, forgetFault } from './work-store';
import './python-worlds.css';

const pasted = 'pasted';

export function PythonWorldsScreen() {
  const [from, setFrom] = useState<string>(pasted);
  useEffect(() => cancelWork, []);
  const image = images.find(({ id }) => id === from);
  const choose = (next: string) => {
    cancelWork();
    forgetFault();
    setFrom(next);
  };
  return (
    <div className="stack gap-0 fill size-2">
      <EditorBar title="Python worlds">
        <SegmentedControl.Root
          size="2"
          className="python-worlds-from"
          aria-label="Taken from"
          value={from}
          onValueChange={choose}
        >
          <SegmentedControl.Item value={pasted}>Your text</SegmentedControl.Item>
          {images.map(({ id, name }) => (
            <SegmentedControl.Item key={id} value={id}>
              {name}
            </SegmentedControl.Item>
          ))}
        </SegmentedControl.Root>
      </EditorBar>
      <div className="columns python-worlds-columns fill">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <section className="stack gap-4 pad-4 scroll break" aria-label="Source" tabIndex={0}>
          {image ? <PackagePart key={image.id} card={image} /> : <PastedPart />}
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <section className="stack gap-3 pad-4 scroll panel break" aria-labelledby="python-worlds-kept" tabIndex={0}>
          <KeptWorlds />
        </section>
      </div>
    </div>
  );
}
