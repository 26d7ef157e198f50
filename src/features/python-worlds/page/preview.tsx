// Texts as Python gave them.
interface PreviewProps {
  readonly title: string;
  readonly texts: readonly string[];
}

export function Preview({ title, texts }: PreviewProps) {
  return (
    <section className="grid gap-2" aria-label={title}>
      <h3>{title}</h3>
      {texts.map((text, at) => (
        <pre key={String(at)} className="card pad-3 python-worlds-preview">
          {text}
        </pre>
      ))}
    </section>
  );
}
