// A publication as the page shows it: which run's dialog is open, what would be sent, how far it is, what came of it.
// It goes on when the dialog is closed. No token ever stands here.
import { create } from 'zustand';
import { reasonOf } from '../../../basics/reason';
import { askFeature } from '../../../page/features';
import type { DryRun, PublishApi, Published, PublishProgress, PublishWish, Recipient } from '../shared/publication';

const trainer = askFeature<PublishApi>('hub-publish');

export interface PublishState {
  /** Of the open dialog. */
  readonly runId?: string | undefined;
  /** Who signed in at the hub. */
  readonly account?: string | undefined;
  readonly listing?: boolean;
  readonly listed?: { readonly wish: PublishWish; readonly dryRun: DryRun } | undefined;
  readonly sending?:
    | { readonly runId: string; readonly cancelling?: true; readonly progress?: PublishProgress }
    | undefined;
  readonly published?: readonly Published[] | undefined;
  readonly fault?: string | undefined;
}

export const publishStore = create<PublishState>()(() => ({}));
export const usePublish = publishStore;

export function openPublish(runId: string): void {
  publishStore.setState({ runId, listed: undefined, published: undefined, fault: undefined });
}

export function closePublish(): void {
  publishStore.setState({ runId: undefined });
}

/** What was listed is no longer what is wished. */
export function forgetListing(): void {
  publishStore.setState({ listed: undefined, published: undefined, fault: undefined });
}

/** Lists what would be sent; nothing is sent. */
export async function listFiles(runId: string, wish: PublishWish): Promise<void> {
  publishStore.setState({ listing: true, listed: undefined, published: undefined, fault: undefined });
  try {
    const dryRun = await trainer.dryRun(runId, wish);
    if (publishStore.getState().runId === runId) publishStore.setState({ listed: { wish, dryRun } });
  } catch (fault) {
    publishStore.setState({ fault: reasonOf(fault) });
  }
  publishStore.setState({ listing: false });
}

/** Sends what was listed. */
export async function publishListed(runId: string, to: Recipient): Promise<void> {
  const { listed, sending } = publishStore.getState();
  if (!listed || sending) return;
  const { wish, dryRun } = listed;
  publishStore.setState({ sending: { runId }, fault: undefined });
  try {
    const published = await trainer.publish(runId, { wish, asOf: dryRun.asOf }, to);
    publishStore.setState({ published, listed: undefined });
  } catch (fault) {
    publishStore.setState({ fault: reasonOf(fault) });
  }
  publishStore.setState({ sending: undefined });
}

export function showPublishProgress(progress: PublishProgress): void {
  publishStore.setState(({ sending }) => (sending ? { sending: { ...sending, progress } } : {}));
}

export async function cancelPublish(): Promise<void> {
  publishStore.setState(({ sending }) => (sending ? { sending: { ...sending, cancelling: true } } : {}));
  await trainer.cancel().catch(() => undefined);
}
