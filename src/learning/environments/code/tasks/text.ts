// Tasks about text: a function is asked for. Written for Grove; the results are what both solutions give.
import type { CallTask } from './task';

export const textTasks: readonly CallTask[] = [
  {
    id: 'reverseWords',
    statement:
      'Write a function reverseWords(text) that returns the words of the text in reverse order, with one space between them. Words are separated by one space or more; the text may begin or end with spaces.',
    javascript: `function reverseWords(text) {
  return text.split(' ').filter((word) => word !== '').reverse().join(' ');
}`,
    python: `def reverseWords(text):
    return ' '.join(reversed(text.split()))`,
    faults: [
      [".filter((word) => word !== '')", ''],
      ['.reverse()', ''],
      ["join(' ')", "join('')"],
    ],
    examples: [
      [['one two three'], 'three two one'],
      [['hello'], 'hello'],
    ],
    tests: [
      [[''], ''],
      [['  a  b '], 'b a'],
      [['x y'], 'y x'],
      [['to be or not'], 'not or be to'],
      [['   '], ''],
      [['a b c d'], 'd c b a'],
    ],
  },
  {
    id: 'isPalindrome',
    statement:
      'Write a function isPalindrome(text) that returns true when the letters and digits of the text read the same from both ends, and false otherwise. Everything else in the text is ignored, and so is the difference between capital and small letters.',
    javascript: `function isPalindrome(text) {
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return letters === [...letters].reverse().join('');
}`,
    python: `def isPalindrome(text):
    letters = [c for c in text.lower() if c.isalnum()]
    return letters == letters[::-1]`,
    faults: [
      ['.toLowerCase()', ''],
      ['[^a-z0-9]', '[^a-z]'],
      ['/g', '/'],
    ],
    examples: [
      [['Level'], true],
      [['hello'], false],
    ],
    tests: [
      [[''], true],
      [['A man, a plan, a canal: Panama'], true],
      [['ab'], false],
      [['1a2'], false],
      [['12 21'], true],
      [['No x in Nixon'], true],
      [['a.b'], false],
    ],
  },
  {
    id: 'countVowels',
    statement:
      'Write a function countVowels(text) that returns how many of the letters of the text are vowels: a, e, i, o or u, capital or small.',
    javascript: `function countVowels(text) {
  return [...text.toLowerCase()].filter((letter) => 'aeiou'.includes(letter)).length;
}`,
    python: `def countVowels(text):
    return sum(1 for letter in text.lower() if letter in 'aeiou')`,
    faults: [
      ['.toLowerCase()', ''],
      ["'aeiou'", "'aeio'"],
      ["'aeiou'", "'aeiouy'"],
    ],
    examples: [
      [['banana'], 3],
      [['sky'], 0],
    ],
    tests: [
      [[''], 0],
      [['AEIOU'], 5],
      [['Queue'], 4],
      [['rhythm'], 0],
      [['Open Air'], 4],
      [['xxi'], 1],
    ],
  },
  {
    id: 'runLengths',
    statement:
      'Write a function runLengths(text) that writes every run of equal characters as the character followed by the length of the run: runLengths("aaab") is "a3b1".',
    javascript: `function runLengths(text) {
  return text.replace(/(.)\\1*/g, (run) => run[0] + run.length);
}`,
    python: `def runLengths(text):
    from itertools import groupby
    return ''.join(letter + str(len(list(run))) for letter, run in groupby(text))`,
    faults: [
      ['run.length', '(run.length - 1 || 1)'],
      ['\\1*', '\\1?'],
    ],
    examples: [
      [['aaab'], 'a3b1'],
      [['abc'], 'a1b1c1'],
    ],
    tests: [
      [[''], ''],
      [['z'], 'z1'],
      [['aabbaa'], 'a2b2a2'],
      [['xxxxxxxxxxxx'], 'x12'],
      [['1122'], '1222'],
      [['  a'], ' 2a1'],
    ],
  },
  {
    id: 'caesar',
    statement:
      'Write a function caesar(text, shift) that moves every small letter from a to z on by shift places in the alphabet, from z on again to a. shift may be negative. All other characters stay.',
    javascript: `function caesar(text, shift) {
  return text.replace(/[a-z]/g, (letter) => String.fromCharCode(97 + ((((letter.charCodeAt(0) - 97 + shift) % 26) + 26) % 26)));
}`,
    python: `def caesar(text, shift):
    return ''.join(chr(97 + (ord(c) - 97 + shift) % 26) if 'a' <= c <= 'z' else c for c in text)`,
    faults: [
      ['+ 26) % 26)))', '+ 0) % 26)))'],
      ['[a-z]', '[a-zA-Z]'],
      ['97 + shift', '97 + shift + (shift > 25 ? 1 : 0)'],
    ],
    examples: [
      [['abc', 1], 'bcd'],
      [['xyz', 3], 'abc'],
    ],
    tests: [
      [['', 5], ''],
      [['hello, World', 13], 'uryyb, Wbeyq'],
      [['abc', -1], 'zab'],
      [['abc', 26], 'abc'],
      [['abc', -27], 'zab'],
      [['zebra', 52], 'zebra'],
      [['a1', 2], 'c1'],
    ],
  },
  {
    id: 'isAnagram',
    statement:
      'Write a function isAnagram(one, other) that returns true when the two texts of small letters are made of the same letters, each as often, and false otherwise.',
    javascript: `function isAnagram(one, other) {
  const sorted = (text) => [...text].sort().join('');
  return sorted(one) === sorted(other);
}`,
    python: `def isAnagram(one, other):
    return sorted(one) == sorted(other)`,
    faults: [
      ['[...text].sort()', '[...new Set(text)].sort()'],
      ['sorted(one) === sorted(other)', 'one.length === other.length'],
    ],
    examples: [
      [['listen', 'silent'], true],
      [['ab', 'abb'], false],
    ],
    tests: [
      [['', ''], true],
      [['a', 'a'], true],
      [['a', 'b'], false],
      [['aab', 'abb'], false],
      [['rat', 'car'], false],
      [['stressed', 'desserts'], true],
      [['abc', 'abcd'], false],
    ],
  },
  {
    id: 'longestWord',
    statement:
      'Write a function longestWord(text) that returns the longest word of the text; of several that are equally long the first. Words are separated by single spaces. Of the empty text it is the empty text.',
    javascript: `function longestWord(text) {
  let longest = '';
  for (const word of text.split(' ')) if (word.length > longest.length) longest = word;
  return longest;
}`,
    python: `def longestWord(text):
    return max(text.split(' '), key=len)`,
    faults: [
      ['>', '>='],
      ['>', '<'],
      ["let longest = ''", "let longest = ' '"],
    ],
    examples: [
      [['the quick brown fox'], 'quick'],
      [['a bb cc'], 'bb'],
    ],
    tests: [
      [[''], ''],
      [['one'], 'one'],
      [['aa b aa'], 'aa'],
      [['x yy zzz'], 'zzz'],
      [['long short'], 'short'],
      [['tie eit ite'], 'tie'],
      [['a b'], 'a'],
    ],
  },
  {
    id: 'balanced',
    statement:
      'Write a function balanced(text) that returns true when all brackets ( ) [ ] { } of the text are closed by the right one in the right order, and false otherwise. Other characters do not count.',
    javascript: `function balanced(text) {
  const opened = [];
  for (const c of text) {
    if ('([{'.includes(c)) opened.push(c);
    if (')]}'.includes(c) && opened.pop() !== '([{'[')]}'.indexOf(c)]) return false;
  }
  return opened.length === 0;
}`,
    python: `def balanced(text):
    opened = []
    for c in text:
        if c in '([{':
            opened.append(c)
        if c in ')]}':
            if not opened or opened.pop() != '([{'[')]}'.index(c)]:
                return False
    return not opened`,
    faults: [
      ['opened.length === 0', 'true'],
      ['return false', 'opened.length'],
      ["'([{'[')]}'.indexOf(c)]", "(c === ')' ? '(' : opened.at(-1) ?? c)"],
    ],
    examples: [
      [['(a[b])'], true],
      [['(]'], false],
    ],
    tests: [
      [[''], true],
      [['('], false],
      [[')'], false],
      [['([)]'], false],
      [['{[()]}()'], true],
      [['a+b'], true],
      [['((())'], false],
      [['())'], false],
      [['[{]}'], false],
    ],
  },
  {
    id: 'titleCase',
    statement:
      'Write a function titleCase(text) that makes the first letter of every word a capital and all its other letters small. Words are separated by single spaces.',
    javascript: `function titleCase(text) {
  return text
    .split(' ')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ');
}`,
    python: `def titleCase(text):
    return ' '.join(word[:1].upper() + word[1:].lower() for word in text.split(' '))`,
    faults: [
      ['.toLowerCase()', ''],
      ['.toUpperCase()', ''],
      ['word.slice(1)', 'word.slice(1, 6)'],
    ],
    examples: [
      [['hello world'], 'Hello World'],
      [['aBC'], 'Abc'],
    ],
    tests: [
      [[''], ''],
      [['x'], 'X'],
      [['the END'], 'The End'],
      [['a b c'], 'A B C'],
      [['ALREADY Title'], 'Already Title'],
      [['mIxEd cAsE wOrDs'], 'Mixed Case Words'],
    ],
  },
  {
    id: 'commonPrefix',
    statement:
      'Write a function commonPrefix(words) that returns the longest text with which all words of the list begin. The list has at least one word.',
    javascript: `function commonPrefix(words) {
  let prefix = words[0];
  for (const word of words) while (!word.startsWith(prefix)) prefix = prefix.slice(0, -1);
  return prefix;
}`,
    python: `def commonPrefix(words):
    prefix = words[0]
    for word in words:
        while not word.startswith(prefix):
            prefix = prefix[:-1]
    return prefix`,
    faults: [
      ['startsWith', 'includes'],
      ['while', 'if'],
      ['words[0]', 'words[0].slice(0, 3)'],
    ],
    examples: [
      [[['flower', 'flow', 'flight']], 'fl'],
      [[['dog', 'car']], ''],
    ],
    tests: [
      [[['one']], 'one'],
      [[['']], ''],
      [[['same', 'same']], 'same'],
      [[['inter', 'interval', 'internet']], 'inter'],
      [[['ab', 'a']], 'a'],
      [[['abc', 'xbc']], ''],
      [[['prefix', 'pre', 'prefer', 'p']], 'p'],
      [[['b', 'ab']], ''],
    ],
  },
  {
    id: 'camelToSnake',
    statement:
      'Write a function camelToSnake(name) that turns a name such as "worldSeedOf" into "world_seed_of": every capital letter becomes an underscore and the small letter. The name begins with a small letter.',
    javascript: `function camelToSnake(name) {
  return name.replace(/[A-Z]/g, (letter) => \`_\${letter.toLowerCase()}\`);
}`,
    python: `def camelToSnake(name):
    return ''.join('_' + c.lower() if c.isupper() else c for c in name)`,
    faults: [
      ['/g', '/'],
      ['.toLowerCase()', ''],
      ['[A-Z]', '[A-M]'],
    ],
    examples: [
      [['worldSeed'], 'world_seed'],
      [['name'], 'name'],
    ],
    tests: [
      [['aB'], 'a_b'],
      [['aBCd'], 'a_b_cd'],
      [['x1Y2'], 'x1_y2'],
      [['isHTMLPage'], 'is_h_t_m_l_page'],
      [['already_snake'], 'already_snake'],
    ],
  },
  {
    id: 'wordCounts',
    statement:
      'Write a function wordCounts(text) that returns a list of pairs [word, count], one for every different word of the text, in the order in which the words first come up. Words are separated by single spaces; capital and small letters are different. Of the empty text it is the empty list.',
    javascript: `function wordCounts(text) {
  const counts = new Map();
  for (const word of text === '' ? [] : text.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts];
}`,
    python: `def wordCounts(text):
    counts = {}
    for word in text.split(' ') if text else []:
        counts[word] = counts.get(word, 0) + 1
    return [[word, count] for word, count in counts.items()]`,
    faults: [
      ['?? 0) + 1', '?? 1) + 1'],
      ["text === '' ? [] : ", ''],
      ['[...counts]', '[...counts].sort()'],
    ],
    examples: [
      [
        ['a b a'],
        [
          ['a', 2],
          ['b', 1],
        ],
      ],
      [['x'], [['x', 1]]],
    ],
    tests: [
      [[''], []],
      [
        ['b a b a b'],
        [
          ['b', 3],
          ['a', 2],
        ],
      ],
      [
        ['The the'],
        [
          ['The', 1],
          ['the', 1],
        ],
      ],
      [
        ['one two three'],
        [
          ['one', 1],
          ['two', 1],
          ['three', 1],
        ],
      ],
      [['z z z z'], [['z', 4]]],
    ],
  },
  {
    id: 'minutesBetween',
    statement:
      'Write a function minutesBetween(start, end) that returns how many minutes pass from one time of day to the next time it is the other, both written as "HH:MM". If the times are equal the answer is 0; if end is earlier than start it is on the next day.',
    javascript: `function minutesBetween(start, end) {
  const minutes = (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return (minutes(end) - minutes(start) + 1440) % 1440;
}`,
    python: `def minutesBetween(start, end):
    minutes = lambda time: int(time[:2]) * 60 + int(time[3:])
    return (minutes(end) - minutes(start)) % 1440`,
    faults: [
      ['+ 1440', '+ 1439'],
      ['* 60', '* 100'],
      ['% 1440', '% 1441'],
    ],
    examples: [
      [['08:00', '09:30'], 90],
      [['23:00', '01:00'], 120],
    ],
    tests: [
      [['00:00', '00:00'], 0],
      [['12:34', '12:33'], 1439],
      [['00:00', '23:59'], 1439],
      [['23:59', '00:00'], 1],
      [['07:45', '18:05'], 620],
      [['10:59', '11:00'], 1],
    ],
  },
];
