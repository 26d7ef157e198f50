// Tasks about numbers: a function is asked for. Written for Grove; the results are what both solutions give.
import type { CallTask } from './task';

export const numbersTasks: readonly CallTask[] = [
  {
    id: 'clamp',
    statement:
      'Write a function clamp(value, low, high) that returns value if it lies from low to high, otherwise the nearer of the two ends.',
    javascript: `function clamp(value, low, high) {
  if (value < low) return low;
  return value > high ? high : value;
}`,
    python: `def clamp(value, low, high):
    return max(low, min(value, high))`,
    faults: [
      ['value < low', 'value > low'],
      ['? high : value', '? value : high'],
    ],
    examples: [
      [[5, 0, 10], 5],
      [[-3, 0, 10], 0],
    ],
    tests: [
      [[12, 0, 10], 10],
      [[0, 0, 10], 0],
      [[10, 0, 10], 10],
      [[-7, -5, -1], -5],
      [[-3, -5, -1], -3],
      [[4, 4, 4], 4],
      [[100, -100, 99], 99],
    ],
  },
  {
    id: 'digitSum',
    statement:
      'Write a function digitSum(n) that returns the sum of the decimal digits of the whole number n; the sign does not count.',
    javascript: `function digitSum(n) {
  let sum = 0;
  for (let left = Math.abs(n); left > 0; left = Math.floor(left / 10)) sum += left % 10;
  return sum;
}`,
    python: `def digitSum(n):
    return sum(int(digit) for digit in str(abs(n)))`,
    faults: [
      ['Math.abs(n)', 'n'],
      ['sum += left % 10', 'sum += left % 9'],
      ['let sum = 0', 'let sum = 1'],
    ],
    examples: [
      [[123], 6],
      [[0], 0],
    ],
    tests: [
      [[9], 9],
      [[10], 1],
      [[999], 27],
      [[-45], 9],
      [[1000001], 2],
      [[70809], 24],
      [[-100], 1],
    ],
  },
  {
    id: 'gcd',
    statement:
      'Write a function gcd(a, b) that returns the greatest common divisor of two whole numbers that are not negative. gcd(0, 0) is 0.',
    javascript: `function gcd(a, b) {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}`,
    python: `def gcd(a, b):
    while b:
        a, b = b, a % b
    return a`,
    faults: [
      ['return a;', 'return b;'],
      ['a % b', 'a - b > 0 ? a - b : 0'],
    ],
    examples: [
      [[12, 18], 6],
      [[7, 5], 1],
    ],
    tests: [
      [[0, 0], 0],
      [[0, 9], 9],
      [[9, 0], 9],
      [[100, 75], 25],
      [[17, 17], 17],
      [[1, 1000], 1],
      [[1071, 462], 21],
      [[270, 192], 6],
    ],
  },
  {
    id: 'leastCommonMultiple',
    statement:
      'Write a function leastCommonMultiple(a, b) that returns the smallest positive whole number that both positive whole numbers divide.',
    javascript: `function leastCommonMultiple(a, b) {
  let multiple = a;
  while (multiple % b !== 0) multiple += a;
  return multiple;
}`,
    python: `def leastCommonMultiple(a, b):
    multiple = a
    while multiple % b:
        multiple += a
    return multiple`,
    faults: [
      ['let multiple = a', 'let multiple = a * b'],
      ['multiple += a', 'multiple += b + a - a * 0 - b + 1'],
    ],
    examples: [
      [[4, 6], 12],
      [[3, 5], 15],
    ],
    tests: [
      [[1, 1], 1],
      [[7, 7], 7],
      [[6, 3], 6],
      [[3, 6], 6],
      [[21, 14], 42],
      [[12, 18], 36],
      [[100, 80], 400],
    ],
  },
  {
    id: 'isPrime',
    statement:
      'Write a function isPrime(n) that returns true when the whole number n is a prime number and false otherwise. Numbers below 2 are not prime.',
    javascript: `function isPrime(n) {
  if (n < 2) return false;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
}`,
    python: `def isPrime(n):
    if n < 2:
        return False
    d = 2
    while d * d <= n:
        if n % d == 0:
            return False
        d += 1
    return True`,
    faults: [
      ['d * d <= n', 'd * d < n'],
      ['n < 2', 'n < 1'],
      ['let d = 2', 'let d = 3'],
    ],
    examples: [
      [[7], true],
      [[9], false],
    ],
    tests: [
      [[-7], false],
      [[0], false],
      [[1], false],
      [[2], true],
      [[4], false],
      [[25], false],
      [[49], false],
      [[97], true],
      [[91], false],
      [[7919], true],
    ],
  },
  {
    id: 'primeFactors',
    statement:
      'Write a function primeFactors(n) that returns the list of the prime factors of the whole number n, from small to large, each as often as it divides n. n is at least 1; primeFactors(1) is the empty list.',
    javascript: `function primeFactors(n) {
  const factors = [];
  for (let d = 2; n > 1; d++) {
    while (n % d === 0) {
      factors.push(d);
      n /= d;
    }
  }
  return factors;
}`,
    python: `def primeFactors(n):
    factors = []
    d = 2
    while n > 1:
        while n % d == 0:
            factors.append(d)
            n //= d
        d += 1
    return factors`,
    faults: [
      ['while (n % d === 0)', 'if (n % d === 0)'],
      ['let d = 2', 'let d = 1 + 2'],
    ],
    examples: [
      [[12], [2, 2, 3]],
      [[7], [7]],
    ],
    tests: [
      [[1], []],
      [[2], [2]],
      [[8], [2, 2, 2]],
      [[60], [2, 2, 3, 5]],
      [[97], [97]],
      [[100], [2, 2, 5, 5]],
      [[360], [2, 2, 2, 3, 3, 5]],
      [[1001], [7, 11, 13]],
    ],
  },
  {
    id: 'fibonacci',
    statement:
      'Write a function fibonacci(n) that returns the n-th Fibonacci number: fibonacci(0) is 0, fibonacci(1) is 1, and every later one is the sum of the two before it.',
    javascript: `function fibonacci(n) {
  let [a, b] = [0, 1];
  for (let i = 0; i < n; i++) [a, b] = [b, a + b];
  return a;
}`,
    python: `def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a`,
    faults: [
      ['return a', 'return b'],
      ['i < n', 'i < n - 1'],
      ['[0, 1]', '[1, 1]'],
    ],
    examples: [
      [[6], 8],
      [[1], 1],
    ],
    tests: [
      [[0], 0],
      [[2], 1],
      [[3], 2],
      [[10], 55],
      [[20], 6765],
      [[50], 12586269025],
    ],
  },
  {
    id: 'collatzSteps',
    statement:
      'Take a positive whole number. If it is even, halve it; if it is odd, multiply it by 3 and add 1. Write a function collatzSteps(n) that returns how many such steps lead from n to 1.',
    javascript: `function collatzSteps(n) {
  let steps = 0;
  for (; n !== 1; steps++) n = n % 2 === 0 ? n / 2 : 3 * n + 1;
  return steps;
}`,
    python: `def collatzSteps(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps`,
    faults: [
      ['let steps = 0', 'let steps = 1'],
      ['n / 2', 'n / 2 + (n === 16 ? 24 : 0)'],
    ],
    examples: [
      [[6], 8],
      [[1], 0],
    ],
    tests: [
      [[2], 1],
      [[3], 7],
      [[7], 16],
      [[8], 3],
      [[27], 111],
      [[97], 118],
    ],
  },
  {
    id: 'toBinary',
    statement:
      'Write a function toBinary(n) that returns the whole number n, which is not negative, as a text of binary digits without leading zeros. toBinary(0) is "0".',
    javascript: `function toBinary(n) {
  let text = '';
  do {
    text = (n % 2) + text;
    n = Math.floor(n / 2);
  } while (n > 0);
  return text;
}`,
    python: `def toBinary(n):
    return format(n, 'b')`,
    faults: [
      ['(n % 2) + text', 'text + (n % 2)'],
      ['n > 0', 'n > 1'],
    ],
    examples: [
      [[5], '101'],
      [[0], '0'],
    ],
    tests: [
      [[1], '1'],
      [[2], '10'],
      [[8], '1000'],
      [[255], '11111111'],
      [[256], '100000000'],
      [[1023], '1111111111'],
      [[100], '1100100'],
    ],
  },
  {
    id: 'fromRoman',
    statement:
      'Write a function fromRoman(text) that returns the number a Roman numeral stands for. The letters I, V, X, L, C, D and M stand for 1, 5, 10, 50, 100, 500 and 1000; a letter before a larger one is subtracted.',
    javascript: `function fromRoman(text) {
  const worth = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    const here = worth[text[i]];
    sum += here < (worth[text[i + 1]] ?? 0) ? -here : here;
  }
  return sum;
}`,
    python: `def fromRoman(text):
    worth = {'I': 1, 'V': 5, 'X': 10, 'L': 50, 'C': 100, 'D': 500, 'M': 1000}
    total = 0
    for letter, following in zip(text, text[1:] + ' '):
        total += -worth[letter] if worth[letter] < worth.get(following, 0) else worth[letter]
    return total`,
    faults: [
      ['? -here', '? here'],
      ['L: 50', 'L: 40'],
      ['D: 500', 'D: 600'],
    ],
    examples: [
      [['XIV'], 14],
      [['MMXX'], 2020],
    ],
    tests: [
      [['I'], 1],
      [['IV'], 4],
      [['IX'], 9],
      [['XL'], 40],
      [['XC'], 90],
      [['CD'], 400],
      [['CM'], 900],
      [['MCMXCIV'], 1994],
      [['LVIII'], 58],
      [['DCLXVI'], 666],
    ],
  },
  {
    id: 'triangleKind',
    statement:
      'Three positive whole numbers are the sides of a triangle if each is smaller than the sum of the other two. Write a function triangleKind(a, b, c) that returns "none" if they are not, else "equilateral" if all are equal, "isosceles" if just two are, and "scalene" otherwise.',
    javascript: `function triangleKind(a, b, c) {
  const [x, y, z] = [a, b, c].sort((one, other) => one - other);
  if (x + y <= z) return 'none';
  if (x === z) return 'equilateral';
  return x === y || y === z ? 'isosceles' : 'scalene';
}`,
    python: `def triangleKind(a, b, c):
    x, y, z = sorted([a, b, c])
    if x + y <= z:
        return 'none'
    if x == z:
        return 'equilateral'
    return 'isosceles' if x == y or y == z else 'scalene'`,
    faults: [
      ['x + y <= z', 'x + y < z'],
      ['x === y || y === z', 'x === y'],
      ['one - other', 'other - one'],
    ],
    examples: [
      [[3, 4, 5], 'scalene'],
      [[1, 2, 3], 'none'],
    ],
    tests: [
      [[5, 5, 5], 'equilateral'],
      [[5, 5, 8], 'isosceles'],
      [[8, 5, 5], 'isosceles'],
      [[5, 8, 5], 'isosceles'],
      [[10, 1, 2], 'none'],
      [[7, 10, 5], 'scalene'],
      [[2, 2, 4], 'none'],
      [[100, 20, 99], 'scalene'],
      [[3, 8, 8], 'isosceles'],
    ],
  },
  {
    id: 'perfectSquare',
    statement:
      'Write a function perfectSquare(n) that returns true when the whole number n is the square of a whole number, and false otherwise.',
    javascript: `function perfectSquare(n) {
  if (n < 0) return false;
  const root = Math.round(Math.sqrt(n));
  return root * root === n;
}`,
    python: `import math
def perfectSquare(n):
    return n >= 0 and math.isqrt(n) ** 2 == n`,
    faults: [
      ['n < 0', 'n <= 0'],
      ['root * root === n', 'root * root >= n'],
    ],
    examples: [
      [[16], true],
      [[15], false],
    ],
    tests: [
      [[0], true],
      [[1], true],
      [[2], false],
      [[-4], false],
      [[99], false],
      [[100], true],
      [[123456], false],
      [[152399025], true],
    ],
  },
  {
    id: 'countDivisors',
    statement:
      'Write a function countDivisors(n) that returns how many positive whole numbers divide the positive whole number n.',
    javascript: `function countDivisors(n) {
  let count = 0;
  for (let d = 1; d <= n; d++) if (n % d === 0) count++;
  return count;
}`,
    python: `def countDivisors(n):
    return sum(1 for d in range(1, n + 1) if n % d == 0)`,
    faults: [
      ['let d = 1', 'let d = 2'],
      ['d <= n', 'd < n'],
      ['d <= n', 'd * d <= n'],
    ],
    examples: [
      [[6], 4],
      [[7], 2],
    ],
    tests: [
      [[1], 1],
      [[2], 2],
      [[12], 6],
      [[36], 9],
      [[97], 2],
      [[100], 9],
      [[360], 24],
    ],
  },
];
