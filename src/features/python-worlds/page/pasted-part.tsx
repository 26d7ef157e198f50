// A text that a person pastes: a class with Gymnasium's or PettingZoo's methods, or questions with a rubric. It runs in
// the sandbox alone.
import { Button, TextArea } from '@radix-ui/themes';
import { Check, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { create } from 'zustand';
import { useFileChoice } from '../../../page/parts/file-choice';
import { useFileDrop } from '../../../page/parts/file-drop';
import { counted, percent } from '../../../page/parts/format';
import { aecExample, classExample, rubricExample } from '../shared/examples';
import { type Found, lookInto, openingOf, questionsFrom } from '../worker/ask-package';
import { MakeWorld, usualCounts } from './make-world';
import { Preview } from './preview';
import { WorkLine } from './work-line';
import { carryOut, useWork } from './work-store';

const examples = [
  { name: 'A game for one', code: classExample },
  { name: 'A game for two', code: aecExample },
  { name: 'Questions with a rubric', code: rubricExample },
];

interface Looked {
  readonly code: string;
  readonly found: Found;
  readonly texts: readonly string[];
}

/** It outlives a walk through the page. */
const draftStore = create<{ readonly code: string }>()(() => ({ code: '' }));

export function PastedPart() {
  const code = draftStore((state) => state.code);
  const write = (text: string) => draftStore.setState({ code: text });
  const [looked, setLooked] = useState<Looked>();
  const [counts, setCounts] = useState(usualCounts);
  const working = useWork((state) => state.work !== undefined);
  const take = (given: File) => void given.text().then(write);
  const file = useFileChoice({ accept: '.py', label: 'A Python file', onChoice: take });
  const drop = useFileDrop(([given]) => take(given), { first: true });
  const check = async () => {
    setLooked(undefined);
    const found = await carryOut('Checking it', async ({ runner }): Promise<Looked> => {
      const what = await lookInto(runner, code);
      const about = { origin: { code }, name: what.name };
      if (what.kind === 'questions') {
        const asked = await questionsFrom(runner, { ...about, config: {}, first: 0, count: 3 });
        return { code, found: what, texts: asked.map(([text, answer]) => `${text}\n→ ${answer}`) };
      }
      const { seen, moves } = await openingOf(runner, { ...about, players: what.players, seed: 42, player: 0 });
      return { code, found: what, texts: [moves ? `${seen}\n→ ${moves.join(', ')}` : seen] };
    });
    setLooked(found);
  };
  const current = looked?.code === code ? looked : undefined;
  return (
    <div className="stack gap-4" {...drop}>
      <div>
        <h2>Your text</h2>
        <p>
          Pure Python, which runs in a sandbox: a class with Gymnasium’s <code>reset</code> and <code>step</code>, one
          with PettingZoo’s AEC methods for two, or a data set with a rubric as verifiers has it.
        </p>
      </div>
      <div className="row wrap gap-2">
        <span className="quiet">Begin with</span>
        {examples.map((example) => (
          <Button key={example.name} size="1" variant="soft" color="gray" onClick={() => write(example.code)}>
            {example.name}
          </Button>
        ))}
        <Button size="1" variant="soft" color="gray" onClick={file.choose}>
          <FolderOpen size={13} aria-hidden /> A file …
        </Button>
        {file.input}
      </div>
      <TextArea
        aria-label="Python text"
        className="python-worlds-text"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        placeholder="Paste your Python here."
        value={code}
        onChange={(event) => write(event.target.value)}
      />
      <div>
        <Button variant={current ? 'soft' : 'solid'} disabled={working || code.trim() === ''} onClick={check}>
          <Check size={15} aria-hidden /> Check
        </Button>
      </div>
      <WorkLine />
      {current && (
        <>
          <p role="status">{foundInWords(current.found)}</p>
          <Preview
            title={current.found.kind === 'questions' ? 'Its first questions' : 'How it opens'}
            texts={current.texts}
          />
          <MakeWorld
            origin={{ code }}
            counts={counts}
            onCounts={setCounts}
            what={current.found.kind === 'questions' ? 'Questions' : 'Openings'}
            ready
            wishes={{}}
          />
        </>
      )}
    </div>
  );
}

function foundInWords(found: Found): string {
  if (found.kind === 'questions') return `It has ${counted(found.count, 'questions')} with a rubric.`;
  const { name, players, tried, ended, returns } = found;
  const who = players === 2 ? 'two; the other one plays at random' : 'one';
  const mean = returns.reduce((sum, value) => sum + value, 0) / (returns.length || 1);
  const rewards = returns.length > 0 ? `, with a mean reward of ${percent(mean)} of what is possible` : '';
  return `“${name}” is a game for ${who}. Of ${tried} games at random ${ended} ended within 20 actions${rewards}.`;
}
