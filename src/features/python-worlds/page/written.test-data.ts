// What this feature's part of the page hands over: ../../written-files.test.ts.

export const written = {
  'features/python-worlds/page/kept-worlds-list.tsx': { times: 1, examples: [['words.world.json', '{}', 'own']] },
};
