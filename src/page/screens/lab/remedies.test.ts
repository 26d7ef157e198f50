import { expect, test } from 'vitest';
import { remedies } from './remedies';

const chrome = (version: number, system: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;

test('a browser without WebGPU is told which one has it', () => {
  expect(remedies({ agent: 'Mozilla/5.0 (X11; Linux) Other/1', secure: true })[0]).toContain('Chrome');
});

test('Firefox is told how WebGPU is switched on there, and nothing of Chrome’s flags', () => {
  for (const system of ['X11; Linux x86_64', 'Windows NT 10.0']) {
    const found = remedies({ agent: `Mozilla/5.0 (${system}; rv:153.0) Gecko/20100101 Firefox/153.0`, secure: true });
    expect(found[0]).toContain('dom.webgpu.enabled');
    expect(found.join(' ')).toContain('Chrome or Edge');
    expect(found.join(' ')).not.toMatch(/--enable|chrome:/);
  }
});

test('an old Chrome is told to update, Linux gets its flags', () => {
  const found = remedies({ agent: chrome(100, 'X11; Linux x86_64'), secure: true }).join(' ');
  expect(found).toContain('version 100');
  expect(found).toContain('--enable-features=Vulkan');
  expect(remedies({ agent: chrome(140, 'Windows NT 10.0'), secure: true }).join(' ')).not.toContain('Vulkan');
});

test('an insecure page says so first', () => {
  expect(remedies({ agent: chrome(140, 'Windows NT 10.0'), secure: false })[0]).toContain('https');
});
