import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// Relative base: the built folder works under any path of any web server.
export default defineConfig({
  base: './',
  plugins: [react()],
  worker: { format: 'es' },
  build: { target: 'es2022', outDir: 'dist/page', emptyOutDir: true },
  test: { include: ['src/**/*.test.{ts,tsx}'], testTimeout: 60_000 },
});
