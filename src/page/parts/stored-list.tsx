// What this browser keeps of one kind, as a list: each with its name, what it is, and what can be done with it,
// deleting last.
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Act } from './act';

export interface StoredItem {
  readonly key: string;
  readonly name: string;
  /** Below the name. */
  readonly about: ReactNode;
  readonly acts?: ReactNode;
  readonly remove: () => void;
}

export function StoredList({ label, items }: { readonly label: string; readonly items: readonly StoredItem[] }) {
  return (
    <ul className="grid" aria-label={label}>
      {items.map(({ key, name, about, acts, remove }) => (
        <li key={key} className="row wrap card pad-2">
          <div className="slim" style={{ flex: '1 1 200px' }}>
            <h3 className="cut" title={name}>
              {name}
            </h3>
            <div className="note">{about}</div>
          </div>
          <div className="row">
            {acts}
            <Act name={`Delete ${name}`} Icon={Trash2} variant="ghost" onClick={remove} />
          </div>
        </li>
      ))}
    </ul>
  );
}
