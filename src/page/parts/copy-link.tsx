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

/** Of a run that lies in this browser only. */
export const onlyHere = {
  limit: 'this browser only',
  note: 'It opens in this browser only, where the run is. For others, send the run’s file (Take home: Whole run), which opens under Runs; or put that on a web server and add ?run=ADDRESS to this page’s.',
} as const;
