// A setting that is one of several.
import type { ComponentProps } from 'react';
import { Choose, optionsOf } from '../../parts/choose';

interface KnobChoiceProps extends Omit<ComponentProps<typeof Choose>, 'options' | 'onChoose'> {
  readonly choices: Readonly<Record<string, string>>;
  readonly onChoose: (value: string) => void;
}

export function KnobChoice({ choices, ...field }: KnobChoiceProps) {
  return <Choose {...field} options={optionsOf(choices)} />;
}
