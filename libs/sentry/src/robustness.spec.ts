import assert from 'node:assert/strict';
import { skim, type Signal } from '@svc/otlp';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { envelope, LIMITS, RECEIVED_AT_NS, SPAN_ID, TIME, TRACE_ID, type SentItem } from './envelope.fixture.js';
import { translateSentry, type SentryFormat } from './translate.js';

const CONTEXT = { receivedAtNs: RECEIVED_AT_NS, retentionDays: 30 };
const KINDS: readonly [Signal, readonly string[]][] = [
  ['logs', ['errors', 'messages', 'logs', 'check_ins']],
  ['traces', ['spans']],
];

/** Translates a body, and checks that the pipeline can read what it became and finds what was carried. */
function check(format: SentryFormat, body: Uint8Array): boolean {
  try {
    const { parts, carried, dropped } = translateSentry(format, body, LIMITS);
    for (const [signal, kinds] of KINDS) {
      const part = parts.find((each) => each.signal === signal);
      const found = part ? skim(signal, part.body, CONTEXT) : { accepted: 0, rejected: 0 };
      const expected = kinds.reduce((sum, kind) => sum + (carried[kind] ?? 0), 0);
      assert.equal(found.accepted + found.rejected, expected, signal);
    }
    for (const count of Object.values(dropped)) assert.ok(Number.isInteger(count) && count > 0);
    return true;
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error));
    return false;
  }
}

/** Names that payloads have, so that values of any kind are found in any place. */
const NAMES = [
  'event_id',
  'timestamp',
  'start_timestamp',
  'end_timestamp',
  'level',
  'platform',
  'logger',
  'message',
  'logentry',
  'formatted',
  'exception',
  'values',
  'type',
  'value',
  'module',
  'mechanism',
  'handled',
  'exception_id',
  'parent_id',
  'source',
  'is_exception_group',
  'stacktrace',
  'frames',
  'function',
  'filename',
  'abs_path',
  'lineno',
  'colno',
  'in_app',
  'context_line',
  'pre_context',
  'vars',
  'instruction_addr',
  'image_addr',
  'image_size',
  'package',
  'threads',
  'thread_id',
  'id',
  'crashed',
  'debug_meta',
  'images',
  'debug_id',
  'uuid',
  'code_file',
  'tags',
  'extra',
  'contexts',
  'trace',
  'trace_id',
  'span_id',
  'parent_span_id',
  'op',
  'status',
  'data',
  'links',
  'otel',
  'resource',
  'attributes',
  'os',
  'name',
  'version',
  'user',
  'ip_address',
  'request',
  'url',
  'headers',
  'query_string',
  'cookies',
  'breadcrumbs',
  'modules',
  'fingerprint',
  'dist',
  'release',
  'environment',
  'sdk',
  'measurements',
  'unit',
  'spans',
  'items',
  'body',
  'severity_number',
  'discarded_events',
  'reason',
  'quantity',
  'category',
  'check_in_id',
  'monitor_slug',
  'monitor_config',
  'schedule',
  'duration',
  'sent_at',
  '__proto__',
  'constructor',
  'toString',
  '',
  'x.y',
] as const;
const SCALARS = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1e308,
    TIME,
    TRACE_ID,
    SPAN_ID,
    '0x1000',
    '2026-01-15T09:30:00Z',
    'php',
    'macho',
    'proguard',
    'ok',
  ),
  fc.string({ maxLength: 12, unit: 'binary' }),
  fc.double({ noNaN: true }),
);
const { payload } = fc.letrec<{ payload: unknown; object: unknown }>((tie) => ({
  payload: fc.oneof(
    { maxDepth: 7, withCrossShrink: true },
    SCALARS,
    fc.array(tie('payload'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc
    .array(fc.tuple(fc.constantFrom(...NAMES), tie('payload')), { maxLength: 9 })
    .map((pairs) => Object.fromEntries(pairs)),
}));
const TYPES = fc.constantFrom(
  'event',
  'transaction',
  'log',
  'span',
  'check_in',
  'client_report',
  'attachment',
  'session',
  'other',
);

describe('anything that a client may send', () => {
  it('is translated or refused, if it is an envelope of any payloads', () => {
    const items = fc.array(fc.tuple(TYPES, payload), { minLength: 1, maxLength: 3 });
    let accepted = 0;
    fc.assert(
      fc.property(items, (sent) => {
        const body = envelope(sent.map(([type, content]): SentItem => [{ type }, JSON.stringify(content)]));
        if (check('envelope', body)) accepted += 1;
      }),
      { numRuns: 3_000 },
    );
    assert.ok(accepted > 300, `only ${accepted} were accepted`);
  });

  it('is translated or refused, if it is an event or a transaction whose members are of any kind', () => {
    const members = fc.array(fc.tuple(fc.constantFrom(...NAMES), payload), { maxLength: 30 });
    fc.assert(
      fc.property(members, fc.boolean(), (pairs, isTransaction) => {
        const event = { ...Object.fromEntries(pairs), ...(isTransaction && { type: 'transaction' }) };
        assert.ok(check('store', Buffer.from(JSON.stringify(event))));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is translated or refused, if an envelope is cut or its bytes are changed', () => {
    const trace = { trace_id: TRACE_ID, span_id: SPAN_ID };
    const event = {
      message: 'x',
      exception: { values: [{ type: 'E', stacktrace: { frames: [{ function: 'f' }] } }] },
      contexts: { trace },
    };
    const body = envelope([
      [{ type: 'event' }, event],
      [{ type: 'log' }, { items: [{ timestamp: TIME, body: 'm', attributes: { a: { value: 1, type: 'integer' } } }] }],
    ]);
    assert.ok(check('envelope', body));
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.nat(255), fc.boolean(), (at, byte, isCut) => {
        const changed = Buffer.from(isCut ? body.subarray(0, at) : body);
        if (!isCut) changed[at] = byte;
        check('envelope', changed);
      }),
      { numRuns: 3_000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void check('envelope', bytes)),
      { numRuns: 2_000 },
    );
  });

  it('is translated, if it has integers that do not fit a double', () => {
    const [digits, list] = ['12345678901234567890', '[{"a":98765432109876543210}]'];
    for (const name of NAMES.filter((each) => each !== '')) {
      assert.ok(check('store', Buffer.from(`{"message":"x","${name}":${digits}}`)), name);
      assert.ok(check('store', Buffer.from(`{"${name}":{"values":${list},"${name}":${digits}}}`)), name);
      check(
        'envelope',
        Buffer.from(`{"${name}":${digits}}\n{"type":"event","${name}":${digits}}\n{"contexts":{"x":${list}}}`),
      );
    }
  });

  it('is translated or refused, if it is nested as deep as it can be', () => {
    for (const depth of [9, 100, 2_000, 20_000]) {
      for (const [open, close] of [
        ['[', ']'],
        ['{"values":', '}'],
        ['{"a":', '}'],
        ['{"exception":', '}'],
      ] as const) {
        for (const name of [
          'extra',
          'contexts',
          'breadcrumbs',
          'exception',
          'spans',
          'tags',
          'user',
          'message',
          'request',
        ])
          check('store', Buffer.from(`{"${name}":${open.repeat(depth)}1${close.repeat(depth)}}`));
      }
    }
  });
});
