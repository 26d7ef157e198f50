// Moves written in the world's own words, with the reader's help: what is being typed is read at once.
import { Button, TextField } from '@radix-ui/themes';
import { type FormEvent, useId, useState } from 'react';
import type { Environment } from '../../../learning/environments/environment';

export function SayMoves({
  environment,
  onSay,
}: {
  readonly environment: Environment;
  readonly onSay: (words: string) => void;
}) {
  const id = useId();
  const [words, setWords] = useState('');
  const { read, help } = environment.wording;
  const readable = words.trim() === '' || read(words) !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSay(words);
    if (readable) setWords('');
  };
  return (
    <form className="play-say grid" onSubmit={submit}>
      <TextField.Root
        size="2"
        aria-label="Moves in words"
        aria-describedby={`${id}-help`}
        aria-invalid={!readable}
        placeholder={environment.byHand ? 'or write moves' : 'your answer'}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        color={readable ? undefined : 'red'}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Button type="submit" size="2" variant="soft" color="gray" disabled={words.trim() === ''}>
        Do
      </Button>
      <p id={`${id}-help`} className={words === '' ? 'visually-hidden' : 'across note'}>
        {readable ? 'Read as moves. ' : 'Not readable yet. '}
        {`Written are ${help}.`}
      </p>
    </form>
  );
}
