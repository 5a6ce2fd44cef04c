import assert from 'node:assert/strict';
import type { JsonObject } from '@svc/contract';
import fc from 'fast-check';
import { formatResult, MAX_RESULT_TOKENS } from './format-result.js';
import { estimateTokens } from './tokens.js';
import type { Section } from './tool-answer.js';

/** What no result may exceed, whatever was asked for. */
const HARD_LIMIT = 24_000;

const section = (rows: readonly JsonObject[], rest: Partial<Section> = {}): Section => ({
  name: 'logs',
  source: 'log records',
  rows,
  ...rest,
});
const format = (sections: readonly Section[], maxTokens?: number) =>
  formatResult({ summary: ['Found.'], sections }, maxTokens);
const structured = (result: Awaited<ReturnType<typeof format>>) =>
  (result.structuredContent['sections'] as Record<string, Record<string, unknown> & { rows: JsonObject[] }>)['logs'];
const sizeOf = (result: Awaited<ReturnType<typeof format>>): number =>
  estimateTokens(result.content[0]?.text ?? '') + estimateTokens(JSON.stringify(result.structuredContent));

describe('formatResult', () => {
  it('shows the same rows as text and as structured content', async () => {
    const result = await format([
      section([
        { level: 'error', body: 'a' },
        { level: 'warn', body: 'b' },
      ]),
    ]);
    assert.equal(
      result.content[0]?.text,
      'Found.\n\n## logs: 2\n<untrusted source="log records">\nlevel | body\nerror | a\nwarn | b\n</untrusted>',
    );
    assert.deepEqual(structured(result), {
      source: 'log records',
      untrusted: true,
      returned: 2,
      truncated: false,
      rows: [
        { level: 'error', body: 'a' },
        { level: 'warn', body: 'b' },
      ],
    });
  });

  it('cuts the widest column before it leaves out rows, and says so', async () => {
    const rows = Array.from({ length: 10 }, (_, id) => ({ id, body: 'x'.repeat(1_000), short: 'y'.repeat(250) }));
    const result = await format([section(rows)], 4_000);
    const found = structured(result);
    assert.deepEqual([found?.['returned'], found?.['cut_columns'], found?.['truncated']], [10, ['body'], true]);
    assert.match(String(found?.rows[0]?.['body']), /^x{200}… \[1000 characters\]$/);
    assert.match(result.content[0]?.text ?? '', /Long texts of 1 columns are cut/);
  });

  it('continues after the last row that fits, not after the page', async () => {
    const rows = Array.from({ length: 50 }, (_, id) => ({ id, body: `record ${id} ${'z'.repeat(150)}` }));
    const asked: number[] = [];
    const page = {
      nextCursor: 'after the page',
      cursorAfter: (count: number) => {
        asked.push(count);
        return Promise.resolve('after the row');
      },
    };
    const result = await format([section(rows, { page })], 1_500);
    const found = structured(result);
    assert.deepEqual([found?.['next_cursor'], asked], ['after the row', [found?.rows.length]]);
    assert.match(result.content[0]?.text ?? '', /More follow: .* after the row/);
    const whole = structured(await format([section(rows.slice(0, 2), { page })]));
    assert.equal(whole?.['next_cursor'], 'after the page');
  });

  it('says how many rows exist if it is not a page', async () => {
    const rows = Array.from({ length: 100 }, (_, id) => ({ id, text: 'w'.repeat(100) }));
    const result = await format([section(rows, { total: 400 })], 1_000);
    assert.deepEqual([structured(result)?.['total_estimate'], structured(result)?.['truncated']], [400, true]);
    assert.match(result.content[0]?.text ?? '', /more rows did not fit: narrow the arguments/);
  });

  it('never exceeds its limit, whatever the rows are', async () => {
    const text = fc
      .tuple(fc.string({ maxLength: 30, unit: 'binary' }), fc.nat(300))
      .map(([part, count]) => part.repeat(count));
    const value = fc.oneof(text, fc.double(), fc.jsonValue({ maxDepth: 3 }), fc.array(text, { maxLength: 30 }));
    const row = fc.dictionary(fc.string({ maxLength: 20 }), value, { maxKeys: 8 });
    const rows = fc.array(row, { maxLength: 20 }).map((few) => [...few, ...few, ...few] as JsonObject[]);
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 500, max: MAX_RESULT_TOKENS }), async (given, max) => {
        const result = await format([section(given), section(given, { name: 'again' })], max);
        assert.ok(sizeOf(result) <= max && sizeOf(result) <= HARD_LIMIT, `${sizeOf(result)} of ${max}`);
      }),
      // Shrinking values of this size takes minutes.
      { numRuns: 50, endOnFailure: true },
    );
  });
});
