// Below what stands in a frame of another page: the way to the whole page.
import { Sprout } from 'lucide-react';
import { outOfFrame } from '../stores/links';
import { useRoute } from '../stores/route';

export function OutOfFrame() {
  useRoute(); // the address it leads to follows the one that is shown
  return (
    <footer className="out-of-frame pad-x line-above panel size-1">
      <a className="row gap-1 accent" href={outOfFrame()} target="_blank" rel="noopener">
        <Sprout size={14} aria-hidden /> Open in Grove
      </a>
    </footer>
  );
}
