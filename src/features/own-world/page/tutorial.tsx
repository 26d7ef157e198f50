// The tutorial beside the editor: the very file that lies in the repository, headings, paragraphs and code of it.
import text from '../../../learning/environments/your-own-world.md?raw';

export function Tutorial() {
  return (
    <article className="stack gap-3 line-above" aria-label="Tutorial">
      {partsOf(text).map(({ kind, key, words }) =>
        kind === 'listing' ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          <pre key={key} className="world-listing inset" tabIndex={0}>
            {words}
          </pre>
        ) : kind === 'heading' ? (
          <h3 key={key}>{words}</h3>
        ) : (
          <p key={key}>{words}</p>
        ),
      )}
    </article>
  );
}

interface Part {
  readonly kind: 'listing' | 'heading' | 'text';
  readonly key: string;
  readonly words: string;
}

/** The words of Markdown: what is emphasised, or links elsewhere, is words like the rest. */
export function withoutMarks(markdown: string): string {
  return markdown
    .replace(/`([^`]*)`|\[([^\]]+)\]\([^)]*\)/g, '$1$2')
    .replace(/(?<![\w*])(\*{1,2})(?=\S)([^*]*[^*\s])\1(?![\w*])/g, '$2');
}

export function partsOf(markdown: string): Part[] {
  return markdown.split(/^```\w*\n/m).flatMap((piece, index): Part[] => {
    if (index % 2 === 1) return [{ kind: 'listing', key: `code ${index}`, words: piece.trimEnd() }];
    return piece
      .split(/\n{2,}/)
      .filter((block) => block.trim() !== '')
      .map((block, place) => {
        const heading = /^#+ (.*)/.exec(block.trim())?.[1];
        const plain = withoutMarks(heading ?? block);
        return { kind: heading ? 'heading' : 'text', key: `${index} ${place}`, words: plain.replace(/\n(?!\|)/g, ' ') };
      });
  });
}
