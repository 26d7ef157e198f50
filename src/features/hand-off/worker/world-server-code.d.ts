declare module 'virtual:script/features/hand-off/cli/world-server.ts' {
  /** The server of a run's world, as one script for Node (headless/script-bundle.mjs). */
  const code: string;
  export default code;
}
