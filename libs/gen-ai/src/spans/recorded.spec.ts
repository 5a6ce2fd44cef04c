import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { contentKeys } from '@svc/tables';
import { goldenFile, INSTRUMENTATIONS, recordedSpans } from '../testing/recorded.js';
import type { AiSpan } from './ai-span.js';
import { readAiSpan } from './read-ai-span.js';
import type { StoredSpan } from './stored-span.js';

/** The reviewed result of each recorded span, without what is empty. `UPDATE_GOLDEN=1` writes it. */
const render = (spans: readonly StoredSpan[]): string => `${JSON.stringify(spans.map(toResult), undefined, 1)}\n`;

function toResult(span: StoredSpan): object {
  const { spanId, parentSpanId, name } = span;
  const read = Object.entries(readAiSpan(span) ?? {}).filter(([, value]) => !isEmpty(value));
  return { span: `${Number(spanId)} in ${Number(parentSpanId)}: ${name}`, ...Object.fromEntries(read) };
}

const isEmpty = (value: unknown): boolean =>
  value === '' || value === undefined || value === false || (Array.isArray(value) && value.length === 0);

const readAll = (instrumentation: string): AiSpan[] =>
  recordedSpans(instrumentation)
    .map(readAiSpan)
    .filter((span) => span !== undefined);

describe.each(INSTRUMENTATIONS)('spans of %s', (instrumentation) => {
  it('are read as reviewed', () => {
    const rendered = render(recordedSpans(instrumentation));
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(goldenFile(instrumentation), rendered);
    assert.equal(rendered, readFileSync(goldenFile(instrumentation), 'utf8'));
  });

  it('are all part of AI work', () => {
    for (const span of recordedSpans(instrumentation)) assert.ok(readAiSpan(span), span.name);
  });

  it('have a call with its provider or framework, model, usage and finish reason or content', () => {
    const calls = readAll(instrumentation).filter(({ kind, usage }) => kind === 'inference' && usage);
    assert.ok(calls.length > 0);
    for (const { requestModel, operation } of calls) assert.ok(requestModel !== '' && operation !== '');
  });

  it('have prompts and answers only in attributes that are known as content', () => {
    for (const span of recordedSpans(instrumentation)) {
      const content = new Set(contentKeys(span.attributes));
      for (const [name, value] of Object.entries(span.attributes)) {
        if (!content.has(name)) assert.doesNotMatch(value, /Hello|Weather\?|Oslo|celsius/, name);
      }
    }
  });
});
