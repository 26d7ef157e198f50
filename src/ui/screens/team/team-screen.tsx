// The team editor.
export function TeamScreen() {
  return <h1>Team</h1>;
}
