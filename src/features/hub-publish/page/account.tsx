// Who is signed in at the hub, or how to: only where this page is registered there.
import { Button } from '@radix-ui/themes';
import { LogIn } from 'lucide-react';
import type { RunView } from '../../../page/stores/run-view';
import { isTraining, useTrainer } from '../../../page/stores/trainer-store';
import { clientIdOfPage, signIn, signOut } from './hub-account';
import { usePublish } from './publish-store';

export function Account({ run }: { readonly run: RunView }) {
  const account = usePublish((state) => state.account);
  const training = useTrainer(isTraining);
  if (clientIdOfPage() === undefined) return null;
  if (account !== undefined)
    return (
      <p className="row wrap">
        <span>
          Signed in as <b>{account}</b>, until this page is closed.
        </span>
        <Button size="1" variant="soft" color="gray" onClick={signOut}>
          Sign out
        </Button>
      </p>
    );
  return (
    <div className="row wrap gap-3">
      <Button variant="soft" disabled={training} onClick={() => void signIn(run.id)}>
        <LogIn size={15} aria-hidden /> Sign in at the hub
      </Button>
      <span className="note">
        {training
          ? 'A run is training, and signing in leaves this page: pause it first, or use a token below.'
          : 'It leaves this page and comes back. Or use a token below.'}
      </span>
    </div>
  );
}
