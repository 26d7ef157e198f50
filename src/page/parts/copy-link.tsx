// Buttons that copy a link to what is shown, and a frame of it for another page.
import { CodeXml, Link2 } from 'lucide-react';
import { copyText } from '../stores/copying';
import { embedCode, linkTo } from '../stores/links';
import type { Route } from '../stores/route';
import { Act } from './act';

interface CopyLinkProps {
  readonly route: Route;
  /** What whoever hands on the link has to know. */
  readonly note?: string | undefined;
  /** What a frame of it shows, in words; absent where it is nothing for a frame. */
  readonly framed?: string | undefined;
}

export function CopyLink({ route, note, framed }: CopyLinkProps) {
  return (
    <>
      <Act
        name="Copy link"
        Icon={Link2}
        size="2"
        variant="ghost"
        onClick={() => void copyText({ what: 'Link', text: linkTo(route), note })}
      />
      {framed !== undefined && (
        <Act
          name="Copy embed code"
          Icon={CodeXml}
          size="2"
          variant="ghost"
          onClick={() => void copyText({ what: 'Embed code', text: embedCode(route, framed), note })}
        />
      )}
    </>
  );
}

/** A run that lies in this browser only. */
export const onlyHere =
  'It opens in this browser only, where the run is. For others, send the run’s file (Take home: Whole run), which opens under Runs; or put that on a web server and add ?run=ADDRESS to this page’s.';
