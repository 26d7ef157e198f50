// What a link can lead to, as a menu. Fetched when it is asked for.
import { DropdownMenu } from '@radix-ui/themes';
import { CodeXml, Link2 } from 'lucide-react';
import { copyLink, type LinkChoices } from '../stores/copied-links';
import { copyText } from '../stores/copying';
import { embedCode } from '../stores/links';
import type { FetchedMenuProps } from './menu-on-demand';

export function CopyLinksMenu({ trigger, items: { links, framed } }: FetchedMenuProps<LinkChoices>) {
  const [shown] = links;
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        <DropdownMenu.Label style={{ color: 'var(--quiet)' }}>Copy a link to</DropdownMenu.Label>
        {links.map((link) => (
          <DropdownMenu.Item key={link.to} onSelect={() => void copyLink(link)}>
            <Link2 size={14} aria-hidden /> {link.to}
            {link.limit && <span className="quiet"> · {link.limit}</span>}
          </DropdownMenu.Item>
        ))}
        {shown && (
          <>
            <DropdownMenu.Separator />
            <DropdownMenu.Item
              onSelect={() =>
                void copyText({ what: 'Embed code', text: embedCode(shown.route, framed), note: shown.note })
              }
            >
              <CodeXml size={14} aria-hidden /> Embed code: a frame of {shown.to}
            </DropdownMenu.Item>
          </>
        )}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
