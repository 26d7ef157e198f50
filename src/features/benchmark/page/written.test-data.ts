// What this feature's part of the page hands over: ../../written-files.test.ts.

export const written = {
  'features/benchmark/page/benchmark-screen.tsx': { times: 1, examples: [['grove-benchmark.json', '{}', 'own']] },
};
