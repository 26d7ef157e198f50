// Writes tokenizer.json: sprout's, with symbols and words of the other worlds behind its own tokens. A token keeps its number for ever.
import { readFileSync, writeFileSync } from 'node:fs';

const symbols = ['=', '(', ')', '/', '^', '>', ',', '!'];
const words = ['sudoku', 'queens', 'blocks', 'maths', 'own', 'had', 'n', 'answer', 'one', 'two', 'judge'];
const callWords = ['fill', 'only', 'place', 'put', 'clear', 'add', 'sub', 'mul', 'div', 'pow', 'root', 'mod', 'gcd', 'ans'];
const later = [...symbols, ...words, ...callWords.flatMap((word) => [word, ` ${word}`])];

const tokenizer = JSON.parse(readFileSync(new URL('../sprout/tokenizer.json', import.meta.url), 'utf8'));
const { vocab } = tokenizer.model;
const first = Object.keys(vocab).length;
tokenizer.model.vocab = { ...vocab, ...Object.fromEntries(later.map((token, index) => [token, first + index])) };
writeFileSync(new URL('tokenizer.json', import.meta.url), `${JSON.stringify(tokenizer, null, 1)}\n`);
console.log(`${first + later.length} tokens`);
