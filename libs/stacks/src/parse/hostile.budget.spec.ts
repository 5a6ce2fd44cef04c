import assert from 'node:assert/strict';
import { analyzeError } from '../analyze-error.js';
import { MAX_EXCEPTIONS, MAX_FRAMES } from '../limits.js';
import { INPUT, PIECES, PLATFORMS } from '../testing/hostile-stacks.js';

const MEGABYTE = 1024 * 1024;
const LIMIT_MS = 500;
const ATTEMPTS = 3;

describe('hostile stacks', () => {
  it('parses a megabyte within a fraction of a second, whatever it repeats', () => {
    for (const piece of PIECES) {
      const text = piece.repeat(Math.ceil(MEGABYTE / piece.length));
      for (const platform of PLATFORMS) {
        const analyze = () => analyzeError({ ...INPUT, platform, type: text, message: text, stacktrace: `${text}\n` });
        let least = Infinity;
        for (let attempt = 0; attempt < ATTEMPTS && least >= LIMIT_MS; attempt++) {
          const before = process.threadCpuUsage();
          const { stack } = analyze();
          const { user, system } = process.threadCpuUsage(before);
          least = Math.min(least, (user + system) / 1_000);
          assert.ok(stack.exceptions.length <= MAX_EXCEPTIONS);
          assert.ok(stack.exceptions.reduce((total, { frames }) => total + frames.length, 0) <= MAX_FRAMES);
        }
        assert.ok(least < LIMIT_MS, `${platform}: ${JSON.stringify(piece)} took ${least} ms`);
      }
    }
  });
});
