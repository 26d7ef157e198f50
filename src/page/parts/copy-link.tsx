// A button that copies a link to what is shown.
import { Link2 } from 'lucide-react';
import { copyText } from '../stores/copying';
import { linkTo } from '../stores/links';
import type { Route } from '../stores/route';
import { Act } from './act';

interface CopyLinkProps {
  readonly route: Route;
  /** What whoever hands on the link has to know. */
  readonly note?: string | undefined;
}

export function CopyLink({ route, note }: CopyLinkProps) {
  return (
    <Act
      name="Copy link"
      Icon={Link2}
      size="2"
      variant="ghost"
      onClick={() => void copyText({ what: 'Link', text: linkTo(route), note })}
    />
  );
}
