import base from './vitest.config.ts';

export default { ...base, test: { ...base.test, include: ['e2e/gallery.ts'] } };
