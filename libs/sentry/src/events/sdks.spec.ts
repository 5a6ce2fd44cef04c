import assert from 'node:assert/strict';
import { analyzeError, type AnalyzedError } from '@svc/stacks';
import { EVENT_ID, SPAN_ID, storedEvent, TIME_NS, TRACE_ID, type StoredEvent } from '../envelope.fixture.js';
import { SDK_EVENTS } from './sdk-events.fixture.js';

/** The error that the store makes of a record, by the same attributes. */
function errorOf({ attributes, resource }: StoredEvent): AnalyzedError {
  const text = (name: string): string => attributes[name] ?? '';
  const isAndroid = resource['os.name']?.toLowerCase() === 'android';
  return analyzeError({
    platform: isAndroid ? 'android' : (resource['telemetry.sdk.language'] ?? ''),
    type: text('exception.type'),
    message: text('exception.message'),
    stacktrace: text('exception.stacktrace'),
    serviceName: '',
    release: resource['service.version'] ?? '',
    dist: text('exception.dist'),
    debugIds: JSON.parse(text('exception.debug_ids') || '{}') as Record<string, string>,
  });
}

const lines = ({ stack }: AnalyzedError): string[] =>
  stack.exceptions.flatMap(({ relation, type, frames }) => [
    `${relation} ${type}`,
    ...frames.map(
      ({ module = '', function: name = '', file = '', line = '', inApp }) =>
        `  ${module}|${name}|${file}|${line}${inApp ? ' own' : ''}`,
    ),
  ]);

describe('an event', () => {
  for (const { sdk, event, expected } of SDK_EVENTS) {
    it(`of ${sdk} becomes an error with its calls`, () => {
      const stored = storedEvent(event);
      const { entry, attributes, resource } = stored;
      const error = errorOf(stored);
      assert.deepEqual(lines(error), expected.stack);
      assert.deepEqual(
        [error.platform, error.type, error.message],
        [expected.platform, expected.type, expected.message],
      );
      assert.equal(error.needsSymbols, expected.needsSymbols ?? false);
      assert.equal(attributes['exception.handled'], expected.handled);
      assert.equal(attributes['log.record.uid'], EVENT_ID);
      assert.deepEqual([entry.trace_id_hex, entry.span_id_hex], [TRACE_ID, SPAN_ID]);
      assert.equal(entry.timestamp_ns, TIME_NS);
      assert.equal(entry.severity_number, expected.severity ?? 17);
      for (const [name, value] of Object.entries(expected.resource ?? {})) assert.equal(resource[name], value, name);
      for (const [name, value] of Object.entries(expected.attributes ?? {}))
        assert.equal(attributes[name], value, name);
      assert.deepEqual(stored.translation.dropped, expected.dropped ?? {});
      assert.deepEqual(stored.translation.carried, { errors: 1 });
    });
  }

  it('belongs to the same issue as the stack that the runtime prints', () => {
    const printed = SDK_EVENTS.filter(({ text }) => text !== undefined);
    assert.ok(printed.length >= 5);
    for (const { sdk, event, text = '', expected } of printed) {
      const sent = errorOf(storedEvent(event));
      const input = { type: '', message: '', serviceName: '', release: '', dist: '', debugIds: {} };
      const read = analyzeError({ ...input, platform: expected.platform, stacktrace: text });
      assert.deepEqual(sent.hashes, read.hashes, `${sdk}\n${lines(sent).join('\n')}\n${lines(read).join('\n')}`);
    }
  });
});
