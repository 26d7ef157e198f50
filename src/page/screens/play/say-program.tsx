// A program written in the world's own words: several lines, begun with one that can be run and does too little.
import { Button, TextArea } from '@radix-ui/themes';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import type { Environment } from '../../../learning/environments/environment';

interface SayProgramProps {
  readonly environment: Environment;
  readonly start: unknown;
  /** What was handed in is being run. */
  readonly judging: boolean;
  readonly onSay: (words: string) => void;
}

export function SayProgram({ environment, start, judging, onSay }: SayProgramProps) {
  const id = useId();
  const { read, write, help } = environment.wording;
  const [words, setWords] = useState(() => {
    const [least] = environment.legal(start);
    return least === undefined ? '' : write(least);
  });
  const readable = words.trim() === '' || read(words) !== undefined;
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!judging && words.trim() !== '') onSay(words);
  };
  return (
    <form className="play-say grid" onSubmit={submit}>
      <TextArea
        size="2"
        rows={8}
        aria-label="Your program"
        aria-describedby={`${id}-help`}
        aria-invalid={!readable}
        autoCapitalize="off"
        spellCheck={false}
        color={readable ? undefined : 'red'}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
        }}
      />
      <Button className="start" type="submit" size="2" variant="soft" disabled={judging || words.trim() === ''}>
        Run on the tests <kbd>Ctrl Enter</kbd>
      </Button>
      <p id={`${id}-help`} className={readable ? 'visually-hidden' : 'across note'}>
        {`${readable ? '' : 'Not readable yet. '}Written is ${help}.`}
      </p>
    </form>
  );
}
