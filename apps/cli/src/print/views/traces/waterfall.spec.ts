import assert from 'node:assert/strict';
import type { JsonObject } from '../../../runtime/values/json.js';
import { createColors } from '../../layout/colors.js';
import { printWaterfall } from './waterfall.js';

const page = { width: undefined, colors: createColors(false) };

function span(id: string, parent: string | undefined, from: number, to: number, more: JsonObject = {}): JsonObject {
  return {
    span_id: id,
    ...(parent !== undefined && { parent_span_id: parent }),
    name: `span-${id}`,
    service_name: 'shop',
    status: 'ok',
    start_time: `2026-01-31T12:00:00.${String(from).padStart(3, '0')}Z`,
    end_time: `2026-01-31T12:00:00.${String(to).padStart(3, '0')}Z`,
    duration_ms: to - from,
    ...more,
  };
}

function trace(spans: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return {
    trace_id: 'a'.repeat(32),
    start_time: '2026-01-31T12:00:00.000Z',
    end_time: '2026-01-31T12:00:00.100Z',
    duration_ms: 100,
    span_count: spans.length,
    complete: true,
    truncated: false,
    spans,
    ...more,
  };
}

function names(text: string): string[] {
  return text.split('\n').flatMap((line) => /^ *span-\S+/.exec(line) ?? []);
}

describe('printWaterfall', () => {
  it('places spans below their parents in order', () => {
    const text = printWaterfall(
      trace([span('1', undefined, 0, 100), span('2', '1', 10, 40), span('4', '1', 50, 60), span('3', '2', 20, 30)]),
      page,
    );
    assert.deepEqual(names(text), ['span-1', '  span-2', '    span-3', '  span-4']);
  });

  it('shows orphans and cyclic spans once', () => {
    const spans = [span('1', 'lost', 0, 10), span('2', '3', 10, 20), span('3', '2', 20, 30), span('4', '4', 30, 40)];
    assert.deepEqual(names(printWaterfall(trace(spans), page)).sort(), ['  span-3', 'span-1', 'span-2', 'span-4']);
  });

  it('draws a bar for the time of each span', () => {
    const lines = printWaterfall(trace([span('1', undefined, 0, 100), span('2', '1', 50, 100)]), page).split('\n');
    assert.match(lines.find((line) => line.startsWith('span-1')) ?? '', / {2}▇{60}$/);
    assert.match(lines.find((line) => line.startsWith('  span-2')) ?? '', / {32}▇{30}$/);
  });

  it('says beneath a span what the SDK left out of it', () => {
    const cut = { dropped_attributes_count: 1, dropped_events_count: 1_234 };
    const lines = printWaterfall(trace([span('1', undefined, 0, 100, cut), span('2', '1', 50, 100)]), page).split('\n');
    assert.deepEqual(
      lines.filter((line) => line.includes('SDK')),
      ['    left out by the SDK: 1 attribute, 1,234 events'],
    );
  });

  it('marks a failed span without colors and says why beneath', () => {
    const exception = { 'exception.type': 'TimeoutError', 'exception.message': 'no answer\nin 3 s' };
    const failed = {
      status: 'error',
      status_message: 'payment refused',
      attributes: { 'http.response.status_code': 502, 'thread.id': 7, 'server.address': 'cards' },
      events: [
        { name: 'retry', attributes: {} },
        { name: 'exception', attributes: exception },
      ],
    };
    const text = printWaterfall(trace([span('1', undefined, 0, 100), span('2', '1', 10, 40, failed)]), page);
    assert.match(text, /\n {2}span-1 .*\n! {3}span-2 /);
    assert.match(
      text,
      /\n {6}TimeoutError: no answer in 3 s\n {6}payment refused\n {6}http\.response\.status_code=502 {2}server\.address=cards\n/,
    );
    assert.doesNotMatch(text, /thread\.id|retry/);
  });

  it('says a message once that the exception has too', () => {
    const events = [
      { name: 'exception', attributes: { 'exception.type': 'E', 'exception.message': 'refused by bank' } },
    ];
    const text = printWaterfall(
      trace([span('1', undefined, 0, 9, { status: 'error', status_message: 'refused', events })]),
      page,
    );
    assert.equal(text.match(/refused/g)?.length, 1);
  });

  it('leaves no mark in a trace without failures', () => {
    assert.match(printWaterfall(trace([span('1', undefined, 0, 9)]), page), /\nspan-1 /);
  });

  it('marks an incomplete trace', () => {
    assert.match(printWaterfall(trace([], { complete: false, truncated: true }), page), /incomplete.*truncated/);
    assert.doesNotMatch(printWaterfall(trace([]), page), /incomplete|truncated/);
  });

  it('lays out a chain of ten thousand calls', () => {
    const spans = Array.from({ length: 10_000 }, (_, index) =>
      span(String(index), index === 0 ? undefined : String(index - 1), 0, 100),
    );
    assert.equal(names(printWaterfall(trace(spans), page)).length, 10_000);
  });

  it('removes control characters from names', () => {
    const text = printWaterfall(trace([span('1', undefined, 0, 100, { name: 'evil\u001b[2J\nname' })]), page);
    assert.ok(text.includes('evil name') && !text.includes('\u001b'));
  });
});
