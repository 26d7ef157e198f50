import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readXsb } from './xsb';

describe('readXsb', () => {
  it('reads several levels with titles above and below, comments, and floor in every notation', () => {
    const { levels, faults } = readXsb(
      [
        'Three rooms for a test',
        'Author: the authors of this test',
        '',
        '; First',
        '#####',
        '#@$.#',
        '#####',
        'Author: somebody',
        '',
        '  ####',
        '###--#',
        '#p_b.#',
        '######',
        'Title: Second',
        'Comment: the walls of this one begin further right',
        '',
        '####',
        '#+ #',
        '#$*#',
        '####',
        '',
      ].join('\r\n'),
    );
    expect(faults).toEqual([]);
    expect(levels).toEqual([
      { title: 'First', line: 5, rows: ['#####', '#@$.#', '#####'] },
      { title: 'Second', line: 10, rows: ['  ####', '###  #', '#@ $.#', '######'] },
      { title: 'level 3', line: 17, rows: ['####', '#+ #', '#$*#', '####'] },
    ]);
  });

  it('reads run-lengths and levels on one line', () => {
    expect(readXsb('5#|#@$.#|5#').levels[0]?.rows).toEqual(['#####', '#@$.#', '#####']);
    expect(readXsb('7#\n#@2-$.#\n7#').levels[0]?.rows).toEqual(['#######', '#@  $.#', '#######']);
  });

  it('tells comments, separators and padding from rows, and names a level by none of them', () => {
    const { levels, faults } = readXsb(
      [
        ':: for readers of the file ::',
        '# Level one',
        '#######',
        '#@ $ .#',
        '#######',
        '-------',
        '',
        '#2',
        '-----',
        '#####',
        '#@$.#',
        '#####',
        '_____',
        '',
        'Solution',
        'rRRllurrdLLLruUddRR',
        '=======',
        '#####',
        '#@$.#',
        '#####',
      ].join('\n'),
    );
    expect(faults).toEqual([]);
    expect(levels.map(({ title, line }) => [title, line])).toEqual([
      ['Level one', 3],
      ['2', 10],
      ['Solution', 18],
    ]);
    for (const { rows } of levels) expect(rows).toHaveLength(3);
  });

  it('reads rows that tabs move to the right, and empty rows inside a level', () => {
    expect(readXsb('\t#####\n\t#@$.#\n  \t#####\n').levels[0]?.rows).toEqual(
      ['#####', '#@$.#', '#####'].map((row) => `        ${row}`),
    );
    const apart = ['#*#', '   ', '###', '#@#', '###'];
    for (const text of ['#*#\n-\n###\n#@#\n###', '#*#|---|3#|#@#|3#'])
      expect(readXsb(text)).toMatchObject({ faults: [], levels: [{ rows: apart }] });
  });

  it('says line by line what it cannot read', () => {
    expect(readXsb('A level\n#####\n#@x.#\n#5\n####\n').faults).toEqual([
      { line: 3, fault: '"x" is no symbol of a level: they are # @ + $ * . and space, - or _ for floor' },
      { line: 4, fault: '"5" is no symbol of a level: they are # @ + $ * . and space, - or _ for floor' },
    ]);
    expect(readXsb('99999999#').faults).toEqual([{ line: 1, fault: 'the row is longer than 1000 cells' }]);
    for (const text of ['', 'no level here', '; one\n; two'])
      expect(readXsb(text).faults).toEqual([{ line: 1, fault: 'there is no level in the file' }]);
  });

  it('never throws', () => {
    const text = fc.array(fc.constantFrom('#', '@', '$', '.', ' ', '\n', '|', '3', 'x', 'Title:'), { maxLength: 60 });
    fc.assert(
      fc.property(text, (parts) => {
        const { levels, faults } = readXsb(parts.join(''));
        expect(levels.length + faults.length).toBeGreaterThan(0);
        for (const { rows } of levels) expect(new Set(rows.map((row) => row.length)).size).toBe(1);
      }),
    );
  });
});
