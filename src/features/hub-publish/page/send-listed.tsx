// The token of whoever sends it, unless somebody signed in, and the button that sends.
import { Button, TextField } from '@radix-ui/themes';
import { CloudUpload } from 'lucide-react';
import { useState } from 'react';
import { Field } from '../../../page/parts/field';
import type { RunView } from '../../../page/stores/run-view';
import type { DryRun, PublishWish } from '../shared/publication';
import { clientIdOfPage, tokenOfAccount } from './hub-account';
import { publishListed, usePublish } from './publish-store';

interface SendListedProps {
  readonly run: RunView;
  readonly hub: string;
  readonly listed: { readonly wish: PublishWish; readonly dryRun: DryRun };
}

export function SendListed({ run, hub, listed }: SendListedProps) {
  const account = usePublish((state) => state.account);
  const [typed, setTyped] = useState('');
  const token = account === undefined ? typed.trim() : tokenOfAccount();
  const files = listed.dryRun.repositories.reduce((sum, repository) => sum + repository.files.length, 0);
  return (
    <div className="grid gap-3">
      {account === undefined && (
        <>
          {clientIdOfPage() === undefined && (
            <p className="note">This page is not registered at the hub, so nobody can sign in from it: use a token.</p>
          )}
          <Field label="A token of the hub that may write">
            {(shared) => (
              <TextField.Root
                {...shared}
                type="password"
                placeholder="hf_…"
                autoComplete="off"
                spellCheck={false}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
          <p className="note">
            It is used for this publication and kept nowhere. Make one at{' '}
            <a href={`${hub}/settings/tokens`} target="_blank" rel="noreferrer">
              {new URL(hub).host}/settings/tokens
            </a>
            .
          </p>
        </>
      )}
      <Button className="start" disabled={token === ''} onClick={() => void publishListed(run.id, { hub, token })}>
        <CloudUpload size={15} aria-hidden /> Publish {files} files, {listed.wish.visibility}
      </Button>
    </div>
  );
}
