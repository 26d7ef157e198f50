// A small button that is only a picture, with its name on hover.
import { IconButton } from '@radix-ui/themes';
import { type LucideIcon, X } from 'lucide-react';
import type { ComponentProps } from 'react';

interface ActProps extends Omit<ComponentProps<typeof IconButton>, 'children' | 'aria-label' | 'title' | 'name'> {
  readonly name: string;
  readonly Icon: LucideIcon;
}

export function Act({ name, Icon, size = '1', variant = 'soft', color = 'gray', ...button }: ActProps) {
  return (
    <IconButton type="button" size={size} variant={variant} color={color} aria-label={name} title={name} {...button}>
      <Icon size={size === '1' ? 14 : 16} aria-hidden />
    </IconButton>
  );
}

/** Puts something away. */
export function Dismiss({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return <Act name={label} Icon={X} variant="ghost" onClick={onClick} />;
}
