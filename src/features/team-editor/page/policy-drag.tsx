// A policy as a chip that can be dragged onto a role. The select on each role's card does the same for whoever uses no
// pointer.
import { type DragEvent, type HTMLAttributes, useState } from 'react';
import type { OwnTeam } from '../../../page/stores/setup-store';
import { shared, untrained } from './team-draft';

const kind = 'application/x-grove-policy';

export function policyName(policy: string): string {
  return policy === untrained ? 'base model' : policy === shared ? 'shared' : policy;
}

/** What makes an element the handle of a policy. */
export function dragOf(policy: string): Pick<HTMLAttributes<HTMLElement>, 'draggable' | 'onDragStart'> {
  return {
    draggable: true,
    onDragStart: (event) => {
      event.dataTransfer.setData(kind, policy);
      event.dataTransfer.effectAllowed = 'link';
    },
  };
}

/** What makes an element a place where a policy can be let go: `over` while one is held above it. */
export function usePolicyDrop(onDrop: (policy: string) => void) {
  const [over, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(kind)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'link';
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      const policy = event.dataTransfer.getData(kind);
      if (policy === '') return;
      event.preventDefault();
      onDrop(policy);
    },
  };
  return { over, handlers };
}

/** Every policy there can be, also those that no role speaks through yet. */
export function PolicyChips({ draft: { spec } }: { readonly draft: OwnTeam }) {
  const policies = [...spec.roles.map(({ id }) => id), shared, untrained];
  return (
    <div className="team-chips row wrap size-1" aria-hidden>
      <span className="quiet">Drag onto a role:</span>
      {policies.map((policy) => (
        <span
          key={policy}
          className="policy panel pad-1 strong"
          data-untrained={policy === untrained || undefined}
          {...dragOf(policy)}
        >
          {policyName(policy)}
        </span>
      ))}
    </div>
  );
}
