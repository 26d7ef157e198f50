// Present mode: key P and a button begin and end it, Esc ends it too. What is hidden then keeps its state: the style
// sheets of the page and of the screens say what that is.
import { Presentation, X } from 'lucide-react';
import { useEffect } from 'react';
import { isPresenting, leavePresenting, present, usePresenting } from '../stores/present-store';
import { Act } from './act';
import { isWithin, keepsItsKeys, useKeys } from './use-keys';

export function PresentButton() {
  const presenting = usePresenting();
  return (
    <Act
      name={presenting ? 'Leave presenting (Esc)' : 'Present (P)'}
      Icon={presenting ? X : Presentation}
      variant="ghost"
      className="square present-button"
      onClick={presenting ? leavePresenting : present}
    />
  );
}

/** Hears the keys on a screen that can be presented; any other screen ends it. */
export function usePresentKeys(possible: boolean): void {
  useKeys((event) => {
    if (!possible || event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isWithin(event.target, keepsItsKeys)) return;
    const presenting = isPresenting();
    if (event.key.toLowerCase() !== 'p' && !(presenting && event.key === 'Escape')) return;
    event.preventDefault();
    if (presenting) leavePresenting();
    else present();
  });
  useEffect(() => {
    if (!possible) leavePresenting();
  }, [possible]);
}
