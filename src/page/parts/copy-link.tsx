// A button that copies a link, and says to what. Where there are several things to link to, it is a menu of them, and
// holds the frame for another page.
import { Link2 } from 'lucide-react';
import { copyLink, type LinkChoice, type LinkChoices } from '../stores/copied-links';
import { Act } from './act';
import { MenuOnDemand, menuFetched } from './menu-on-demand';

export function CopyLink(link: LinkChoice) {
  return (
    <Act name={`Copy a link to ${link.to}`} Icon={Link2} size="2" variant="ghost" onClick={() => void copyLink(link)} />
  );
}

const menu = menuFetched(async () => ({ default: (await import('./copy-links-menu')).CopyLinksMenu }));

export function CopyLinks(choices: LinkChoices) {
  return <MenuOnDemand name="Copy a link to …" Icon={Link2} load={menu} items={choices} />;
}
