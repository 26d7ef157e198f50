// One of several, out of a list that opens.
import { Select } from '@radix-ui/themes';
import type { ComponentProps, ReactNode } from 'react';

export interface Option<Id extends string = string> {
  readonly id: Id;
  readonly name: ReactNode;
  /** What speaks against it, shown below its name; it can be chosen all the same. */
  readonly but?: string | undefined;
  /** It cannot be chosen. */
  readonly off?: boolean;
}

type Trigger = ComponentProps<typeof Select.Trigger>;

interface ChooseProps<Id extends string> extends Omit<Trigger, 'value' | 'children'> {
  readonly value: string;
  readonly options: readonly Option<Id>[];
  readonly onChoose: (id: Id) => void;
  readonly size?: '1' | '2' | '3';
}

export function Choose<Id extends string>({ value, options, onChoose, size = '2', ...trigger }: ChooseProps<Id>) {
  return (
    <Select.Root size={size} value={value} onValueChange={(id) => onChoose(id as Id)}>
      <Select.Trigger {...trigger} />
      <Select.Content>
        {options.map(({ id, name, but, off = false }) => (
          <Select.Item key={id} value={id} disabled={off}>
            {name}
            {but && <span className="choice-but quiet size-1 block">{but}</span>}
          </Select.Item>
        ))}
      </Select.Content>
    </Select.Root>
  );
}

/** Options out of a record of their names. */
export function optionsOf<Id extends string>(names: Readonly<Record<Id, string>>): readonly Option<Id>[] {
  return (Object.keys(names) as Id[]).map((id) => ({ id, name: names[id] }));
}
