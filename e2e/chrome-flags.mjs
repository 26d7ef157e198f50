// With what the checks start Chrome.

/** Nothing that it would do by itself. */
export const quietFlags = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];

/** On Linux WebGPU on the processor: slower than a GPU, and the same on every machine. */
export const softwareFlags = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];
