// A program written in the world's own words: several lines, of which the world begins some.
import { Button, TextArea } from '@radix-ui/themes';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import type { Environment, WrittenForm } from '../../../learning/environments/environment';

interface SayProgramProps {
  readonly environment: Environment;
  readonly form: WrittenForm;
  /** What was handed in is being run. */
  readonly judging: boolean;
  readonly onSay: (words: string) => void;
}

export function SayProgram({ environment, form, judging, onSay }: SayProgramProps) {
  const id = useId();
  const { read } = environment.wording;
  const { help, button, begins = '' } = form;
  const [words, setWords] = useState(begins);
  const readable = words.trim() === '' || read(words) !== undefined;
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!judging && words.trim() !== '') onSay(words);
  };
  return (
    <form className="play-say grid" onSubmit={submit}>
      <TextArea
        size="2"
        rows={Math.min(8, begins.split('\n').length + 2)}
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
        {button} <kbd>Ctrl Enter</kbd>
      </Button>
      <p id={`${id}-help`} className={readable ? 'visually-hidden' : 'across note'}>
        {`${readable ? '' : 'Not readable yet. '}Write ${help}.`}
      </p>
    </form>
  );
}
