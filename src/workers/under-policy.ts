// The address at which a worker stands under the page's Content-Security-Policy. A script that is fetched brings its
// own policy in its headers, and a static host sends none; one that was made here takes over its maker's (HTML,
// "initialize worker global scope's policy container"). The build puts this around the workers' addresses
// (headless/shared-workers.mjs).

const made = new Map<string, string>();

export function underPolicy({ href }: URL): string {
  const known = made.get(href);
  if (known !== undefined) return known;
  const script = new Blob([`import ${JSON.stringify(href)};`], { type: 'text/javascript' });
  const address = URL.createObjectURL(script);
  made.set(href, address);
  return address;
}
