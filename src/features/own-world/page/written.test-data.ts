// What this feature's part of the page hands over: ../../written-files.test.ts.

export const written = {
  'features/own-world/page/world-screen.tsx': { times: 1, examples: [['my-world.world.js', 'export {}', 'own']] },
};
