// From an answer as people write it – LaTeX, units, thousands separators – to a plain formula. Text in, text out:
// whether the formula means anything is for value.ts to say. Only what answers hold is understood, not whole documents.

/** "3\\frac{1}{2}\\text{ cm}" → "(3+((1)/(2)))". Sets are written with braces, groups with brackets. */
export function plainNotation(text: string): string {
  const reader = new LatexReader(bare(text));
  return thousandsPlain(unitsGone(reader.all())).replace(/\s+/g, ' ').trim();
}

/** Without what surrounds a formula inside a sentence, and in plain signs. */
function bare(text: string): string {
  return text
    .trim()
    .replace(/\.$/, '')
    .replace(/^(\$\$?|\\\(|\\\[)([\s\S]*?)(\$\$?|\\\)|\\\])$/, '$2')
    .replace(/\\?[%$€£]|°/g, '')
    .replace(/[−–]/g, '-')
    .replace(/[×·∙]/g, '*')
    .replace(/÷/g, '/')
    .replace(/π/g, ' pi ')
    .replace(/√/g, '\\sqrt')
    .replace(/∞/g, ' infinity ')
    .replace(/∪/g, ' U ')
    .replace(/"/g, '');
}

const signs: Readonly<Record<string, string>> = {
  cdot: '*',
  times: '*',
  ast: '*',
  div: '/',
  pm: '±',
  mp: '±',
  cup: ' U ',
  infty: ' infinity ',
  le: '<=',
  leq: '<=',
  ge: '>=',
  geq: '>=',
  '{': '{',
  '}': '}',
};
const silent = [
  'left',
  'right',
  'displaystyle',
  'big',
  'Big',
  'bigg',
  'Bigg',
  ',',
  '!',
  ';',
  ':',
  ' ',
  'circ',
  'degree',
];
const wordings = ['text', 'textbf', 'textit', 'textrm', 'textnormal', 'mathrm', 'mathbf', 'mbox', 'operatorname'];

class LatexReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(/\\[a-zA-Z]+|\\.|[\s\S]/g) ?? [];
  }

  /** Everything up to the end, or to the brace that closes this group. */
  all(): string {
    let plain = '';
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at++] as string;
      if (token === '}') return plain;
      if (token === '{') plain += this.#grouped(this.all());
      else if (token === '^') plain += this.#power();
      else if (token === '\\frac' || token === '\\dfrac' || token === '\\tfrac') plain = this.#fractionAfter(plain);
      else plain += token.startsWith('\\') ? this.#command(token.slice(1)) : token;
    }
    return plain;
  }

  #grouped(inside: string): string {
    return inside === ',' || inside.trim() === '' ? inside : `(${inside})`;
  }

  /** What a command takes: a group, or the one token that follows. */
  #argument(): string {
    while (this.#tokens[this.#at] === ' ') this.#at++;
    const token = this.#tokens[this.#at++];
    if (token === '{') return this.all();
    return token === undefined ? '' : token.startsWith('\\') ? this.#command(token.slice(1)) : token;
  }

  #power(): string {
    const exponent = this.#argument();
    // the sign for degrees is a power without an exponent of its own
    return exponent.trim() === '' ? '' : `^(${exponent})`;
  }

  /** A whole number directly before a fraction belongs to it: 3½. */
  #fractionAfter(before: string): string {
    const fraction = `((${this.#argument()})/(${this.#argument()}))`;
    const whole = /(?<![\d.a-zA-Z^(])(\d+)\s*$/.exec(before);
    return whole ? `${before.slice(0, whole.index)}(${whole[1]}+${fraction})` : before + fraction;
  }

  #command(name: string): string {
    const sign = signs[name];
    if (sign !== undefined) return sign;
    if (silent.includes(name)) return ' '.repeat(name.length === 1 ? 1 : 0);
    if (wordings.includes(name)) return `"${this.#argument()}"`;
    if (name !== 'sqrt') return ` ${name} `;
    let degree = '';
    if (this.#tokens[this.#at] === '[') {
      const end = this.#tokens.indexOf(']', this.#at);
      degree = this.#tokens.slice(this.#at + 1, end).join('');
      this.#at = end < 0 ? this.#tokens.length : end + 1;
    }
    const under = this.#argument();
    return degree === '' ? ` sqrt(${under})` : `((${under})^(1/(${degree})))`;
  }
}

/** A whole answer in words stays; words beside a formula are units, and go. */
function unitsGone(plain: string): string {
  const quoted = /"([^"]*)"(\s*\^\(\d\))?/g;
  if (!/[0-9a-zA-Z]/.test(plain.replace(quoted, ''))) return plain.replace(quoted, ' $1 ');
  const unquoted = plain.replace(quoted, (_, words) => (/^\s*(and|or)\s*$/.test(words) ? ',' : ' '));
  // "5 cm^2", "12 apples", "3 m/s": after a number, with a space between
  return unquoted.replace(
    /([\d)])\s+(?!pi\b|sqrt\b|U\b|infinity\b)([a-zA-Z]{2,}|[a-zA-Z]\/[a-zA-Z])[a-zA-Z .]*(\^\(?\d\)?)?$/,
    '$1',
  );
}

/** 1,234,567 → 1234567, where nothing else is separated by commas. */
function thousandsPlain(plain: string): string {
  return /^[^,({[]*(?<!\d)\d{1,3}(,\d{3})+(?!\d)[^,]*$/.test(plain) ? plain.replace(/,(?=\d{3}(?!\d))/g, '') : plain;
}
