// Vite's plugin for the built page's Content-Security-Policy: a meta tag, since static hosts send no headers of ours.
// Text never becomes code; WebAssembly does, for the sandboxes; nothing is fetched from or sent elsewhere but models
// and published teams, to and from the Hugging Face hub, when a person asks for it. Workers of the page stand under the
// same policy (shared-workers.mjs).
// Plain JavaScript, because Vite's own settings import it.

/** Where the hub and the stores behind it lie: it answers with a redirection. */
const hub = ['https://huggingface.co', 'https://*.huggingface.co', 'https://*.hf.co'];
/** Where the hub has large files sent to, when a person publishes. */
const hubUploads = [
  'https://hf-hub-lfs-us-east-1.s3-accelerate.amazonaws.com',
  'https://hf-hub-lfs-us-east-1.s3.us-east-1.amazonaws.com',
  'https://s3.us-east-1.amazonaws.com/lfs.huggingface.co/',
];

const policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'worker-src': ["'self'", 'blob:'],
  // Radix keeps the page from scrolling behind a menu by a style element of its own.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'connect-src': ["'self'", 'blob:', 'data:', ...hub, ...hubUploads],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

const content = Object.entries(policy)
  .map(([name, sources]) => [name, ...sources].join(' '))
  .join('; ');

/** @returns {import('vite').Plugin} */
export function pagePolicy() {
  return {
    name: 'page-policy',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content }, injectTo: 'head-prepend' },
    ],
  };
}
