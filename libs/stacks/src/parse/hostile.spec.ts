import assert from 'node:assert/strict';
import fc from 'fast-check';
import { analyzeError } from '../analyze-error.js';
import type { ErrorInput } from '../error-input.js';
import { MAX_EXCEPTIONS, MAX_FRAMES } from '../limits.js';
import type { Platform } from '../stack.js';
import { readRealStacks } from '../testing/real-stacks.js';

const INPUT: ErrorInput = {
  type: '',
  message: '',
  stacktrace: '',
  serviceName: '',
  release: '',
  dist: '',
  debugIds: {},
};
const PLATFORMS: readonly Platform[] = [
  'javascript',
  'node',
  'python',
  'java',
  'android',
  'go',
  'csharp',
  'ruby',
  'php',
  'rust',
  'apple',
  'other',
];
const MEGABYTE = 1024 * 1024;
/** Pieces that the grammars of stacks consist of, repeated: the worst that a sender could choose. */
const PIECES = [
  ' ',
  '\t',
  '\n',
  ':',
  '(',
  ')',
  '@',
  '/',
  '.',
  '<',
  '$',
  "'",
  '"',
  '1',
  'a',
  '0x1',
  ' in ',
  ' at ',
  '    at a (b:1:1)\n',
  '    at ',
  'at a(\n',
  ' (eval at ',
  ' [as ',
  '::{{closure}}',
  '::h0123456789abcdef',
  '$$Lambda$1',
  '<a>b__',
  '[recovered',
  ' panicked at ',
  ' ---> ',
  'Caused by: ',
  'Caused by: a\n',
  '\tSuppressed: a\n',
  '... 9 more\n',
  'File "", line ',
  '  File "a", line 1, in b\n    c\n',
  '| + ',
  '+-+---- 1 ----\n',
  "a.rb:1:in `b': c (D)\n",
  '#0 a(1): b()\n',
  '#0 [internal function]: {closure',
  'Next ',
  'goroutine 1 [running]:\n',
  'a.b()\n\tc.go:1\n',
  '0   A   0x00000000 b + 1\n',
  '0x1 - 0x2 A arm64 <0123456789abcdef0123456789abcdef>\n',
  '1.2.3.4',
  'a@b.',
  '2026-01-01T',
  'a1b2c3d',
  '::',
  '1:',
  '-',
  'é',
  '\ud800',
  '[{"frames":[',
];

describe('hostile stacks', () => {
  it('cost at most a fraction of a second for a megabyte, whatever they repeat', () => {
    for (const piece of PIECES) {
      const text = piece.repeat(Math.ceil(MEGABYTE / piece.length));
      for (const platform of PLATFORMS) {
        const started = process.cpuUsage();
        const { stack } = analyzeError({ ...INPUT, platform, type: text, message: text, stacktrace: `${text}\n` });
        const { user, system } = process.cpuUsage(started);
        assert.ok(user + system < 500_000, `${platform}: ${JSON.stringify(piece)} took ${user + system} us`);
        assert.ok(stack.exceptions.length <= MAX_EXCEPTIONS);
        assert.ok(stack.exceptions.reduce((total, { frames }) => total + frames.length, 0) <= MAX_FRAMES);
      }
    }
  });

  it('are analyzed without a failure, the same each time', () => {
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

  it('may be cut anywhere', () => {
    for (const platform of PLATFORMS.filter((each) => each !== 'other')) {
      for (const { text } of readRealStacks(platform))
        for (let end = 0; end < text.length; end += 7)
          analyzeError({ ...INPUT, platform, stacktrace: text.slice(0, end) });
    }
  });

  it('may claim to be structured', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const frames = [value, { function: value, filename: value, lineno: value, in_app: value, context_line: value }];
        const list = [{ type: value, value, stacktrace: { frames } }, value, { frames }];
        analyzeError({ ...INPUT, stacktrace: JSON.stringify(list) });
      }),
    );
  });
});
