// A menu behind a button, fetched when the button is pointed at or clicked: a first visit does not pay for it.
import { IconButton } from '@radix-ui/themes';
import type { LucideIcon } from 'lucide-react';
import { type ComponentType, lazy, type ReactElement, Suspense, useState } from 'react';

export interface FetchedMenuProps<Items> {
  /** The button, for `DropdownMenu.Trigger`. */
  readonly trigger: ReactElement;
  /** What its entries do or show. */
  readonly items: Items;
}

interface FetchedMenu<Items> {
  readonly Menu: ComponentType<FetchedMenuProps<Items>>;
  readonly ahead: () => void;
}

/** `load`: a menu that is open when it first appears. */
export function menuFetched<Items>(
  load: () => Promise<{ default: ComponentType<FetchedMenuProps<Items>> }>,
): FetchedMenu<Items> {
  return {
    Menu: lazy(load) as ComponentType<FetchedMenuProps<Items>>,
    ahead: () => void load().catch(() => undefined),
  };
}

interface MenuOnDemandProps<Items> {
  readonly name: string;
  readonly Icon: LucideIcon;
  readonly load: FetchedMenu<Items>;
  readonly items: Items;
}

export function MenuOnDemand<Items>({ name, Icon, load: { Menu, ahead }, items }: MenuOnDemandProps<Items>) {
  const [wanted, setWanted] = useState(false);
  const trigger = (
    <IconButton
      size="2"
      variant="ghost"
      color="gray"
      aria-label={name}
      title={name}
      aria-haspopup="menu"
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={() => setWanted(true)}
    >
      <Icon size={16} aria-hidden />
    </IconButton>
  );
  if (!wanted) return trigger;
  return (
    <Suspense fallback={trigger}>
      <Menu trigger={trigger} items={items} />
    </Suspense>
  );
}
