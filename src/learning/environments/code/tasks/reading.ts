// Tasks that read lines and print lines: first steps. Written for Grove; the results are what both solutions give.
import type { StdinTask } from './task';

export const readingTasks: readonly StdinTask[] = [
  {
    id: 'sum-of-line',
    statement: 'A line holds whole numbers with spaces between them. Print their sum.',
    javascript: `console.log(readLine().trim().split(/\\s+/).reduce((sum, word) => sum + Number(word), 0));`,
    python: `print(sum(map(int, input().split())))`,
    faults: [
      ['sum + Number(word)', 'sum + Math.abs(Number(word))'],
      ['word), 0', 'word), 1'],
    ],
    examples: [
      ['1 2 3\n', '6'],
      ['-5\n', '-5'],
    ],
    tests: [
      ['10 20 30 40\n', '100'],
      ['0\n', '0'],
      ['7 -7\n', '0'],
      ['1000000 1\n', '1000001'],
      ['  4  5 \n', '9'],
    ],
  },
  {
    id: 'larger-of-two',
    statement: 'Two whole numbers stand on two lines. Print the larger of them.',
    javascript: `const a = Number(readLine());
const b = Number(readLine());
console.log(Math.max(a, b));`,
    python: `a = int(input())
b = int(input())
print(max(a, b))`,
    faults: [
      ['Math.max', 'Math.min'],
      ['Math.max(a, b)', 'b'],
      ['Math.max(a, b)', 'Math.max(a, Math.abs(b))'],
    ],
    examples: [
      ['3\n9\n', '9'],
      ['5\n2\n', '5'],
    ],
    tests: [
      ['-1\n-2\n', '-1'],
      ['7\n7\n', '7'],
      ['0\n-100\n', '0'],
      ['10\n9\n', '10'],
      ['99\n100\n', '100'],
    ],
  },
  {
    id: 'count-lines',
    statement: 'Print how many lines of the input are not empty. A line that holds nothing but spaces is empty.',
    javascript: `console.log(readAll().split('\\n').filter((line) => line.trim() !== '').length);`,
    python: `import sys
print(sum(1 for line in sys.stdin if line.strip()))`,
    faults: [
      [" !== ''", " !== 'b'"],
      ['line.trim()', 'line'],
    ],
    examples: [
      ['one\ntwo\n', '2'],
      ['a\n\nb\n', '2'],
    ],
    tests: [
      ['x\n', '1'],
      ['\n', '0'],
      ['a\n  \nb\n\n\nc\n', '3'],
      ['no end', '1'],
      ['1\n2\n3\n4\n5\n6\n', '6'],
    ],
  },
  {
    id: 'average',
    statement:
      'The first line holds a whole number n of at least 1; each of the next n lines holds a whole number. Print their mean, rounded down to a whole number.',
    javascript: `const n = Number(readLine());
let sum = 0;
for (let i = 0; i < n; i++) sum += Number(readLine());
console.log(Math.floor(sum / n));`,
    python: `n = int(input())
print(sum(int(input()) for _ in range(n)) // n)`,
    faults: [
      ['Math.floor', 'Math.round'],
      ['Math.floor', 'Math.trunc'],
      ['i < n', 'i < n - 1'],
    ],
    examples: [
      ['2\n3\n5\n', '4'],
      ['1\n7\n', '7'],
    ],
    tests: [
      ['3\n1\n1\n2\n', '1'],
      ['2\n-1\n-2\n', '-2'],
      ['4\n10\n20\n30\n41\n', '25'],
      ['1\n0\n', '0'],
      ['3\n-5\n5\n-1\n', '-1'],
    ],
  },
  {
    id: 'multiplication-row',
    statement:
      'A line holds two whole numbers a and n. Print the first n multiples of a, starting with a itself, on one line with spaces between them.',
    javascript: `const [a, n] = readLine().split(' ').map(Number);
console.log(Array.from({ length: n }, (_, i) => a * (i + 1)).join(' '));`,
    python: `a, n = map(int, input().split())
print(*[a * i for i in range(1, n + 1)])`,
    faults: [
      ['i + 1', 'i'],
      ["join(' ')", "join(',')"],
      ['a * (i + 1)', 'a + i * Math.abs(a)'],
    ],
    examples: [
      ['3 4\n', '3 6 9 12'],
      ['5 1\n', '5'],
    ],
    tests: [
      ['1 10\n', '1 2 3 4 5 6 7 8 9 10'],
      ['0 3\n', '0 0 0'],
      ['-2 3\n', '-2 -4 -6'],
      ['12 12\n', '12 24 36 48 60 72 84 96 108 120 132 144'],
      ['7 2\n', '7 14'],
    ],
  },
  {
    id: 'fizz-buzz',
    statement:
      'A line holds a whole number n. Print the numbers from 1 to n, each on its own line; but instead of multiples of 3 print Fizz, instead of multiples of 5 Buzz, and instead of multiples of both FizzBuzz.',
    javascript: `const n = Number(readLine());
for (let i = 1; i <= n; i++) console.log((i % 3 ? '' : 'Fizz') + (i % 5 ? '' : 'Buzz') || i);`,
    python: `for i in range(1, int(input()) + 1):
    print(('Fizz' if i % 3 == 0 else '') + ('Buzz' if i % 5 == 0 else '') or i)`,
    faults: [
      ['i <= n', 'i < n'],
      ['+ (i % 5', '|| (i % 5'],
      ['i % 3', 'i % 6'],
    ],
    examples: [
      ['5\n', '1\n2\nFizz\n4\nBuzz'],
      ['3\n', '1\n2\nFizz'],
    ],
    tests: [
      ['1\n', '1'],
      ['15\n', '1\n2\nFizz\n4\nBuzz\nFizz\n7\n8\nFizz\nBuzz\n11\nFizz\n13\n14\nFizzBuzz'],
      ['16\n', '1\n2\nFizz\n4\nBuzz\nFizz\n7\n8\nFizz\nBuzz\n11\nFizz\n13\n14\nFizzBuzz\n16'],
      [
        '30\n',
        '1\n2\nFizz\n4\nBuzz\nFizz\n7\n8\nFizz\nBuzz\n11\nFizz\n13\n14\nFizzBuzz\n16\n17\nFizz\n19\nBuzz\nFizz\n22\n23\nFizz\nBuzz\n26\nFizz\n28\n29\nFizzBuzz',
      ],
      ['9\n', '1\n2\nFizz\n4\nBuzz\nFizz\n7\n8\nFizz'],
    ],
  },
  {
    id: 'leap-year',
    statement:
      'A line holds a year. Print yes if it is a leap year, else no. Leap years are divisible by 4, but not by 100 unless they are divisible by 400 as well.',
    javascript: `const year = Number(readLine());
console.log((year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 'yes' : 'no');`,
    python: `year = int(input())
print('yes' if year % 4 == 0 and year % 100 != 0 or year % 400 == 0 else 'no')`,
    faults: [
      ['year % 100 !== 0', 'true'],
      [' || year % 400 === 0', ''],
      ['year % 4 ===', 'year % 2 ==='],
    ],
    examples: [
      ['2024\n', 'yes'],
      ['2023\n', 'no'],
    ],
    tests: [
      ['1900\n', 'no'],
      ['2000\n', 'yes'],
      ['2100\n', 'no'],
      ['1996\n', 'yes'],
      ['1998\n', 'no'],
      ['1\n', 'no'],
      ['400\n', 'yes'],
    ],
  },
  {
    id: 'grade',
    statement:
      'A line holds a number of points from 0 to 100. Print A for at least 90, B for at least 75, C for at least 50, and F for less.',
    javascript: `const points = Number(readLine());
console.log(points >= 90 ? 'A' : points >= 75 ? 'B' : points >= 50 ? 'C' : 'F');`,
    python: `points = int(input())
print('A' if points >= 90 else 'B' if points >= 75 else 'C' if points >= 50 else 'F')`,
    faults: [
      ['>= 90', '> 90'],
      ['>= 75', '> 75'],
      ['>= 50', '> 50'],
    ],
    examples: [
      ['95\n', 'A'],
      ['60\n', 'C'],
    ],
    tests: [
      ['90\n', 'A'],
      ['89\n', 'B'],
      ['75\n', 'B'],
      ['74\n', 'C'],
      ['50\n', 'C'],
      ['49\n', 'F'],
      ['0\n', 'F'],
      ['100\n', 'A'],
    ],
  },
  {
    id: 'word-lengths',
    statement:
      'A line holds words with single spaces between them. Print for every word, on its own line, the word, a colon, a space and its length.',
    javascript: `for (const word of readLine().split(' ')) console.log(\`\${word}: \${word.length}\`);`,
    python: `for word in input().split(' '):
    print(f'{word}: {len(word)}')`,
    faults: [
      ['word.length', 'word.length + (word.length > 3 ? 1 : 0)'],
      ['}: ', '}:'],
    ],
    examples: [
      ['to be\n', 'to: 2\nbe: 2'],
      ['hello\n', 'hello: 5'],
    ],
    tests: [
      ['a bb ccc\n', 'a: 1\nbb: 2\nccc: 3'],
      ['x\n', 'x: 1'],
      ['same same\n', 'same: 4\nsame: 4'],
      ['question 42 ?\n', 'question: 8\n42: 2\n?: 1'],
    ],
  },
  {
    id: 'staircase',
    statement:
      'A line holds a whole number n of at least 1. Print a staircase of n lines: the first has one #, the next two, and so on; spaces in front of them make all lines n characters long.',
    javascript: `const n = Number(readLine());
for (let i = 1; i <= n; i++) console.log('#'.repeat(i).padStart(n));`,
    python: `n = int(input())
for i in range(1, n + 1):
    print(('#' * i).rjust(n))`,
    faults: [
      ['padStart', 'padEnd'],
      ['i <= n', 'i < n'],
      ['repeat(i)', 'repeat(Math.min(i, 3))'],
    ],
    examples: [
      ['3\n', '#\n ##\n###'],
      ['1\n', '#'],
    ],
    tests: [
      ['2\n', '#\n##'],
      ['4\n', '#\n  ##\n ###\n####'],
      ['5\n', '#\n   ##\n  ###\n ####\n#####'],
      ['7\n', '#\n     ##\n    ###\n   ####\n  #####\n ######\n#######'],
    ],
  },
  {
    id: 'char-frequency',
    statement:
      'A line holds a text of small letters. Print every letter that comes up in it, in the order of the alphabet, each on its own line with a space and how often it comes up.',
    javascript: `const text = readLine();
for (const letter of [...new Set(text)].sort()) console.log(\`\${letter} \${text.split(letter).length - 1}\`);`,
    python: `text = input()
for letter in sorted(set(text)):
    print(letter, text.count(letter))`,
    faults: [
      ['.sort()', ''],
      ['length - 1', 'length'],
      ['[...new Set(text)]', '[...text]'],
    ],
    examples: [
      ['banana\n', 'a 3\nb 1\nn 2'],
      ['z\n', 'z 1'],
    ],
    tests: [
      ['cab\n', 'a 1\nb 1\nc 1'],
      ['aaaa\n', 'a 4'],
      ['hello\n', 'e 1\nh 1\nl 2\no 1'],
      ['zyx\n', 'x 1\ny 1\nz 1'],
      ['mississippi\n', 'i 4\nm 1\np 2\ns 4'],
    ],
  },
  {
    id: 'guess-range',
    statement:
      'Numbers from 1 to 100 are guessed. The first line holds the right number, the second how many guesses there are, and each further line one guess. Print for each guess low, high or right; stop after the first right one.',
    javascript: `const secret = Number(readLine());
const count = Number(readLine());
for (let i = 0; i < count; i++) {
  const guess = Number(readLine());
  console.log(guess < secret ? 'low' : guess > secret ? 'high' : 'right');
  if (guess === secret) break;
}`,
    python: `secret = int(input())
for _ in range(int(input())):
    guess = int(input())
    print('low' if guess < secret else 'high' if guess > secret else 'right')
    if guess == secret:
        break`,
    faults: [
      ["'low' : guess", "'high' : guess"],
      ['if (guess === secret) break;', ''],
      ['guess < secret', 'String(guess) < String(secret)'],
    ],
    examples: [
      ['50\n3\n25\n75\n50\n', 'low\nhigh\nright'],
      ['7\n1\n9\n', 'high'],
    ],
    tests: [
      ['10\n4\n10\n20\n30\n40\n', 'right'],
      ['99\n2\n98\n100\n', 'low\nhigh'],
      ['1\n3\n3\n2\n1\n', 'high\nhigh\nright'],
      ['42\n5\n1\n100\n42\n42\n42\n', 'low\nhigh\nright'],
    ],
  },
];
