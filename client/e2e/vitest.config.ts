import { defineConfig } from 'vitest/config';

// Real browsers against real servers, one for each file. Players mostly wait, so three files run at a time.
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    maxWorkers: 3,
    // Long enough for a machine that is busy with other things.
    testTimeout: 600_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default'],
  },
});
