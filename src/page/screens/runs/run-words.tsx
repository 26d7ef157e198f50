// A run's own words: its name, tags and notes, to be read and to be changed.
import { Button, TextArea, TextField } from '@radix-ui/themes';
import { type KeyboardEvent, useState } from 'react';
import { ownWords } from '../../../files/storage/schema';
import { listingStore } from './listing-store';

export function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="row wrap gap-2" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Button
            size="1"
            variant="soft"
            color="gray"
            title={`Show runs with “${tag}”`}
            onClick={() => listingStore.setState({ query: tag })}
          >
            {tag}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface WordsFieldProps {
  readonly label: string;
  readonly words: string;
  readonly keep: (words: string) => void;
  readonly done: () => void;
}

/** One line: kept by Enter or by leaving it, left as it was by Escape. */
export function WordsField(props: WordsFieldProps) {
  const { text, setText, finish, onKeyDown } = useWords(props, ({ key }) => key === 'Enter');
  return (
    <TextField.Root
      size="1"
      aria-label={props.label}
      value={text}
      autoFocus
      onChange={(event) => setText(event.target.value)}
      onBlur={finish}
      onKeyDown={onKeyDown}
    />
  );
}

/** Several lines: kept by leaving them or by Ctrl and Enter, left as they were by Escape. */
export function NotesField(props: WordsFieldProps) {
  const { text, setText, finish, onKeyDown } = useWords(
    props,
    ({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey),
  );
  return (
    <TextArea
      size="1"
      rows={4}
      aria-label={props.label}
      placeholder="What it was for, what came of it. Ctrl + Enter keeps it."
      maxLength={ownWords.notesLength}
      value={text}
      autoFocus
      onChange={(event) => setText(event.target.value)}
      onBlur={finish}
      onKeyDown={onKeyDown}
    />
  );
}

function useWords({ words, keep, done }: WordsFieldProps, isLast: (event: KeyboardEvent) => boolean) {
  const [text, setText] = useState(words);
  const finish = () => {
    done();
    if (text.trim() !== words) keep(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isLast(event)) finish();
    if (event.key === 'Escape') done();
  };
  return { text, setText, finish, onKeyDown };
}
