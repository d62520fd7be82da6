import { defineConfig } from 'vitest/config';

// Real browsers against a real server: files run one after the other, as each keeps the machine busy.
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
});
