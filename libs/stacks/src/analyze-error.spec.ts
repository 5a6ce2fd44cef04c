import { analyzeError } from './analyze-error.js';
import type { ErrorInput } from './error-input.js';

const INPUT: ErrorInput = {
  type: '',
  message: '',
  stacktrace: '',
  serviceName: 'shop',
  release: '1.0.0',
  dist: '',
  debugIds: {},
};

describe('analyzeError', () => {
  it('takes the type and the message from the text if the sender did not give them', () => {
    const stacktrace = 'TypeError: no total\n    at pay (/app/pay.js:3:9)\n    at node:internal/main:1:1';
    expect(analyzeError({ ...INPUT, stacktrace })).toMatchObject({
      platform: 'node',
      type: 'TypeError',
      message: 'no total',
      culprit: 'pay in pay.js',
      needsSymbols: false,
    });
  });

  it('returns one variant for each minified position, and one hash for all', () => {
    const at = (column: number) => `E: x\n    at t (https://shop.example/app.1a2b3c4d.js:1:${column})`;
    const first = analyzeError({ ...INPUT, stacktrace: at(10) });
    const second = analyzeError({ ...INPUT, stacktrace: at(20) });
    expect(first.needsSymbols).toBe(true);
    expect(first.hashes).toEqual(second.hashes);
    expect(first.variant).not.toBe(second.variant);
    expect(first.variant).toBe(analyzeError({ ...INPUT, stacktrace: at(10) }).variant);
    expect(first.variant).not.toBe(analyzeError({ ...INPUT, release: '1.0.1', stacktrace: at(10) }).variant);
  });

  it('returns the hash as the variant of an error that needs no symbols', () => {
    const { variant, hashes } = analyzeError({ ...INPUT, type: 'KeyError', message: 'order 17' });
    expect(variant).toBe(hashes[0]);
    expect(variant).toMatch(/^[0-9a-f]{32}$/);
  });
});
