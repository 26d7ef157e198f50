declare module 'virtual:sandbox-worker' {
  /** The script of the sandbox's worker thread. */
  const code: string;
  export default code;
}
