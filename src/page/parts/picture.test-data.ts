// For tests: reads the markup of a picture as strictly as XML is read, without an XML parser.

interface Element {
  readonly name: string;
  readonly [attribute: string]: string | undefined;
}

const tag = /^<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#x27': "'" };

/** Every element with its attributes, and every text. Throws where the markup is not well-formed. */
export function elementsOf(markup: string): {
  readonly elements: readonly Element[];
  readonly texts: readonly string[];
  readonly markup: string;
} {
  const elements: Element[] = [];
  const texts: string[] = [];
  const open: string[] = [];
  for (let rest = markup; rest !== ''; ) {
    const [text = ''] = /^[^<]*/.exec(rest) ?? [];
    if (text !== '') texts.push(unescaped(text));
    rest = rest.slice(text.length);
    if (rest === '') break;
    const [whole = '', closes, name = '', attributes = '', empty] = tag.exec(rest) ?? [];
    if (whole === '') throw new Error(`not a tag: ${rest.slice(0, 60)}`);
    if (closes && open.pop() !== name) throw new Error(`</${name}> closes something else`);
    if (!closes) {
      const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]);
      elements.push({ ...Object.fromEntries(pairs.map(([key, value = '']) => [key, unescaped(value)])), name });
      if (!empty) open.push(name);
    }
    rest = rest.slice(whole.length);
  }
  if (open.length > 0) throw new Error(`never closed: ${open.join(', ')}`);
  return { elements, texts, markup };
}

function unescaped(text: string): string {
  return text.replace(/&(#?\w*;?)/g, (whole, inner: string) => {
    const letter = entities[inner.replace(/;$/, '')];
    if (letter === undefined || !inner.endsWith(';')) throw new Error(`"${whole}" is not escaped`);
    return letter;
  });
}
