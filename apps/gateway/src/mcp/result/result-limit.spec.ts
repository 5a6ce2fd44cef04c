import assert from 'node:assert/strict';
import type { JsonObject } from '@svc/contract';
import fc from 'fast-check';
import { formatResult, MAX_RESULT_TOKENS } from './format-result.js';
import { estimateTokens } from './tokens.js';
import type { Section } from './tool-answer.js';

/** The limit of every result, whatever was asked for. */
const HARD_LIMIT = 24_000;

const section = (rows: readonly JsonObject[], rest: Partial<Section> = {}): Section => ({
  name: 'logs',
  source: 'log records',
  rows,
  ...rest,
});
const format = (sections: readonly Section[], maxTokens?: number) =>
  formatResult({ summary: ['Found.'], sections }, maxTokens);
const sizeOf = (result: Awaited<ReturnType<typeof format>>): number =>
  estimateTokens(result.content[0]?.text ?? '') + estimateTokens(JSON.stringify(result.structuredContent));

describe('the limit of a result', () => {
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

  it('leaves out the last sections when there is no room, and names them in one line', async () => {
    const stacks = Array.from({ length: 16 }, (_, index) =>
      section([{ function: 'f'.repeat(150), file: 'g'.repeat(150) }], {
        name: `stack_${index}`,
        note: 'Frames. '.repeat(9),
      }),
    );
    const result = await format([section([{ id: 1 }], { name: 'issue' }), ...stacks], 500);
    assert.ok(sizeOf(result) <= 500, String(sizeOf(result)));
    assert.ok('issue' in (result.structuredContent['sections'] as object));
    assert.match(
      result.content[0]?.text ?? '',
      /^Left out: stack_.*, \d+ more\. There was no room: raise max_tokens\.$/m,
    );
  });

  it('never exceeds its limit with sections, notes, cursors, omissions and actions', async () => {
    const cell = fc.string({ maxLength: 300, unit: 'grapheme' });
    const rows = fc.array(fc.dictionary(fc.constantFrom('id', 'body', 'file'), cell), { maxLength: 30 });
    const page = fc.nat(1_500).map((length) => ({
      nextCursor: 'c'.repeat(length),
      length: 50,
      cursorAfter: (count: number) => Promise.resolve('d'.repeat(length + count)),
    }));
    const note = fc.nat(30).map((count) => 'A sentence. '.repeat(count));
    const sections = fc.array(
      fc.record({ rows, note: fc.option(note, { nil: undefined }), page: fc.option(page, { nil: undefined }) }),
      { minLength: 1, maxLength: 20 },
    );
    const frame = fc.record({ omitted: fc.nat(20), actions: fc.nat(5) });
    await fc.assert(
      fc.asyncProperty(
        sections,
        frame,
        fc.integer({ min: 500, max: 8_000 }),
        async (given, { omitted, actions }, max) => {
          const result = await formatResult(
            {
              summary: ['Found.'],
              window: { start_time: '2026-01-01T00:00:00.000Z', end_time: '2026-01-02T00:00:00.000Z' },
              sections: given.map((each, index) =>
                section(each.rows, {
                  ...each,
                  name: `section_${index}`,
                }),
              ),
              omitted: Array.from({ length: omitted }, (_, index) => ({
                part: `part.${index}`,
                reason: 'It lacks a scope.',
              })),
              next: Array.from({ length: actions }, () => ({
                tool: 'get_trace',
                arguments: { trace_id: 'a'.repeat(32) },
                reason: 'Why.',
              })),
            },
            max,
          );
          assert.ok(sizeOf(result) <= max, `${sizeOf(result)} of ${max}`);
        },
      ),
      { numRuns: 100, endOnFailure: true },
    );
  });
});
