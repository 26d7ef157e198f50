// What helps against a missing WebGPU, for this browser and system. Whence: Chrome's release notes and about:gpu;
// Firefox's preferences, tried in 153.
export interface Surroundings {
  /** navigator.userAgent */
  readonly agent: string;
  /** Served over https or from localhost. */
  readonly secure: boolean;
}

/** One sentence each, the likeliest first; what is to be typed stands between `backquotes`. */
export function remedies({ agent, secure }: Surroundings): readonly string[] {
  const chromium = /Chrome\/(\d+)/.exec(agent);
  const version = chromium ? Number(chromium[1]) : undefined;
  const firefox = /\bFirefox\//.test(agent);
  const found: string[] = [];
  if (!secure) found.push('Open the page over https or from localhost: browsers give WebGPU to secure pages only.');
  if (firefox)
    found.push(
      'Open `about:config`, set `dom.webgpu.enabled` to true, and restart Firefox; this page was seen to work in Firefox 153.',
      'If that is not enough, set `gfx.webgpu.ignore-blocklist` to true there, too, and restart Firefox.',
    );
  if (version === undefined)
    found.push(
      `Use ${firefox ? 'otherwise ' : ''}Chrome or Edge, version 113 or newer, or Firefox 153 with WebGPU switched on.`,
    );
  else if (version < 113) found.push(`Update the browser: this is version ${version}, WebGPU came with 113.`);
  if (version !== undefined)
    found.push(
      'Check that “Use graphics acceleration when available” is on in `chrome://settings/system`, then restart the browser.',
    );
  if (/Android/.test(agent)) found.push('On Android, Chrome 121 or newer on Android 12 or newer has WebGPU.');
  else if (!firefox && /Linux|CrOS/.test(agent)) {
    found.push(
      'On Linux, start Chrome with `--enable-unsafe-webgpu --use-angle=vulkan --enable-features=Vulkan,VulkanFromANGLE`.',
    );
    found.push(
      'Without a graphics card, `--enable-unsafe-webgpu --use-webgpu-adapter=swiftshader` computes on the processor: slow but right.',
    );
  } else if (firefox)
    found.push('Update the graphics driver; `about:support` says under “Graphics” what stands in the way.');
  else found.push('Update the graphics driver; `chrome://gpu` says under “WebGPU” what stands in the way.');
  return found;
}
