// Light, dark, or like the system, as a menu. Fetched when it is asked for.
import { DropdownMenu } from '@radix-ui/themes';
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { type AppearanceChoice, chooseAppearance } from '../stores/appearance-store';
import type { FetchedMenuProps } from './menu-on-demand';

const choices: readonly { readonly choice: AppearanceChoice; readonly name: string; readonly Icon: LucideIcon }[] = [
  { choice: 'system', name: 'Like the system', Icon: Monitor },
  { choice: 'light', name: 'Light', Icon: Sun },
  { choice: 'dark', name: 'Dark', Icon: Moon },
];

/** `items`: what is chosen. */
export function AppearanceMenu({ trigger, items: choice }: FetchedMenuProps<AppearanceChoice>) {
  return (
    <DropdownMenu.Root defaultOpen>
      <DropdownMenu.Trigger>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        <DropdownMenu.RadioGroup value={choice} onValueChange={(value) => chooseAppearance(value as AppearanceChoice)}>
          {choices.map((item) => (
            <DropdownMenu.RadioItem key={item.choice} value={item.choice}>
              <item.Icon size={14} aria-hidden /> {item.name}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
