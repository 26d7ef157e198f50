// Every file that would be sent, with its size.
import { bytes } from '../../../page/parts/format';
import { TableHead } from '../../../page/parts/table-head';
import { bytesOf, type DryRun, type ListedRepository } from '../shared/publication';

export function Listing({ dryRun }: { readonly dryRun: DryRun }) {
  return (
    <div className="grid gap-3" data-testid="dry-run">
      {dryRun.repositories.map((repository) => (
        <Repository key={repository.kind} repository={repository} />
      ))}
      <p className="quiet">{dryRun.notes.join(' ')}</p>
    </div>
  );
}

function Repository({ repository }: { readonly repository: ListedRepository }) {
  const { kind, name, visibility, files } = repository;
  const title = `${kind === 'space' ? 'Space' : 'Model'} ${name}`;
  return (
    <div className="grid gap-1">
      <h3 className="break">
        {title}, {visibility}{' '}
        <span className="quiet">
          {files.length} files, {bytes(bytesOf({ files }))}
        </span>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus */}
      <section className="publish-files scroll" aria-label={`Files of the ${title}`} tabIndex={0}>
        <table className="table size-1">
          <TableHead titles={['File', 'Size']} />
          <tbody>
            {files.map(({ path, bytes: size }) => (
              <tr key={path}>
                <td className="break">{path}</td>
                <td>{bytes(size)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
