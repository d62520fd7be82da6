import { defineConfig } from 'vitest/config';

// Real browsers against real servers, one for each file. Players mostly wait, so two files run at a time.
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
});
