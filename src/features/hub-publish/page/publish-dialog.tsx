// Publishes a run's team: what is wished, then every file that would be sent, then – when somebody says so – the
// sending, and where it lies now.
import { Button, Dialog, Progress, Spinner, Switch, TextField } from '@radix-ui/themes';
import { ListTree, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { reasonOf } from '../../../basics/reason';
import { isShipped } from '../../../learning/config/shipped-models';
import { Choose, optionsOf } from '../../../page/parts/choose';
import { DialogSheet } from '../../../page/parts/dialog-sheet';
import { Fault } from '../../../page/parts/fault';
import { Field, Line } from '../../../page/parts/field';
import { bytes, sentence } from '../../../page/parts/format';
import type { RunView } from '../../../page/stores/run-view';
import { useRuns } from '../../../page/stores/runs-store';
import { type PublishWish, repositoryName, type Visibility } from '../shared/publication';
import { Account } from './account';
import { hubOfPage } from './hub-account';
import { Listing } from './listing';
import { cancelPublish, closePublish, forgetListing, listFiles, usePublish } from './publish-store';
import { SendListed } from './send-listed';
import './publish.css';

export function PublishDialog() {
  const runId = usePublish((state) => state.runId);
  const view = useRuns((state) => state.runs.find((run) => run.view.id === runId)?.view);
  return (
    <Dialog.Root open={view !== undefined} onOpenChange={(open) => !open && closePublish()}>
      <DialogSheet
        title={`Publish “${view?.name}”`}
        about="Its adapters, a card and the run’s file, on the Hugging Face hub. Nothing is sent before you say so."
        maxWidth="620px"
      >
        {view && <OnHub key={view.id} run={view} />}
      </DialogSheet>
    </Dialog.Root>
  );
}

/** Where index.html names a hub that cannot be one, that is all there is to say. */
function OnHub({ run }: { readonly run: RunView }) {
  let hub: string;
  try {
    hub = hubOfPage();
  } catch (fault) {
    return <Fault>{sentence(reasonOf(fault))}</Fault>;
  }
  return <Publish run={run} hub={hub} />;
}

function Publish({ run, hub }: { readonly run: RunView; readonly hub: string }) {
  const { listed, sending, published, fault } = usePublish();
  return (
    <div className="grid gap-3 after-3">
      {/* kept while it is sent: what was typed is there for another try */}
      <div hidden={sending !== undefined || published !== undefined}>
        <div className="grid gap-3">
          <Account run={run} />
          <Wish run={run} />
          {listed && <Listing dryRun={listed.dryRun} />}
          {listed && <SendListed run={run} hub={hub} listed={listed} />}
        </div>
      </div>
      {sending && <Sending />}
      {fault && <Fault>{sentence(fault)}</Fault>}
      {published && (
        <div role="status" className="grid">
          <p>It is published.</p>
          <ul className="grid">
            {published.map(({ kind, address }) => (
              <li key={kind} className="break">
                {kind === 'space' ? 'Space' : 'Model'}:{' '}
                <a href={address} target="_blank" rel="noreferrer">
                  {address}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

const visibilities: Readonly<Record<Visibility, string>> = {
  private: 'private: only you',
  public: 'public: everybody',
};

function Wish({ run }: { readonly run: RunView }) {
  const { account, listing = false } = usePublish();
  const [name, setName] = useState(account === undefined ? '' : `${account}/${plainName(run.name)}`);
  const [visibility, setVisibility] = useState<Visibility>('private');
  const [licence, setLicence] = useState(isShipped(run.config.model) ? 'mit' : '');
  const [space, setSpace] = useState(false);
  const fault = name.trim() === '' ? undefined : faultOf(name);
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      forgetListing();
    };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wish: PublishWish = {
      name: name.trim(),
      visibility,
      ...(licence.trim() === '' ? {} : { licence: licence.trim() }),
      ...(space ? { page: new URL('.', window.location.href).href } : {}),
    };
    void listFiles(run.id, wish);
  };
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <Field label="Repository, a new one" fault={fault && sentence(fault)}>
        {(shared) => (
          <TextField.Root
            {...shared}
            placeholder={`your-name/${plainName(run.name)}`}
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={(event) => changed(setName)(event.target.value)}
          />
        )}
      </Field>
      <div className="publish-pair gap-3">
        <Field label="Who can read it">
          {({ id }) => (
            <Choose id={id} value={visibility} options={optionsOf(visibilities)} onChoose={changed(setVisibility)} />
          )}
        </Field>
        <Line label="Licence, as the hub names it" value={licence} onChange={changed(setLicence)} />
      </div>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is a button with a role */}
      <label className="row">
        <Switch size="2" checked={space} onCheckedChange={changed(setSpace)} /> With a Space in which the team plays
      </label>
      <Button
        type="submit"
        className="start"
        variant="soft"
        disabled={listing || name.trim() === '' || fault !== undefined}
      >
        {listing ? <Spinner size="1" /> : <ListTree size={15} aria-hidden />} List what would be sent
      </Button>
    </form>
  );
}

function Sending() {
  const { sending, runId } = usePublish();
  const { what = 'making the files', done = 0, total = 0 } = sending?.progress ?? {};
  const other = sending?.runId !== runId ? 'Another team: ' : '';
  return (
    <div className="grid break" role="status">
      <div className="row between">
        <span>
          {other}
          {sentence(what)} {total > 0 && `${bytes(done)} of ${bytes(total)}`}
        </span>
        <Button
          size="1"
          variant="soft"
          color="gray"
          disabled={sending?.cancelling ?? false}
          onClick={() => void cancelPublish()}
        >
          <X size={13} aria-hidden /> {sending?.cancelling ? 'Cancelling…' : 'Cancel'}
        </Button>
      </div>
      <Progress value={total > 0 ? (100 * done) / total : 0} size="1" aria-label="Bytes sent" />
    </div>
  );
}

function faultOf(name: string): string | undefined {
  try {
    repositoryName(name);
    return undefined;
  } catch (fault) {
    return reasonOf(fault);
  }
}

/** Letters, digits and hyphens of the run's name. */
function plainName(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-|-$/g, '').slice(0, 90) || 'team';
}
