// Moves written in the world's own words, with the reader's help: what is being typed is read at once.
import { Button, TextField } from '@radix-ui/themes';
import { type FormEvent, useId, useState } from 'react';
import type { Alphabet, Environment, WrittenForm } from '../../../learning/environments/environment';

export function SayMoves({
  environment,
  alphabet,
  form,
  onSay,
}: {
  readonly environment: Environment;
  /** Of a player that speaks: its symbols are put together by buttons, too. */
  readonly alphabet?: Alphabet | undefined;
  /** Of a move that is made in writing: so are its words. */
  readonly form?: WrittenForm | undefined;
  readonly onSay: (words: string) => void;
}) {
  const id = useId();
  const [words, setWords] = useState('');
  const { read } = environment.wording;
  const help = form?.help ?? environment.wording.help;
  const symbols = alphabet?.symbols ?? form?.words;
  const readable = words.trim() === '' || read(words) !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSay(words);
    if (readable) setWords('');
  };
  return (
    <form className="play-say grid" onSubmit={submit}>
      {symbols && (
        <fieldset className="across row wrap gap-1" aria-label={alphabet ? 'Symbols' : 'Words'}>
          {symbols.map((symbol) => (
            <Button
              key={symbol}
              type="button"
              size="1"
              variant="soft"
              disabled={alphabet && words.trim() !== '' && words.trim().split(/\s+/).length >= alphabet.length}
              onClick={() => setWords(`${words} ${symbol}`.trimStart())}
            >
              {symbol}
            </Button>
          ))}
        </fieldset>
      )}
      <TextField.Root
        size="2"
        aria-label={alphabet ? 'Your message' : form ? 'Your answer' : 'Moves in words'}
        aria-describedby={`${id}-help`}
        aria-invalid={!readable}
        placeholder={
          alphabet
            ? `at most ${alphabet.length} of them`
            : environment.byHand && !form
              ? 'or write moves'
              : 'your answer'
        }
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        color={readable ? undefined : 'red'}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Button type="submit" size="2" variant="soft" color="gray" disabled={words.trim() === ''}>
        {alphabet ? 'Say' : (form?.button ?? 'Do')}
      </Button>
      <p id={`${id}-help`} className={words === '' ? 'visually-hidden' : 'across note'}>
        {readable ? (environment.byHand && !form ? 'Read as moves. ' : '') : 'Not readable yet. '}
        {`Write ${help}.`}
      </p>
    </form>
  );
}
