// What helps against a missing WebGPU, for this browser and system. Whence: Chrome's release notes and about:gpu.
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
  const found: string[] = [];
  if (!secure) found.push('Open the page over https or from localhost: browsers give WebGPU to secure pages only.');
  if (version === undefined)
    found.push('Use Chrome or Edge, version 113 or newer, on a computer with a graphics card.');
  else if (version < 113) found.push(`Update the browser: this is version ${version}, WebGPU came with 113.`);
  if (version !== undefined)
    found.push(
      'Check that “Use graphics acceleration when available” is on in `chrome://settings/system`, then restart the browser.',
    );
  if (/Android/.test(agent)) found.push('On Android, Chrome 121 or newer on Android 12 or newer has WebGPU.');
  else if (/Linux|CrOS/.test(agent)) {
    found.push(
      'On Linux, start Chrome with `--enable-unsafe-webgpu --use-angle=vulkan --enable-features=Vulkan,VulkanFromANGLE`.',
    );
    found.push(
      'Without a graphics card, `--enable-unsafe-webgpu --use-webgpu-adapter=swiftshader` computes on the processor: slow but right.',
    );
  } else found.push('Update the graphics driver; `chrome://gpu` says under “WebGPU” what stands in the way.');
  return found;
}
