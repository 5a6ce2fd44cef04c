import assert from 'node:assert/strict';
import fc from 'fast-check';
import { analyzeError } from '../analyze-error.js';
import { INPUT, PIECES, PLATFORMS } from '../testing/hostile-stacks.js';
import { readRealStacks } from '../testing/real-stacks.js';

describe('hostile stacks', () => {
  it('analyzes hostile stacks without a failure, the same each time', () => {
    const lines = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 20 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(lines, fc.constantFrom(...PLATFORMS, 'unknown'), fc.string(), (parts, platform, message) => {
        const input = { ...INPUT, platform, message, stacktrace: parts.join('') };
        const first = analyzeError(input);
        assert.deepEqual(analyzeError(input), first);
        assert.match(first.variant, /^[0-9a-f]{32}$/);
      }),
      { numRuns: 2000 },
    );
  });

  it('accepts a stack that is cut anywhere', () => {
    for (const platform of PLATFORMS.filter((each) => each !== 'other')) {
      for (const { text } of readRealStacks(platform))
        for (let end = 0; end < text.length; end += 7)
          analyzeError({ ...INPUT, platform, stacktrace: text.slice(0, end) });
    }
  });

  it('accepts a stack that claims to be structured', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const frames = [value, { function: value, filename: value, lineno: value, in_app: value, context_line: value }];
        const list = [{ type: value, value, stacktrace: { frames } }, value, { frames }];
        analyzeError({ ...INPUT, stacktrace: JSON.stringify(list) });
      }),
    );
  });
});
