import assert from 'node:assert/strict';
import { createBlockEncoder, type ErrorRow } from '@svc/otlp';
import type { PartedTranslation } from '@svc/otlp/wire';
import { analyzeError, needsSymbols, parseStack, type Stack } from '@svc/stacks';
import {
  EVENT_ID,
  RECEIVED_AT_NS,
  SPAN_ID,
  storedEvent,
  TIME_NS,
  TRACE_ID,
  translateItem,
} from '../envelope.fixture.js';
import { SDK_EVENTS } from './sdk-events.fixture.js';

const CONTEXT = { receivedAtNs: RECEIVED_AT_NS, retentionDays: 30, projectNumber: 1, partition: 0, offset: 0 };

const HANDLED = new Map([
  ['true', 'yes'],
  ['false', 'no'],
  [undefined, ''],
]);

interface StoredError {
  readonly row: ErrorRow;
  readonly stack: Stack;
}

/** The error that the store makes of a record, and its stack as the service shows it. */
function errorOf({ parts }: PartedTranslation, redacts = false): StoredError {
  const encoder = createBlockEncoder('logs', { isKnown: () => false });
  for (const { body } of parts) encoder.add(body, { ...CONTEXT, redacts });
  const [row, ...others] = encoder.errors;
  assert.ok(row && others.length === 0);
  const { stacktrace, serviceName, release, dist, debugIds, error } = row;
  const { platform, type, message } = error;
  return { row, stack: parseStack({ platform, type, message, stacktrace, serviceName, release, dist, debugIds }) };
}

const lines = (stack: Stack): string[] =>
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
      const { row, stack } = errorOf(stored.translation);
      const { platform, type, message } = row.error;
      assert.deepEqual(lines(stack), expected.stack);
      assert.deepEqual([platform, type, message], [expected.platform, expected.type, expected.message]);
      assert.equal(needsSymbols(stack, row), expected.needsSymbols ?? false);
      assert.equal(row.handled, HANDLED.get(expected.handled));
      assert.deepEqual(row.debugIds, expected.debugIds ?? {});
      assert.deepEqual(
        [row.release, row.environment, row.serviceName],
        [
          resource['service.version'] ?? '',
          resource['deployment.environment.name'] ?? '',
          resource['service.name'] ?? '',
        ],
      );
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
      const { row, stack } = errorOf(storedEvent(event).translation);
      const input = { type: '', message: '', serviceName: '', release: '', dist: '', debugIds: {} };
      const read = analyzeError({ ...input, platform: expected.platform, stacktrace: text });
      assert.deepEqual(
        row.error.hashes,
        read.hashes,
        `${sdk}\n${lines(stack).join('\n')}\n${lines(read.stack).join('\n')}`,
      );
    }
  });

  it('of a Go program without paths has calls of its own, though the SDK takes all files for those of Go', () => {
    const frames = [
      ['runtime', 'goexit', 'runtime/asm_amd64.s'],
      ['net/http', 'HandlerFunc.ServeHTTP', 'net/http/server.go'],
      ['github.com/acme/router', 'Serve', 'github.com/acme/router@v1.2.3/serve.go'],
      ['shop.example/cart', 'Pay', 'shop.example/cart/pay.go'],
      ['main', 'charge', 'shop.example/main.go'],
    ].map(([module, name, file]) => ({ module, function: name, abs_path: file, lineno: 7, in_app: false }));
    const exception = [{ type: '*main.Declined', value: 'x', stacktrace: { frames } }];
    const { stack } = errorOf(translateItem('event', { platform: 'go', exception }));
    assert.deepEqual(lines(stack), [
      'thrown *main.Declined',
      '  main|charge|shop.example/main.go|7 own',
      '  shop.example/cart|Pay|shop.example/cart/pay.go|7 own',
      '  github.com/acme/router|Serve|github.com/acme/router@v1.2.3/serve.go|7',
      '  net/http|HandlerFunc.ServeHTTP|net/http/server.go|7',
      '  runtime|goexit|runtime/asm_amd64.s|7',
    ]);
  });

  it('keeps its calls where credentials are redacted', () => {
    const sources = [
      'password = "',
      "password = '",
      'token=abc"',
      'secret:',
      'Authorization: Bearer',
      '-----BEGIN PRIVATE KEY-----',
    ];
    for (const source of sources) {
      const frame = {
        function: 'f',
        filename: '/app/a.js',
        lineno: 3,
        context_line: source,
        pre_context: [source],
        post_context: [source],
      };
      const values = [
        { type: 'Cause', value: source, stacktrace: { frames: [frame] } },
        {
          type: 'E',
          value: 'password="x"',
          stacktrace: { frames: [frame, { ...frame, function: 'g', context_line: 'mail ada@shop.example' }] },
        },
      ];
      const debug_meta = {
        images: [{ type: 'sourcemap', code_file: '/app/token=x.js', debug_id: '395835f4-03e0-4436-80d3-136f0749a893' }],
      };
      const event = { platform: 'node', exception: { values }, debug_meta, breadcrumbs: [{ message: source }] };
      const { stack, row } = errorOf(translateItem('event', event), true);
      assert.deepEqual(
        lines(stack),
        ['thrown E', '  |g|/app/a.js|3 own', '  |f|/app/a.js|3 own', 'cause Cause', '  |f|/app/a.js|3 own'],
        source,
      );
      assert.equal(stack.exceptions[0]?.frames[0]?.context?.line, 'mail [REDACTED]');
      assert.equal(row.error.message, 'password="[REDACTED]"');
      assert.deepEqual(Object.keys(row.debugIds), ['/app/token=x.js']);
    }
  });
});
