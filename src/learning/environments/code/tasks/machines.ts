// Tasks that read lines and print lines: small machines and games. Written for Grove; the results are what both solutions give.
import type { StdinTask } from './task';

export const machinesTasks: readonly StdinTask[] = [
  {
    id: 'stack-machine',
    statement:
      'A line holds a sum in postfix form: whole numbers and the signs + - *, with spaces between them. A sign takes the last two values before it and puts back what they come to. Print the value of the whole line.',
    javascript: `const stack = [];
for (const word of readLine().split(' ')) {
  if (!'+-*'.includes(word)) stack.push(Number(word));
  else {
    const [b, a] = [stack.pop(), stack.pop()];
    stack.push(word === '+' ? a + b : word === '-' ? a - b : a * b);
  }
}
console.log(stack[0]);`,
    python: `stack = []
for word in input().split():
    if word not in '+-*':
        stack.append(int(word))
    else:
        b, a = stack.pop(), stack.pop()
        stack.append(a + b if word == '+' else a - b if word == '-' else a * b)
print(stack[0])`,
    faults: [
      ['[b, a]', '[a, b]'],
      ["'-' ? a - b", "'-' ? a + b"],
      ['a * b', 'a * b + (a > 3 ? 1 : 0)'],
    ],
    examples: [
      ['3 4 +\n', '7'],
      ['5 1 2 + 4 * +\n', '17'],
    ],
    tests: [
      ['7\n', '7'],
      ['10 3 -\n', '7'],
      ['2 3 * 4 *\n', '24'],
      ['1 2 3 - -\n', '2'],
      ['-5 5 *\n', '-25'],
      ['8 2 3 * -\n', '2'],
    ],
  },
  {
    id: 'robot-walk',
    statement:
      'A robot stands at 0 0 and looks north. A line holds its commands as letters: F goes one step on, L and R turn it left and right. Print where it stands at the end: steps to the east and steps to the north, with a space between them.',
    javascript: `let [x, y, dx, dy] = [0, 0, 0, 1];
for (const command of readLine().trim()) {
  if (command === 'F') [x, y] = [x + dx, y + dy];
  if (command === 'L') [dx, dy] = [-dy, dx];
  if (command === 'R') [dx, dy] = [dy, -dx];
}
console.log(\`\${x} \${y}\`);`,
    python: `x, y, dx, dy = 0, 0, 0, 1
for command in input().strip():
    if command == 'F':
        x, y = x + dx, y + dy
    elif command == 'L':
        dx, dy = -dy, dx
    elif command == 'R':
        dx, dy = dy, -dx
print(x, y)`,
    faults: [
      ['[-dy, dx]', '[dy, -dx]'],
      ['[dy, -dx]', '[dy, dx]'],
      ['{x}', '{y}'],
    ],
    examples: [
      ['FFRF\n', '1 2'],
      ['LF\n', '-1 0'],
    ],
    tests: [
      ['F\n', '0 1'],
      ['RRF\n', '0 -1'],
      ['FRFRFRF\n', '0 0'],
      ['LLLFF\n', '2 0'],
      ['FFLFFLFFRF\n', '-3 0'],
      ['RFRF\n', '1 -1'],
    ],
  },
  {
    id: 'vending-change',
    statement:
      'A line holds a price and what is paid for it, both in cents; enough is paid. There are coins of 50, 20, 10, 5, 2 and 1. Print the coins of the change, the largest first and as few as possible, with spaces between them; print none if there is no change.',
    javascript: `const [price, paid] = readLine().split(' ').map(Number);
const coins = [];
let change = paid - price;
for (const coin of [50, 20, 10, 5, 2, 1]) {
  for (; change >= coin; change -= coin) coins.push(coin);
}
console.log(coins.length > 0 ? coins.join(' ') : 'none');`,
    python: `price, paid = map(int, input().split())
change = paid - price
coins = []
for coin in [50, 20, 10, 5, 2, 1]:
    while change >= coin:
        coins.append(coin)
        change -= coin
print(*(coins or ['none']))`,
    faults: [
      ['change >= coin', 'change > coin'],
      ["'none'", "''"],
      ['20, 10', '10'],
    ],
    examples: [
      ['35 50\n', '10 5'],
      ['20 20\n', 'none'],
    ],
    tests: [
      ['1 100\n', '50 20 20 5 2 2'],
      ['50 100\n', '50'],
      ['12 20\n', '5 2 1'],
      ['0 88\n', '50 20 10 5 2 1'],
      ['99 100\n', '1'],
      ['7 11\n', '2 2'],
      ['7 7\n', 'none'],
    ],
  },
  {
    id: 'queue-orders',
    statement:
      'The first line holds how many commands follow, each on its own line: "add NAME" puts somebody at the end of a queue, "serve" takes the first away and prints that name, or prints empty if nobody waits. At the end print how many still wait.',
    javascript: `const count = Number(readLine());
const queue = [];
for (let i = 0; i < count; i++) {
  const [command, name] = readLine().split(' ');
  if (command === 'add') queue.push(name);
  else console.log(queue.length > 0 ? queue.shift() : 'empty');
}
console.log(queue.length);`,
    python: `from collections import deque
queue = deque()
for _ in range(int(input())):
    command, *name = input().split()
    if command == 'add':
        queue.append(name[0])
    else:
        print(queue.popleft() if queue else 'empty')
print(len(queue))`,
    faults: [
      ['queue.shift()', 'queue.pop()'],
      ["'empty'", "'none'"],
      ['console.log(queue.length)', 'console.log(count)'],
    ],
    examples: [
      ['3\nadd Ann\nadd Bob\nserve\n', 'Ann\n1'],
      ['1\nserve\n', 'empty\n0'],
    ],
    tests: [
      ['0\n', '0'],
      ['4\nadd A\nserve\nserve\nadd B\n', 'A\nempty\n1'],
      ['5\nadd x\nadd y\nadd z\nserve\nserve\n', 'x\ny\n1'],
      ['2\nadd Q\nadd Q\n', '2'],
    ],
  },
  {
    id: 'game-of-life-row',
    statement:
      'A line of . and # is a row of cells, dead and alive. In the next generation a cell is alive if exactly one of its two neighbours is alive now; beyond the ends all is dead. The second line holds a number of generations. Print the row after that many.',
    javascript: `let row = readLine().trim();
const generations = Number(readLine());
for (let i = 0; i < generations; i++) {
  row = [...row].map((_, at) => ((row[at - 1] === '#') !== (row[at + 1] === '#') ? '#' : '.')).join('');
}
console.log(row);`,
    python: `row = input().strip()
for _ in range(int(input())):
    padded = '.' + row + '.'
    row = ''.join('#' if padded[i] != padded[i + 2] else '.' for i in range(len(row)))
print(row)`,
    faults: [
      ['!== (row[at + 1]', '|| (row[at + 1]'],
      ['i < generations', 'i <= generations'],
      ["row[at - 1] === '#'", "row[at] === '#'"],
    ],
    examples: [
      ['..#..\n1\n', '.#.#.'],
      ['#\n1\n', '.'],
    ],
    tests: [
      ['..#..\n0\n', '..#..'],
      ['..#..\n2\n', '#...#'],
      ['####\n1\n', '#..#'],
      ['#.#.#\n3\n', '.....'],
      ['.......#.......\n5\n', '..#.#.....#.#..'],
    ],
  },
  {
    id: 'highest-score',
    statement:
      'The first line holds a number of results of at least 1; each further line holds a name and a score with a space between them. A name may come up several times: its scores are added. Print the name with the highest total and the total; of several the one that reached the list first.',
    javascript: `const count = Number(readLine());
const totals = new Map();
for (let i = 0; i < count; i++) {
  const [name, score] = readLine().split(' ');
  totals.set(name, (totals.get(name) ?? 0) + Number(score));
}
const [name, total] = [...totals].reduce((best, next) => (next[1] > best[1] ? next : best));
console.log(\`\${name} \${total}\`);`,
    python: `totals = {}
for _ in range(int(input())):
    name, score = input().split()
    totals[name] = totals.get(name, 0) + int(score)
best = max(totals, key=totals.get)
print(best, totals[best])`,
    faults: [
      ['next[1] > best[1]', 'next[1] >= best[1]'],
      ['(totals.get(name) ?? 0) + Number(score)', 'Number(score)'],
      ['next[1] > best[1]', 'next[0] < best[0]'],
    ],
    examples: [
      ['3\nAnn 5\nBob 7\nAnn 4\n', 'Ann 9'],
      ['1\nZoe 0\n', 'Zoe 0'],
    ],
    tests: [
      ['2\nA 3\nB 3\n', 'A 3'],
      ['2\nB 3\nA 3\n', 'B 3'],
      ['4\na 1\nb 9\na 10\nb 1\n', 'a 11'],
      ['2\nx -5\ny -6\n', 'x -5'],
      ['3\np 10\nq 9\nq 0\n', 'p 10'],
    ],
  },
  {
    id: 'maze-way',
    statement:
      'The first line holds the number of rows of a maze; the rows follow: # is wall, . is free, S the start and E the end. Steps go up, down, left and right. Print the least number of steps from S to E, or -1 if there is no way.',
    javascript: `const rows = Array.from({ length: Number(readLine()) }, () => readLine());
const find = (sign) => {
  const row = rows.findIndex((line) => line.includes(sign));
  return [row, rows[row].indexOf(sign)];
};
const [startRow, startColumn] = find('S');
const steps = new Map([[\`\${startRow} \${startColumn}\`, 0]]);
const queue = [[startRow, startColumn]];
for (const [row, column] of queue) {
  for (const [r, c] of [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]]) {
    if ((rows[r]?.[c] ?? '#') === '#' || steps.has(\`\${r} \${c}\`)) continue;
    steps.set(\`\${r} \${c}\`, steps.get(\`\${row} \${column}\`) + 1);
    queue.push([r, c]);
  }
}
console.log(steps.get(find('E').join(' ')) ?? -1);`,
    python: `from collections import deque
rows = [input() for _ in range(int(input()))]
places = {cell: (r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell in 'SE'}
steps = {places['S']: 0}
queue = deque([places['S']])
while queue:
    r, c = queue.popleft()
    for place in [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]:
        inside = 0 <= place[0] < len(rows) and 0 <= place[1] < len(rows[place[0]])
        if inside and rows[place[0]][place[1]] != '#' and place not in steps:
            steps[place] = steps[(r, c)] + 1
            queue.append(place)
print(steps.get(places['E'], -1))`,
    faults: [
      [', [row, column + 1]', ''],
      ['?? -1', '?? 0'],
      ['[row - 1, column], ', ''],
    ],
    examples: [
      ['1\nS.E\n', '2'],
      ['1\nS#E\n', '-1'],
    ],
    tests: [
      ['2\nS#\nE.\n', '1'],
      ['3\nS#E\n.#.\n...\n', '6'],
      ['3\n.S.\n###\n.E.\n', '-1'],
      ['4\nS...\n###.\nE...\n####\n', '8'],
      ['2\nSE\n..\n', '1'],
      ['5\nS.#..\n..#..\n.....\n##.##\n....E\n', '8'],
    ],
  },
  {
    id: 'bank-account',
    statement:
      'The first line holds how many commands follow, each on its own line: "in X" puts X in, "out X" takes X out if at least X is there and otherwise prints refused. X is a positive whole number, and there is nothing at first. At the end print what is left.',
    javascript: `const count = Number(readLine());
let balance = 0;
for (let i = 0; i < count; i++) {
  const [command, amount] = readLine().split(' ');
  if (command === 'in') balance += Number(amount);
  else if (balance >= Number(amount)) balance -= Number(amount);
  else console.log('refused');
}
console.log(balance);`,
    python: `balance = 0
for _ in range(int(input())):
    command, amount = input().split()
    if command == 'in':
        balance += int(amount)
    elif balance >= int(amount):
        balance -= int(amount)
    else:
        print('refused')
print(balance)`,
    faults: [
      ['balance >= Number', 'balance > Number'],
      ["console.log('refused')", 'balance = 0'],
      ['balance += Number', 'balance = Number'],
    ],
    examples: [
      ['2\nin 10\nout 3\n', '7'],
      ['1\nout 5\n', 'refused\n0'],
    ],
    tests: [
      ['0\n', '0'],
      ['3\nin 5\nout 5\nout 1\n', 'refused\n0'],
      ['4\nin 1\nin 2\nout 4\nout 3\n', 'refused\n0'],
      ['2\nin 100\nout 100\n', '0'],
      ['3\nout 1\nin 9\nout 8\n', 'refused\n1'],
    ],
  },
];
