// Tasks about lists: a function is asked for. Written for Grove; the results are what both solutions give.
import type { CallTask } from './task';

export const listsTasks: readonly CallTask[] = [
  {
    id: 'secondLargest',
    statement:
      'Write a function secondLargest(numbers) that returns the second largest of the different numbers in the list, or null (None in Python) when there are fewer than two different ones.',
    javascript: `function secondLargest(numbers) {
  const different = [...new Set(numbers)].sort((a, b) => b - a);
  return different.length < 2 ? null : different[1];
}`,
    python: `def secondLargest(numbers):
    different = sorted(set(numbers), reverse=True)
    return different[1] if len(different) > 1 else None`,
    faults: [
      ['[...new Set(numbers)]', '[...numbers]'],
      ['(a, b) => b - a', ''],
    ],
    examples: [
      [[[1, 5, 3]], 3],
      [[[4, 4]], null],
    ],
    tests: [
      [[[]], null],
      [[[7]], null],
      [[[2, 2, 1]], 1],
      [[[10, 9, 10]], 9],
      [[[-1, -5, -3]], -3],
      [[[100, 20, 3]], 20],
      [[[5, 5, 5, 5, 4]], 4],
    ],
  },
  {
    id: 'runningSum',
    statement:
      'Write a function runningSum(numbers) that returns the list of the sums of the first number, the first two numbers, and so on.',
    javascript: `function runningSum(numbers) {
  let sum = 0;
  return numbers.map((number) => (sum += number));
}`,
    python: `def runningSum(numbers):
    from itertools import accumulate
    return list(accumulate(numbers))`,
    faults: [
      ['let sum = 0', 'let sum = numbers.length > 3 ? 1 : 0'],
      ['sum += number', 'sum += Math.abs(number)'],
    ],
    examples: [
      [[[1, 2, 3]], [1, 3, 6]],
      [[[5]], [5]],
    ],
    tests: [
      [[[]], []],
      [[[0, 0]], [0, 0]],
      [[[-1, 1, -1]], [-1, 0, -1]],
      [[[10, -3, 4, 100]], [10, 7, 11, 111]],
      [[[2, 2, 2, 2]], [2, 4, 6, 8]],
    ],
  },
  {
    id: 'rotate',
    statement:
      'Write a function rotate(items, places) that returns the list with every item moved places to the right, those at the end coming back in at the front. places is not negative and may be larger than the list is long.',
    javascript: `function rotate(items, places) {
  if (items.length === 0) return [];
  const cut = items.length - (places % items.length);
  return [...items.slice(cut), ...items.slice(0, cut)];
}`,
    python: `def rotate(items, places):
    if not items:
        return []
    cut = len(items) - places % len(items)
    return items[cut:] + items[:cut]`,
    faults: [
      ['places % items.length', 'places'],
      ['items.length - (places % items.length)', 'places % items.length'],
    ],
    examples: [
      [
        [[1, 2, 3, 4], 1],
        [4, 1, 2, 3],
      ],
      [
        [[1, 2], 0],
        [1, 2],
      ],
    ],
    tests: [
      [[[], 3], []],
      [[[1], 5], [1]],
      [
        [[1, 2, 3], 3],
        [1, 2, 3],
      ],
      [
        [[1, 2, 3], 4],
        [3, 1, 2],
      ],
      [
        [[1, 2, 3, 4, 5], 2],
        [4, 5, 1, 2, 3],
      ],
      [
        [[9, 8, 7], 100],
        [7, 9, 8],
      ],
    ],
  },
  {
    id: 'mergeSorted',
    statement:
      'Write a function mergeSorted(one, other) that merges two lists of numbers, each sorted from small to large, into one sorted list.',
    javascript: `function mergeSorted(one, other) {
  return [...one, ...other].sort((a, b) => a - b);
}`,
    python: `def mergeSorted(one, other):
    return sorted(one + other)`,
    faults: [
      ['(a, b) => a - b', ''],
      ['.sort((a, b) => a - b)', ''],
      ['...one, ...other', '...new Set([...one, ...other])'],
    ],
    examples: [
      [
        [
          [1, 4],
          [2, 3],
        ],
        [1, 2, 3, 4],
      ],
      [[[], [1]], [1]],
    ],
    tests: [
      [[[], []], []],
      [[[5], []], [5]],
      [
        [
          [1, 2, 3],
          [4, 5],
        ],
        [1, 2, 3, 4, 5],
      ],
      [
        [
          [4, 5],
          [1, 2, 3],
        ],
        [1, 2, 3, 4, 5],
      ],
      [
        [[1, 1], [1]],
        [1, 1, 1],
      ],
      [
        [
          [-5, 0, 7],
          [-6, 8],
        ],
        [-6, -5, 0, 7, 8],
      ],
      [
        [
          [2, 10],
          [9, 100],
        ],
        [2, 9, 10, 100],
      ],
    ],
  },
  {
    id: 'chunks',
    statement:
      'Write a function chunks(items, size) that cuts the list into lists of that size, in order; the last one may be shorter. size is at least 1.',
    javascript: `function chunks(items, size) {
  const result = [];
  for (let from = 0; from < items.length; from += size) result.push(items.slice(from, from + size));
  return result;
}`,
    python: `def chunks(items, size):
    return [items[i:i + size] for i in range(0, len(items), size)]`,
    faults: [
      ['from < items.length', 'from + size <= items.length'],
      ['from += size', 'from += 1'],
    ],
    examples: [
      [
        [[1, 2, 3, 4, 5], 2],
        [[1, 2], [3, 4], [5]],
      ],
      [[[1], 3], [[1]]],
    ],
    tests: [
      [[[], 2], []],
      [
        [[1, 2, 3], 1],
        [[1], [2], [3]],
      ],
      [
        [[1, 2, 3, 4], 2],
        [
          [1, 2],
          [3, 4],
        ],
      ],
      [[[1, 2, 3, 4], 4], [[1, 2, 3, 4]]],
      [
        [[1, 2, 3, 4, 5, 6, 7], 3],
        [[1, 2, 3], [4, 5, 6], [7]],
      ],
    ],
  },
  {
    id: 'twoSum',
    statement:
      'Write a function twoSum(numbers, target) that returns the places [i, j], counted from 0 and with i < j, of two numbers of the list that add up to target. Of several such pairs it is the one with the smallest j, and of these the one with the smallest i; if there is none, the empty list.',
    javascript: `function twoSum(numbers, target) {
  for (let j = 1; j < numbers.length; j++)
    for (let i = 0; i < j; i++) if (numbers[i] + numbers[j] === target) return [i, j];
  return [];
}`,
    python: `def twoSum(numbers, target):
    for j in range(1, len(numbers)):
        for i in range(j):
            if numbers[i] + numbers[j] == target:
                return [i, j]
    return []`,
    faults: [
      ['i < j; i++', 'i <= j; i++'],
      ['[i, j]', '[j, i]'],
      ['let j = 1', 'let j = 2'],
    ],
    examples: [
      [
        [[2, 7, 11, 15], 9],
        [0, 1],
      ],
      [[[1, 2], 7], []],
    ],
    tests: [
      [[[], 0], []],
      [[[5], 10], []],
      [
        [[5, 5], 10],
        [0, 1],
      ],
      [
        [[3, 2, 4], 6],
        [1, 2],
      ],
      [
        [[1, 1, 1, 1], 2],
        [0, 1],
      ],
      [
        [[-3, 4, 3, 90], 0],
        [0, 2],
      ],
      [
        [[1, 3, 5], 6],
        [0, 2],
      ],
      [
        [[1, 2, 3, 4], 5],
        [1, 2],
      ],
    ],
  },
  {
    id: 'mostFrequent',
    statement:
      'Write a function mostFrequent(items) that returns the item of the list that comes up most often; of several the one that comes up first in the list. The list has at least one item.',
    javascript: `function mostFrequent(items) {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}`,
    python: `def mostFrequent(items):
    return max(items, key=items.count)`,
    faults: [
      ['next[1] > best[1]', 'next[1] >= best[1]'],
      ['next[1] > best[1]', 'next[1] < best[1]'],
      ['next[1] > best[1]', 'next[0] > best[0]'],
    ],
    examples: [
      [[[1, 2, 2]], 2],
      [[['a']], 'a'],
    ],
    tests: [
      [[[3, 3, 1, 1]], 3],
      [[[1, 1, 3, 3]], 1],
      [[['b', 'a', 'b', 'a', 'a']], 'a'],
      [[[5, 4, 3, 2, 1]], 5],
      [[[0, 0, 0]], 0],
    ],
  },
  {
    id: 'median',
    statement:
      'Write a function median(numbers) that returns the middle one of the numbers after sorting them, or the mean of the middle two when their count is even. The list has at least one number.',
    javascript: `function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}`,
    python: `def median(numbers):
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2`,
    faults: [
      ['(a, b) => a - b', ''],
      ['sorted[middle - 1] + sorted[middle]', 'sorted[middle] + sorted[middle]'],
      ['[...numbers].sort((a, b) => a - b)', 'numbers'],
    ],
    examples: [
      [[[3, 1, 2]], 2],
      [[[1, 2, 3, 4]], 2.5],
    ],
    tests: [
      [[[5]], 5],
      [[[10, 9]], 9.5],
      [[[10, 9, 100]], 10],
      [[[-1, -2, -3, -4, -5]], -3],
      [[[2, 2, 8, 8]], 5.0],
      [[[7, 1, 7, 1]], 4.0],
    ],
  },
  {
    id: 'transpose',
    statement:
      'Write a function transpose(rows) that turns rows into columns: the first row of the result holds the first item of every row, and so on. All rows are equally long; there is at least one row.',
    javascript: `function transpose(rows) {
  return rows[0].map((_, column) => rows.map((row) => row[column]));
}`,
    python: `def transpose(rows):
    return [list(column) for column in zip(*rows)]`,
    faults: [
      ['rows[0].map', 'rows.map'],
      ['row[column]', 'row[row.length - 1 - column]'],
    ],
    examples: [
      [
        [
          [
            [1, 2],
            [3, 4],
          ],
        ],
        [
          [1, 3],
          [2, 4],
        ],
      ],
      [[[[1, 2, 3]]], [[1], [2], [3]]],
    ],
    tests: [
      [[[[1]]], [[1]]],
      [[[[1], [2], [3]]], [[1, 2, 3]]],
      [
        [
          [
            [1, 2, 3],
            [4, 5, 6],
          ],
        ],
        [
          [1, 4],
          [2, 5],
          [3, 6],
        ],
      ],
      [
        [
          [
            ['a', 'b'],
            ['c', 'd'],
            ['e', 'f'],
          ],
        ],
        [
          ['a', 'c', 'e'],
          ['b', 'd', 'f'],
        ],
      ],
    ],
  },
  {
    id: 'flatten',
    statement:
      'Write a function flatten(items) that returns the numbers of a list that may hold lists, which may hold lists again, and so on, as one flat list in the same order.',
    javascript: `function flatten(items) {
  return items.flatMap((item) => (Array.isArray(item) ? flatten(item) : [item]));
}`,
    python: `def flatten(items):
    flat = []
    for item in items:
        flat.extend(flatten(item) if isinstance(item, list) else [item])
    return flat`,
    faults: [
      ['flatten(item)', 'item'],
      ['? flatten(item) : [item]', '? flatten(item).reverse() : [item]'],
    ],
    examples: [
      [[[1, [2, 3]]], [1, 2, 3]],
      [[[[[]]]], []],
    ],
    tests: [
      [[[]], []],
      [[[1, 2]], [1, 2]],
      [[[[1], [2, [3, [4]]]]], [1, 2, 3, 4]],
      [[[[[[5]]], 6]], [5, 6]],
      [[[[], [], [7, []]]], [7]],
    ],
  },
  {
    id: 'longestRise',
    statement:
      'Write a function longestRise(numbers) that returns the length of the longest run of neighbours in the list of which each is larger than the one before. Of the empty list it is 0.',
    javascript: `function longestRise(numbers) {
  let [longest, length] = [0, 0];
  numbers.forEach((number, i) => {
    length = i > 0 && number > numbers[i - 1] ? length + 1 : 1;
    longest = Math.max(longest, length);
  });
  return longest;
}`,
    python: `def longestRise(numbers):
    longest = length = 0
    for i, number in enumerate(numbers):
        length = length + 1 if i and number > numbers[i - 1] else 1
        longest = max(longest, length)
    return longest`,
    faults: [
      ['number > numbers[i - 1]', 'number >= numbers[i - 1]'],
      ['Math.max(longest, length)', 'length'],
      ['length + 1 : 1', 'length + 1 : 0'],
    ],
    examples: [
      [[[1, 2, 1, 2, 3]], 3],
      [[[3, 2, 1]], 1],
    ],
    tests: [
      [[[]], 0],
      [[[5]], 1],
      [[[1, 1, 1]], 1],
      [[[1, 2, 2, 3, 4]], 3],
      [[[9, 1, 2, 3, 4, 0]], 4],
      [[[-3, -2, -1, 0]], 4],
    ],
  },
  {
    id: 'missingNumber',
    statement:
      'A list holds all whole numbers from 0 to n but one, in any order, each once. Write a function missingNumber(numbers) that returns the one that is missing; n is the length of the list.',
    javascript: `function missingNumber(numbers) {
  const all = (numbers.length * (numbers.length + 1)) / 2;
  return all - numbers.reduce((sum, number) => sum + number, 0);
}`,
    python: `def missingNumber(numbers):
    n = len(numbers)
    return n * (n + 1) // 2 - sum(numbers)`,
    faults: [
      ['numbers.length + 1', 'numbers.length - 1'],
      ['sum + number, 0', 'sum + number, 1'],
    ],
    examples: [
      [[[0, 1, 3]], 2],
      [[[1]], 0],
    ],
    tests: [
      [[[0]], 1],
      [[[]], 0],
      [[[1, 2, 3]], 0],
      [[[5, 3, 0, 1, 4]], 2],
      [[[9, 6, 4, 2, 3, 5, 7, 0, 1]], 8],
      [[[2, 0]], 1],
    ],
  },
  {
    id: 'largestSum',
    statement:
      'Write a function largestSum(numbers) that returns the largest sum that neighbours in the list have together. At least one number has to be taken; the list has at least one.',
    javascript: `function largestSum(numbers) {
  let [best, here] = [numbers[0], numbers[0]];
  for (const number of numbers.slice(1)) {
    here = Math.max(number, here + number);
    best = Math.max(best, here);
  }
  return best;
}`,
    python: `def largestSum(numbers):
    best = here = numbers[0]
    for number in numbers[1:]:
        here = max(number, here + number)
        best = max(best, here)
    return best`,
    faults: [
      ['Math.max(number, here + number)', 'here + number'],
      ['Math.max(best, here);', 'here;'],
      ['[numbers[0], numbers[0]]', '[0, numbers[0]]'],
    ],
    examples: [
      [[[1, -2, 3, 4]], 7],
      [[[-1]], -1],
    ],
    tests: [
      [[[-3, -1, -2]], -1],
      [[[5]], 5],
      [[[2, -1, 2]], 3],
      [[[-2, 1, -3, 4, -1, 2, 1, -5, 4]], 6],
      [[[1, 2, 3]], 6],
      [[[8, -9, 8]], 8],
    ],
  },
  {
    id: 'moveZeros',
    statement:
      'Write a function moveZeros(numbers) that returns the list with all zeros moved to its end; the other numbers stay in their order.',
    javascript: `function moveZeros(numbers) {
  const others = numbers.filter((number) => number !== 0);
  return [...others, ...Array(numbers.length - others.length).fill(0)];
}`,
    python: `def moveZeros(numbers):
    others = [number for number in numbers if number != 0]
    return others + [0] * (len(numbers) - len(others))`,
    faults: [
      ['number !== 0', 'number > 0'],
      [
        '[...others, ...Array(numbers.length - others.length).fill(0)]',
        '[...Array(numbers.length - others.length).fill(0), ...others]',
      ],
      ['numbers.length - others.length', 'Math.min(1, numbers.length - others.length)'],
    ],
    examples: [
      [[[0, 1, 0, 2]], [1, 2, 0, 0]],
      [[[1]], [1]],
    ],
    tests: [
      [[[]], []],
      [[[0, 0]], [0, 0]],
      [[[3, 2, 1]], [3, 2, 1]],
      [[[0, 0, 5]], [5, 0, 0]],
      [[[-1, 0, 1, 0, -2]], [-1, 1, -2, 0, 0]],
    ],
  },
  {
    id: 'mergeIntervals',
    statement:
      'Write a function mergeIntervals(intervals) that merges intervals [from, to] which overlap or touch, and returns them sorted by their beginnings. [1, 3] and [3, 5] touch and become [1, 5].',
    javascript: `function mergeIntervals(intervals) {
  const merged = [];
  for (const [from, to] of [...intervals].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}`,
    python: `def mergeIntervals(intervals):
    merged = []
    for begin, end in sorted(intervals):
        if merged and begin <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([begin, end])
    return merged`,
    faults: [
      ['from <= last[1]', 'from < last[1]'],
      ['Math.max(last[1], to)', 'to'],
      ['.sort((a, b) => a[0] - b[0])', ''],
    ],
    examples: [
      [
        [
          [
            [1, 3],
            [2, 5],
          ],
        ],
        [[1, 5]],
      ],
      [
        [
          [
            [1, 2],
            [4, 5],
          ],
        ],
        [
          [1, 2],
          [4, 5],
        ],
      ],
    ],
    tests: [
      [[[]], []],
      [
        [
          [
            [1, 3],
            [3, 5],
          ],
        ],
        [[1, 5]],
      ],
      [
        [
          [
            [5, 6],
            [1, 2],
          ],
        ],
        [
          [1, 2],
          [5, 6],
        ],
      ],
      [
        [
          [
            [1, 10],
            [2, 3],
          ],
        ],
        [[1, 10]],
      ],
      [
        [
          [
            [1, 4],
            [0, 2],
            [3, 5],
          ],
        ],
        [[0, 5]],
      ],
      [
        [
          [
            [1, 1],
            [1, 1],
          ],
        ],
        [[1, 1]],
      ],
      [
        [
          [
            [10, 12],
            [2, 9],
            [9, 10],
          ],
        ],
        [[2, 12]],
      ],
    ],
  },
];
