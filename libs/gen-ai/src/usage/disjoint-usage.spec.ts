import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inputTokens, outputTokens } from './buckets.js';
import { toDisjointUsage } from './disjoint-usage.js';
import type { ReportedField, ReportedUsage } from './reported-usage.js';

const count = fc.oneof(fc.nat(20), fc.nat(2_000_000));
const FIELDS: readonly ReportedField[] = [
  'input',
  'output',
  'total',
  'cacheRead',
  'cacheWrite',
  'cacheWrite5m',
  'cacheWrite1h',
  'reasoning',
  'inputAudio',
  'inputAudioCached',
  'inputImage',
  'inputImageCached',
  'outputAudio',
  'outputImage',
  'webSearches',
];
const anything = fc.record(Object.fromEntries(FIELDS.map((field) => [field, count])), {
  requiredKeys: [],
}) as fc.Arbitrary<ReportedUsage>;
const mode = fc.constantFrom('inclusive', 'exclusive', 'additive');

describe('disjoint usage', () => {
  it('has no negative bucket, and adds up to the reported numbers or says that it does not', () => {
    fc.assert(
      fc.property(anything, mode, (reported, expected) => {
        const { usage, isMismatch, mode: taken } = toDisjointUsage(reported, expected);
        assert.ok(Object.values(usage).every((bucket) => Number.isSafeInteger(bucket) && bucket > 0));
        const sum = inputTokens(usage) + outputTokens(usage);
        if (reported.total !== undefined && sum !== reported.total) assert.ok(isMismatch);
        if (taken === 'inclusive' && reported.input !== undefined && !isMismatch) {
          assert.equal(inputTokens(usage), reported.input);
        }
      }),
    );
  });

  it('finds the parts again in whichever mode they are reported', () => {
    const part = fc.nat(100_000);
    fc.assert(
      fc.property(fc.tuple(part, part, part, part, part, part), mode, (parts, expected) => {
        const [text, cacheRead, cacheWrite5m, cacheWrite1h, output, reasoning] = parts;
        const cached = cacheRead + cacheWrite5m + cacheWrite1h;
        const reported = {
          input: text + (expected === 'inclusive' ? cached : 0),
          output: output + (expected === 'additive' ? 0 : reasoning),
          cacheRead,
          cacheWrite: cacheWrite5m + cacheWrite1h,
          cacheWrite1h,
          reasoning,
          total: text + cached + output + reasoning,
        };
        const { usage, isMismatch } = toDisjointUsage(reported, expected);
        assert.equal(isMismatch, false);
        assert.deepEqual(
          [usage.input_text_uncached ?? 0, usage.input_cache_read ?? 0, usage.output_reasoning ?? 0],
          [text, cacheRead, reasoning],
        );
        assert.equal(usage.input_cache_write_1h ?? 0, cacheWrite1h);
      }),
    );
  });

  it('takes the exclusive mode if the numbers refute the inclusive one', () => {
    const larger = toDisjointUsage({ input: 10, cacheRead: 90, output: 5 }, 'inclusive');
    assert.deepEqual([larger.mode, larger.usage.input_text_uncached, larger.isMismatch], ['exclusive', 10, false]);
    const total = toDisjointUsage({ input: 100, cacheRead: 90, output: 5, total: 195 }, 'inclusive');
    assert.deepEqual([total.mode, total.usage.input_text_uncached, total.isMismatch], ['exclusive', 100, false]);
  });

  it('takes no bucket from a total, and says if the total differs', () => {
    const { usage, isMismatch } = toDisjointUsage({ input: 10, total: 25 }, 'inclusive');
    assert.deepEqual([usage, isMismatch], [{ input_text_uncached: 10, requests: 1 }, true]);
  });

  it('says if a part is larger than what contains it', () => {
    const torn: readonly ReportedUsage[] = [
      { input: 10, inputAudio: 11 },
      { input: 10, cacheRead: 2, inputAudio: 5, inputAudioCached: 3 },
      { input: 10, cacheRead: 5, inputImage: 2, inputImageCached: 3 },
      { input: 10, cacheWrite: 2, cacheWrite5m: 3 },
      { input: 10, output: 3, outputAudio: 4 },
    ];
    for (const reported of torn) assert.ok(toDisjointUsage(reported, 'inclusive').isMismatch, JSON.stringify(reported));
  });

  it('counts reasoning beside the output if the total says so', () => {
    const { usage, isMismatch } = toDisjointUsage({ input: 5, output: 10, reasoning: 4, total: 19 }, 'inclusive');
    assert.deepEqual([usage.output_text, usage.output_reasoning, isMismatch], [10, 4, false]);
  });
});
