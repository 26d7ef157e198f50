// The features: what is beside the main job, a folder each. A line here offers the feature in this order to the page
// (page.ts), to the trainer (worker.ts) and to the command line (cli.ts); without its line and its folder everything
// else builds and runs.
export const features = [
  'studies', // many runs with one question, in one table
  'compare', // runs beside each other
  'rollout-search', // all kept rollouts of a run, searched; its advantages over steps
  'slow-step', // one step read slowly, with its own numbers
  'lessons', // lessons in a few steps, and a page for teachers
  'codes', // what words that meant nothing have come to mean
  'games', // how far self-play is from an equilibrium, and how games ended
  'problem-import', // problems from files
  'own-world', // worlds that a person writes
  'python-worlds', // worlds that other people wrote in Python
  'team-editor', // teams that a person writes
  'model-hub', // base models beside the one that ships
  'onnx', // onnxruntime-web: plays without a GPU, checks, exports
  'hand-off', // a run goes on under PettingLLMs, TRL, verl, prime-rl
  'trackers', // a run's figures for pandas, TensorBoard, Trackio
  'hub-publish', // a trained team on the Hugging Face hub
  'benchmark', // how fast the engine is here
] as const;

/** What the features offer to one surrounding, in the order of the list. `modules`: by their paths, './NAME/…'. */
export function inOrder<T>(
  modules: Readonly<Record<string, T>>,
): readonly { readonly name: string; readonly feature: T }[] {
  const nameOf = (path: string) => path.split('/')[1] ?? path;
  return features.flatMap((name) =>
    Object.entries(modules).flatMap(([path, feature]) => (nameOf(path) === name ? [{ name, feature }] : [])),
  );
}
