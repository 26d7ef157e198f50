// A drawing of the page as a file of its own: SVG that needs no style sheet, no variable and no font of the page, and
// PNG of it. The page's colours are those it wears at that moment.
import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { handOver } from '../stores/exported';
import { orFault } from '../stores/trainer-store';

/** Of what is drawn on the screen, so that it is sharp when it is enlarged. */
const pngScale = 2;

/** Into the person's downloads. `fileName` has no ending. */
export async function savePicture(drawing: ReactElement, fileName: string, kind: 'svg' | 'png'): Promise<void> {
  const said = { kind: 'lab', what: 'The picture could not be made.', now: 'Try the other format.' } as const;
  await orFault(said, async () => {
    const svg = standaloneSvg(drawing);
    handOver({ fileName: `${fileName}.${kind}`, bytes: kind === 'svg' ? svg : await pngOf(svg) });
  });
}

/** Drawn for a moment where nobody sees it: only there the browser knows what a colour of the page is. */
function standaloneSvg(drawing: ReactElement): string {
  const host = document.createElement('div');
  host.style.cssText = 'position: absolute; width: 0; height: 0; overflow: hidden';
  (document.querySelector('.radix-themes') ?? document.body).append(host);
  const root = createRoot(host);
  try {
    flushSync(() => root.render(drawing));
    const svg = host.querySelector('svg');
    if (!svg) throw new Error('nothing was drawn');
    resolve(svg);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`;
  } finally {
    root.unmount();
    host.remove();
  }
}

const paints = ['fill', 'stroke'] as const;
const ofThePage = /^(class|style|role|cursor|tabindex|aria-.*|data-.*)$/;

/** What only the page's style sheets say becomes attributes; what only the page needs goes. */
function resolve(svg: SVGSVGElement): void {
  const nodes = [svg, ...svg.querySelectorAll<SVGElement>('*')];
  const readColour = colourReader();
  // All are read before the first is changed: a node inherits from those around it.
  const found = nodes.map((node) => {
    const style = getComputedStyle(node);
    const colours = paints.flatMap((paint) => {
      const given = node.getAttribute(paint);
      return given === null || /^(none|transparent|url\()/.test(given)
        ? []
        : [[paint, readColour(style[paint])] as const];
    });
    return { colours, moved: node.style.transform.replaceAll('px', '') };
  });
  nodes.forEach((node, index) => {
    for (const [paint, { hex, opacity }] of found[index]?.colours ?? []) {
      node.setAttribute(paint, hex);
      const given = Number(node.getAttribute(`${paint}-opacity`) ?? 1);
      if (opacity < 1) node.setAttribute(`${paint}-opacity`, String(Math.round(1000 * given * opacity) / 1000));
    }
    const moved = found[index]?.moved;
    if (moved) node.setAttribute('transform', moved);
    for (const name of node.getAttributeNames()) if (ofThePage.test(name)) node.removeAttribute(name);
  });
}

interface Colour {
  /** "#rrggbb", which every program reads. */
  readonly hex: string;
  readonly opacity: number;
}

/** Mixed and wide-gamut colours too: what the browser paints is read back. */
function colourReader(): (css: string) => Colour {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser draws no canvas');
  const known = new Map<string, Colour>();
  return (css) => {
    const found = known.get(css);
    if (found) return found;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    const colour = { hex, opacity: alpha / 255 };
    known.set(css, colour);
    return colour;
  };
}

async function pngOf(svg: string): Promise<Uint8Array> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * pngScale;
    canvas.height = image.naturalHeight * pngScale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (!blob) throw new Error(`this browser makes no image of ${canvas.width} × ${canvas.height} pixels`);
    return new Uint8Array(await blob.arrayBuffer());
  } finally {
    URL.revokeObjectURL(address);
  }
}
