// The small cross that puts something away.
import { IconButton } from '@radix-ui/themes';
import { X } from 'lucide-react';

export function Dismiss({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <IconButton size="1" variant="ghost" color="gray" aria-label={label} title={label} onClick={onClick}>
      <X size={14} aria-hidden />
    </IconButton>
  );
}
