import base from '../vitest.config.ts';

// Node 20 has a WebSocket only for those who ask.
export default {
  ...base,
  test: { ...base.test, include: ['e2e/browsers/games.ts'], execArgv: ['--experimental-websocket'] },
};
