// A prompt as a text with named fields: "{board}" stands for what the field says, "{if proposal} … {else} … {end}" for
// a part that is there only when the field says something. A line of nothing but fields is left out when all of them
// are empty, and so is a line of nothing but "{if …}", "{else}" or "{end}"; "{{board}}" writes the braces themselves.
// It knows no field by name and no world.
//
// Why not Jinja, which chat-template.ts uses for models' own templates: a team's prompts are checked before anything
// runs – every field is known, and none tells a role what it may not see (team-spec.ts) – and a language with loops,
// filters and calls cannot be checked so. A line whose fields are all empty is left out here by itself, which Jinja
// needs a condition and white-space marks for in every line. And teams that people have stored and shared are written
// in this language, to which a second one would only be added.

export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly name: string }
  /** A line of nothing but fields, its spaces and its line break. */
  | { readonly kind: 'line'; readonly parts: readonly TemplateNode[] }
  | {
      readonly kind: 'if';
      readonly name: string;
      readonly part: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[];
    };

export type Template = readonly TemplateNode[];
export type TemplateRead = { readonly template: Template } | { readonly fault: string };

/** What the fields say; a field that is absent here, or "", says nothing. */
export type FieldTexts = Readonly<Record<string, string | undefined>>;

type Token =
  | { readonly kind: 'node'; readonly node: TemplateNode }
  | { readonly kind: 'if'; readonly name: string; readonly line: number }
  | { readonly kind: 'else' | 'end'; readonly line: number };

/** The template of a text, or what is wrong with its "{if}"s. */
export function readTemplate(text: string): TemplateRead {
  const root: TemplateNode[] = [];
  const open: { name: string; line: number; part: TemplateNode[]; otherwise?: TemplateNode[] }[] = [];
  const here = () => {
    const inner = open.at(-1);
    return inner ? (inner.otherwise ?? inner.part) : root;
  };
  for (const token of tokensOf(text)) {
    const inner = open.at(-1);
    if (token.kind === 'node') here().push(token.node);
    else if (token.kind === 'if') open.push({ name: token.name, line: token.line, part: [] });
    else if (!inner) return { fault: `line ${token.line} has {${token.kind}} without an {if …} before it` };
    else if (token.kind === 'else') {
      if (inner.otherwise) return { fault: `line ${token.line} has a second {else} for {if ${inner.name}}` };
      inner.otherwise = [];
    } else {
      open.pop();
      here().push({ kind: 'if', name: inner.name, part: inner.part, otherwise: inner.otherwise ?? [] });
    }
  }
  const left = open.at(-1);
  return left ? { fault: `{if ${left.name}} in line ${left.line} has no {end}` } : { template: root };
}

/** The text with its fields filled in. */
export function filledIn(template: Template, texts: FieldTexts): string {
  return template.map((node) => said(node, texts)).join('');
}

function said(node: TemplateNode, texts: FieldTexts): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'field':
      return texts[node.name] ?? '';
    case 'line':
      return fieldsIn(node.parts).every(({ name }) => (texts[name] ?? '') === '') ? '' : filledIn(node.parts, texts);
    case 'if':
      return filledIn((texts[node.name] ?? '') === '' ? node.otherwise : node.part, texts);
  }
}

export interface FieldUse {
  readonly name: string;
  /** The conditions under which it is reached: those of the "{if}"s it is said in. */
  readonly within: readonly string[];
  /** It is only asked whether the field says something. */
  readonly asks: boolean;
}

/** Every field that a template names. */
export function fieldsIn(template: Template, within: readonly string[] = []): readonly FieldUse[] {
  return template.flatMap((node) => usesOf(node, within));
}

function usesOf(node: TemplateNode, within: readonly string[]): readonly FieldUse[] {
  switch (node.kind) {
    case 'text':
      return [];
    case 'field':
      return [{ name: node.name, within, asks: false }];
    case 'line':
      return fieldsIn(node.parts, within);
    case 'if':
      return [
        { name: node.name, within, asks: true },
        ...fieldsIn(node.part, [...within, node.name]),
        ...fieldsIn(node.otherwise, within),
      ];
  }
}

const tag = /\{\{|\}\}|\{([A-Za-z][\w .-]*)\}/g;
const controlLine = /^\s*\{(?:if [^{}]*|else|end)\}\s*$/;
const fieldsLine = /^(?:\s*\{(?!if |else\}|end\})[A-Za-z][\w.-]*\})+\s*$/;

function tokensOf(text: string): Token[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const end = index < lines.length - 1 ? [textToken('\n')] : [];
    const tokens = lineTokens(line, index + 1);
    if (controlLine.test(line)) return tokens.filter(({ kind }) => kind !== 'node');
    if (!fieldsLine.test(line)) return [...tokens, ...end];
    const parts = [...tokens, ...end].flatMap((token) => (token.kind === 'node' ? [token.node] : []));
    return [{ kind: 'node', node: { kind: 'line', parts } }];
  });
}

function lineTokens(line: string, number: number): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  const textTo = (to: number) => {
    if (to > from) tokens.push(textToken(line.slice(from, to)));
  };
  for (const match of line.matchAll(tag)) {
    textTo(match.index);
    from = match.index + match[0].length;
    tokens.push(tokenOf(match[0], match[1], number));
  }
  textTo(line.length);
  return tokens;
}

function tokenOf(written: string, inside: string | undefined, line: number): Token {
  if (inside === undefined) return textToken(written.slice(1));
  if (inside === 'else' || inside === 'end') return { kind: inside, line };
  if (inside.startsWith('if ')) return { kind: 'if', name: inside.slice(3).trim(), line };
  return { kind: 'node', node: { kind: 'field', name: inside } };
}

function textToken(text: string): Token {
  return { kind: 'node', node: { kind: 'text', text } };
}
