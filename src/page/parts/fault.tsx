// What is wrong, said in words where it is wrong: a line below a field, or – with a title – a box in place of what
// cannot be shown.
import { Callout, Text } from '@radix-ui/themes';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dismiss } from './act';

interface FaultProps {
  readonly id?: string;
  /** "alert" unless it was there before anybody did anything. */
  readonly role?: 'alert' | 'status';
  readonly title?: ReactNode;
  /** It mends itself. */
  readonly mild?: true;
  /** What can be done about it, below the words of a box. */
  readonly actions?: ReactNode;
  /** A box that can be put away. */
  readonly onDismiss?: () => void;
  readonly children?: ReactNode;
}

export function Fault({ id, role = 'alert', title, mild, actions, onDismiss, children }: FaultProps) {
  if (title === undefined)
    return (
      <Text as="p" id={id} size="1" color="red" role={role} className="fault-line">
        {children}
      </Text>
    );
  return (
    <Callout.Root id={id} color={mild ? 'amber' : 'red'} size="1" role={role} className="relative">
      <Callout.Icon>
        <CircleAlert size={16} aria-hidden />
      </Callout.Icon>
      <div className="fault-box size-2 break">
        <strong>{title}</strong> {children}
        {actions}
        {onDismiss && <Dismiss label="Put this message away" onClick={onDismiss} />}
      </div>
    </Callout.Root>
  );
}
