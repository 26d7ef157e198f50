// The world that the page's editor begins with: the one that the tutorial builds
// (learning/environments/your-own-world.md); a test holds the two together.

export const exampleWorld = `export default {
  name: 'Penguin on ice',
  sentence: 'Slide the penguin so that it stops on the fish; only rocks and the edge stop it.',
  problem: 'pond',
  settings: {
    size: { from: 5, to: 9, usual: 7, meaning: 'Rows and columns of the ice.' },
    rocks: { from: 4, to: 16, usual: 8, meaning: 'Rocks on the ice.' },
  },
  symbols: {
    '@': 'penguin',
    '.': 'fish',
    '+': 'penguin with fish',
    '#': 'rock',
    '-': { name: 'ice', look: 'floor' },
  },
  landmarks: { '@': '@+', '.': '.+' },
  moves: ['U', 'D', 'L', 'R'],

  start(random, { size, rocks }) {
    const cells = [];
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++) cells.push({ row, column });
    const [penguin, fish, ...others] = random.shuffle(cells);
    return { size, penguin, fish, rocks: others.slice(0, rocks) };
  },

  step(state, move) {
    const { size, rocks } = state;
    const [down, right] = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] }[move];
    let { row, column } = state.penguin;
    for (;;) {
      const next = { row: row + down, column: column + right };
      const outside = next.row < 0 || next.row >= size || next.column < 0 || next.column >= size;
      if (outside || rocks.some((rock) => same(rock, next))) break;
      ({ row, column } = next);
    }
    return { ...state, penguin: { row, column } };
  },

  solved(state) {
    return same(state.penguin, state.fish);
  },

  picture(state) {
    const rows = Array.from({ length: state.size }, () => Array(state.size).fill('-'));
    for (const rock of state.rocks) rows[rock.row][rock.column] = '#';
    rows[state.fish.row][state.fish.column] = '.';
    rows[state.penguin.row][state.penguin.column] = same(state.penguin, state.fish) ? '+' : '@';
    return rows.map((row) => row.join(''));
  },
};

const same = (a, b) => a.row === b.row && a.column === b.column;
`;
