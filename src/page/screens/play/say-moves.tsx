// Moves written in the world's own words, with the reader's help: what is being typed is read at once.
import { Button, TextField } from '@radix-ui/themes';
import { type FormEvent, useId, useState } from 'react';
import type { Alphabet, Environment } from '../../../learning/environments/environment';

export function SayMoves({
  environment,
  alphabet,
  onSay,
}: {
  readonly environment: Environment;
  /** Of a player that speaks: its symbols are put together by buttons, too. */
  readonly alphabet?: Alphabet | undefined;
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
      {alphabet && (
        <fieldset className="across row wrap gap-1" aria-label="Symbols">
          {alphabet.symbols.map((symbol) => (
            <Button
              key={symbol}
              type="button"
              size="1"
              variant="soft"
              disabled={words.trim() !== '' && words.trim().split(/\s+/).length >= alphabet.length}
              onClick={() => setWords(`${words} ${symbol}`)}
            >
              {symbol}
            </Button>
          ))}
        </fieldset>
      )}
      <TextField.Root
        size="2"
        aria-label={alphabet ? 'Your message' : 'Moves in words'}
        aria-describedby={`${id}-help`}
        aria-invalid={!readable}
        placeholder={
          alphabet ? `at most ${alphabet.length} of them` : environment.byHand ? 'or write moves' : 'your answer'
        }
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        color={readable ? undefined : 'red'}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Button type="submit" size="2" variant="soft" color="gray" disabled={words.trim() === ''}>
        {alphabet ? 'Say' : 'Do'}
      </Button>
      <p id={`${id}-help`} className={words === '' ? 'visually-hidden' : 'across note'}>
        {readable ? (environment.byHand ? 'Read as moves. ' : '') : 'Not readable yet. '}
        {`Write ${help}.`}
      </p>
    </form>
  );
}
