import { isCurrent } from '@svc/http';
import { cpuBudget } from '@svc/testing';

describe('If-None-Match', () => {
  // A quadratic reader would need minutes.
  for (const header of ['"a", '.repeat(60_000) + '"', ' ,'.repeat(160_000)])
    it(`reads the header in linear time if it repeats ${JSON.stringify(header.slice(0, 5))}`, () =>
      cpuBudget('reading the header', 500, () => isCurrent(header, 'abc')));
});
