// The first row of a table.
import type { ReactNode } from 'react';

export function TableHead({ titles }: { readonly titles: readonly ReactNode[] }) {
  return (
    <thead>
      <tr>
        {titles.map((title, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are named by their place
          <th key={index} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}
