import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import type { CapturedEvent } from './captured-event.js';
import type { CaptureErrorCode } from './refusal.js';
import { readRequest } from './request.js';

const NOW = 1_768_469_411_123_000_000n;
const CONTEXT = { receivedAtNs: NOW, retentionDays: 30 };
const at = (ns: bigint) => {
  const fraction = String(ns % 1_000_000_000n).padStart(9, '0');
  return `${new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 19)}.${fraction}Z`;
};
const DAY = 86_400_000_000_000n;
const R = '"[REDACTED]"';

const readText = (...events: string[]) => readRequest(Buffer.from(`{"events":[${events.join(',')}]}`), CONTEXT);
const read = (...events: object[]) => readText(...events.map((event) => JSON.stringify(event)));
const base = { event: 'paid', distinct_id: 'ada' };
const accept = (fields: object): CapturedEvent => {
  const { accepted, errors } = read({ ...base, ...fields });
  assert.deepEqual(errors, []);
  return accepted[0] ?? assert.fail('nothing was accepted');
};
const rejectionCode = (result: ReturnType<typeof readRequest>) => result.errors[0]?.code;
const properties = (value: object) => accept({ properties: value }).properties;

const times = <T>(count: number, create: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => create(index));
const members = (count: number) => Object.fromEntries(times(count, (index) => [`k${index}`, index]));
/** This many nested containers. */
const nested = (levels: number): object => {
  let value: object = {};
  for (let i = 1; i < levels; i++) value = i % 2 === 0 ? [value] : { a: value };
  return Array.isArray(value) ? { a: value } : value;
};
const depth = (levels: number): object => {
  let value: object = { end: 1 };
  for (let i = 1; i < levels; i++) value = { a: value };
  return value;
};

describe('parsing an event', () => {
  it('requires a name and a distinct id, and adds a time and a message id', () => {
    const event = accept({});
    assert.equal(event.timestampNs, NOW);
    assert.match(event.messageId, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(event.properties, '{}');
    const { accepted } = read(base, base, base);
    const ids = accepted.map(({ messageId }) => messageId);
    assert.deepEqual(ids, ids.toSorted(), 'the later of simultaneous events has the greater id');
  });

  const REFUSED: [string, object, CaptureErrorCode][] = [
    ['without a name', { event: undefined }, 'missing_field'],
    ['with an empty name', { event: ' ' }, 'missing_field'],
    ['with a name that is not a string', { event: 5 }, 'invalid_type'],
    ['with an address in its name', { event: 'mail ada@example.com' }, 'sensitive_event_name'],
    ['with a control character in its name', { event: 'a\nb' }, 'control_character'],
    ['with a very long name', { event: 'x'.repeat(201) }, 'too_long'],
    ['without a distinct id', { distinct_id: undefined }, 'missing_field'],
    ['with an empty distinct id', { distinct_id: '' }, 'missing_field'],
    ['with a distinct id that is not a string', { distinct_id: 5 }, 'invalid_type'],
    ...['distinct_id', 'anon_distinct_id', 'session_id', 'message_id'].flatMap(
      (field): [string, object, CaptureErrorCode][] => [
        [`with a ${field} of 201 bytes`, { [field]: 'x'.repeat(201) }, 'too_long'],
        [`with a ${field} of 101 characters of two bytes`, { [field]: 'é'.repeat(101) }, 'too_long'],
        [`with a control character in ${field}`, { [field]: 'a\u0000' }, 'not_printable'],
        [`with an invisible character in ${field}`, { [field]: 'a\u200b' }, 'not_printable'],
        [`with nothing visible in ${field}`, { [field]: '\u200d\ufe0f' }, 'not_printable'],
        [`with only spaces in ${field}`, { [field]: '  ' }, 'not_printable'],
        [`with an invisible character before ${field}`, { [field]: '\u200ca' }, 'not_printable'],
        [`with an invisible character beside a space in ${field}`, { [field]: 'a \u200cb' }, 'not_printable'],
        ...['\u200b', '\u2060', '\ufeff', '\u3164', '\u115f', '\u180e', '\u2063'].map(
          (char): [string, object, CaptureErrorCode] => [
            `with U+${char.charCodeAt(0).toString(16)} inside ${field}`,
            { [field]: `a${char}b` },
            'not_printable',
          ],
        ),
        [`with a character that reorders ${field}`, { [field]: 'a\u202eb' }, 'not_printable'],
        [`with half of a surrogate pair in ${field}`, { [field]: 'a\ud800' }, 'not_printable'],
        [`with an object as ${field}`, { [field]: {} }, 'invalid_type'],
      ],
    ),
    ['with a group type alone', { group_type: 'company' }, 'missing_group'],
    ['with a group key alone', { group_key: 'acme' }, 'missing_group'],
    ['with a group key of 201 bytes', { group_type: 'company', group_key: 'x'.repeat(201) }, 'too_long'],
    ['with a group that is not a string', { properties: { $groups: { company: 5 } } }, 'invalid_type'],
    ['with groups that are not a map', { properties: { $groups: ['acme'] } }, 'invalid_type'],
    ['with a group of 201 bytes', { properties: { $groups: { company: 'x'.repeat(201) } } }, 'too_long'],
    ['with a group that is not printable', { properties: { $groups: { company: 'a\tb' } } }, 'not_printable'],
    ['with a malformed timestamp', { timestamp: 'yesterday' }, 'invalid_timestamp'],
    ['with an empty timestamp', { timestamp: '' }, 'invalid_timestamp'],
    ['with a day that does not exist', { timestamp: '2026-02-30T00:00:00Z' }, 'invalid_timestamp'],
    ['with a time without a zone', { timestamp: '2026-01-15T00:00:00' }, 'invalid_timestamp'],
    ['with a number as timestamp', { timestamp: 1_768_469_411 }, 'invalid_type'],
    ['older than the retention', { timestamp: at(NOW - 31n * DAY) }, 'timestamp_out_of_range'],
    ['more than a day ahead', { timestamp: at(NOW + DAY + 1n) }, 'timestamp_out_of_range'],
    ['with properties that are not an object', { properties: [] }, 'invalid_type'],
    ['with a set that is not an object', { set: 'x' }, 'invalid_type'],
    ['with an unset that is not an array', { unset: {} }, 'invalid_type'],
    ['with an unset of numbers', { unset: [5] }, 'invalid_type'],
    ['with a number that does not fit a double', { properties: { a: 'NUMBER' } }, 'invalid_type'],
    ['with 17 levels', { properties: depth(17) }, 'nesting_too_deep'],
    ['with 17 levels of arrays', { set: { a: nested(16) } }, 'nesting_too_deep'],
    ['with 251 properties', { properties: members(251) }, 'too_many_entries'],
    ['with 251 elements', { properties: { a: times(251, String) } }, 'too_many_entries'],
    ['with 251 entries under a credential', { properties: { password: members(251) } }, 'too_many_entries'],
    ['with a name of 513 bytes', { properties: { ['x'.repeat(513)]: 1 } }, 'property_key_too_long'],
    ['with a name of 513 bytes inside', { set: { a: { ['x'.repeat(513)]: 1 } } }, 'property_key_too_long'],
    ['with a string of 32769 bytes', { properties: { a: ['x'.repeat(32_769)] } }, 'string_too_long'],
    ['with a string of 16385 characters of two bytes', { set_once: { a: 'é'.repeat(16_385) } }, 'string_too_long'],
    ...['\u0000', '\n', '\t', '\u001f', '\u007f', '\u0085'].flatMap((sign): [string, object, CaptureErrorCode][] => {
      const name = `U+${sign.charCodeAt(0).toString(16)}`;
      return [
        [`with ${name} in a string`, { properties: { a: [{ b: `x${sign}` }] } }, 'control_character'],
        [`with ${name} in set`, { set: { a: `x${sign}` } }, 'control_character'],
        [`with ${name} in a name`, { properties: { a: { [`x${sign}`]: 1 } } }, 'control_character'],
        [`with ${name} in unset`, { unset: [`x${sign}`] }, 'control_character'],
      ];
    }),
    ['with an integer that a double would change', { set: { a: [9] } }, 'integer_not_exact'],
    ['with half of a surrogate pair in a string', { properties: { a: '\udc00' } }, 'not_printable'],
    ['with an empty name in set', { set: { '': 1 } }, 'empty_mutation_name'],
    ['with an empty name in set_once', { set_once: { '': 1 } }, 'empty_mutation_name'],
    ['with an empty name in unset', { unset: [''] }, 'empty_mutation_name'],
    ['with a duplicate name in unset', { unset: ['a', 'a'] }, 'duplicate_mutation_key'],
    ['with a name in set and set_once', { set: { a: 1 }, set_once: { a: 1 } }, 'mutation_key_conflict'],
    ['with a name in set and unset', { set: { a: 1 }, unset: ['a'] }, 'mutation_key_conflict'],
    ['with a name in set_once and unset', { set_once: { a: 1 }, unset: ['a'] }, 'mutation_key_conflict'],
    ['with 251 names to change', { set: members(250), unset: ['a'] }, 'too_many_mutation_keys'],
    ['with 251 names in set', { set: members(251) }, 'too_many_mutation_keys'],
    ['$groupidentify without a group', { event: '$groupidentify', set: { a: 1 } }, 'missing_group'],
    [
      '$groupidentify with unset',
      { event: '$groupidentify', group_type: 'c', group_key: 'k', unset: ['a'] },
      'unset_not_supported',
    ],
  ];
  for (const [what, fields, code] of REFUSED) {
    it(`refuses ${what}: ${code}`, () => {
      const text = JSON.stringify({ ...base, ...fields })
        .replace('"NUMBER"', '1e400')
        .replace('[9]', '[9007199254740993]');
      const { accepted, errors } = readText(JSON.stringify(base), text, JSON.stringify(base));
      assert.equal(accepted.length, 2, 'the other events are accepted');
      assert.deepEqual(
        errors.map(({ index, code: found }) => [index, found]),
        [[1, code]],
      );
    });
  }

  const ACCEPTED: [string, object][] = [
    // Clients send it at every login, also for a known person. The capture API requires no other field.
    ['the name identify and nothing else', { event: 'identify' }],
    ['ids of 200 bytes', { distinct_id: 'é'.repeat(100), session_id: 'x'.repeat(200), message_id: '"\\ ~日本' }],
    ['ids that look like addresses', { distinct_id: 'ada@example.com', anon_distinct_id: '4111111111111111' }],
    ['16 levels', { properties: depth(16), set: { a: depth(15) } }],
    ['250 properties', { properties: members(250) }],
    ['250 names to change', { set: members(249), unset: ['a'] }],
    ['a name of 512 bytes', { properties: { ['é'.repeat(256)]: 1 } }],
    ['a string of 32768 bytes', { properties: { a: 'x'.repeat(32_768) } }],
    ['an empty name of a property', { properties: { '': 1 } }],
    ['the limits of time', { timestamp: at(NOW + DAY) }],
    [
      'ids with joiners inside words',
      { distinct_id: 'شرکت\u200cها', session_id: 'क्\u200dष', message_id: 'co\u00adop' },
    ],
    [
      'ids of emoji',
      {
        distinct_id: '👨\u200d👩\u200d👧',
        session_id: '❤\ufe0f',
        message_id: '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      },
    ],
    ['null for optional fields', { session_id: null, timestamp: null, properties: null, set: null, unset: null }],
    ['unknown fields', { something: { else: 1 } }],
  ];
  for (const [what, fields] of ACCEPTED) it(`accepts ${what}`, () => void accept(fields));

  it('accepts the line breaks and tabs of stacks in properties of $exception alone', () => {
    const stack = 'TypeError: no total\r\n\tat pay (a.js:1:1)\n\tat run (a.js:2:1)';
    const { properties } = accept({ event: '$exception', properties: { stack } });
    assert.equal(properties, JSON.stringify({ stack }));
    const refused: object[] = [
      { properties: { stack } },
      { event: '$exception', set: { stack } },
      { event: '$exception', properties: { [stack]: 1 } },
      ...['\u0000', '\u000b', '\u001f', '\u007f', '\u0085'].map((sign) => {
        return { event: '$exception', properties: { a: [{ b: `x${sign}` }] } };
      }),
    ];
    for (const fields of refused) assert.equal(rejectionCode(read({ ...base, ...fields })), 'control_character');
  });

  it('keeps every digit of an integer that it accepts', () => {
    const { accepted } = readText(`{"event":"e","distinct_id":"d","properties":{"ns":1795000000000000000}}`);
    assert.equal(accepted[0]?.properties, '{"ns":1795000000000000000}');
  });

  it('keeps nine digits of a second and the time zone', () => {
    const time = accept({ timestamp: '2026-01-15T10:30:11.123456789+01:00' }).timestampNs;
    assert.equal(time, BigInt(Date.UTC(2026, 0, 15, 9, 30, 11)) * 1_000_000n + 123_456_789n);
  });

  it('accepts an event of any age if it only changes a person or group', () => {
    const old = { timestamp: '2001-01-01T00:00:00Z', set: { a: 1 } };
    assert.equal(accept({ event: 'identify', ...old }).writes.length, 1);
    assert.equal(rejectionCode(read({ ...base, ...old })), 'timestamp_out_of_range');
  });

  it('never rewrites ids and top-level groups, and treats nested groups as properties', () => {
    const secret = 'ada@example.com';
    const ids = { distinct_id: secret, anon_distinct_id: secret, session_id: secret, message_id: secret };
    const event = accept({
      ...ids,
      group_type: 'team',
      group_key: secret,
      properties: { $groups: { company: secret, password: 'kept' }, nested: { $groups: { company: secret } } },
    });
    assert.deepEqual(
      [event.distinctId, event.anonDistinctId, event.sessionId, event.messageId],
      times(4, () => secret),
    );
    assert.deepEqual(event.groups, [
      { type: 'company', key: secret },
      { type: 'password', key: 'kept' },
      { type: 'team', key: secret },
    ]);
    assert.equal(
      event.properties,
      `{"$groups":{"company":"${secret}","password":"kept"},"nested":{"$groups":{"company":${R}}}}`,
    );
  });

  it('lets a publishable key write to persons at the time of receipt at the latest', () => {
    const send = (fields: object) => {
      const body = Buffer.from(JSON.stringify({ events: [{ ...base, ...fields }] }));
      return readRequest(body, { ...CONTEXT, isPublishable: true }).accepted[0]?.timestampNs;
    };
    const [ahead, before] = [at(NOW + DAY), at(NOW - DAY)];
    for (const write of [{ set: { plan: 'x' } }, { unset: ['plan'] }, { event: 'identify' }]) {
      assert.equal(send({ ...write, timestamp: ahead }), NOW);
      assert.equal(send({ ...write, timestamp: before }), NOW - DAY);
      assert.equal(accept({ ...write, timestamp: ahead }).timestampNs, NOW + DAY);
    }
    assert.equal(send({ timestamp: ahead }), NOW + DAY);
    const link = { event: 'identify', anon_distinct_id: 'b' };
    for (const timestamp of [ahead, before, '1970-01-01T00:00:00Z']) assert.equal(send({ ...link, timestamp }), NOW);
    assert.equal(accept({ ...link, timestamp: before }).timestampNs, NOW - DAY);
  });

  it('redacts numbers in fields that are named like numbers of persons, and no other numbers', () => {
    const text = properties({ card_number: 4111111111111111, phone: 4155552671, order: 4111111111111111, card: 12 });
    assert.equal(text, `{"card":12,"card_number":${R},"order":4111111111111111,"phone":${R}}`);
  });

  it('redacts properties, set and set_once at any depth, and everything under names of credentials', () => {
    const event = accept({
      properties: { b: [{ c: 'mail ada@example.com' }], apiToken: { a: [1] }, a: 1.5, run_id: '20260115093011' },
      set: { pwd: null, email: 'ada@example.com', n: null },
      set_once: { secret: [1], note: '4111 1111 1111 1111' },
    });
    assert.equal(event.properties, `{"a":1.5,"apiToken":${R},"b":[{"c":"mail [REDACTED]"}],"run_id":"20260115093011"}`);
    assert.deepEqual(
      event.writes.map(({ op, key, value }) => [op, key, value]),
      [
        ['set', 'pwd', R],
        ['set', 'email', R],
        ['set', 'n', 'null'],
        ['set_once', 'secret', R],
        ['set_once', 'note', R],
      ],
    );
  });

  it('applies the name of an array to its elements, but not to the members of an object', () => {
    const time = '20260115093011';
    assert.equal(properties({ run_id: [time, { note: time }] }), `{"run_id":["${time}",{"note":${R}}]}`);
  });

  it('serializes equal properties to the same text', () => {
    assert.equal(
      properties({ b: 1, a: { d: [], c: {} }, 10: 0, 9: 0 }),
      properties({ 9: 0, 10: 0, a: { c: {}, d: [] }, b: 1 }),
    );
    assert.equal(properties({ b: -0, a: 1e21 }), '{"a":1e+21,"b":0}');
  });

  it('treats names that objects inherit as data', () => {
    const { accepted } = readText(
      `{"event":"x","distinct_id":"a","properties":{"__proto__":{"a":1},"constructor":2},"set":{"__proto__":3}}`,
    );
    assert.equal(accepted[0]?.properties, '{"__proto__":{"a":1},"constructor":2}');
    assert.deepEqual(accepted[0]?.writes, [{ op: 'set', key: '__proto__', value: '3' }]);
    assert.equal(rejectionCode(readText('{"__proto__":{"event":"x","distinct_id":"a"}}')), 'missing_field');
  });

  it('promotes session, trace and groups to columns', () => {
    const event = accept({
      properties: { $environment: 'prod', service: 'shop', $release: '1.2', $trace_id: 'A'.repeat(32) },
    });
    assert.deepEqual(
      [event.environment, event.serviceName, event.release, event.traceId],
      ['prod', 'shop', '1.2', 'a'.repeat(32)],
    );
  });
});

describe('a duplicate name', () => {
  const cases: [string, CaptureErrorCode | undefined][] = [
    ['{"event":"x","distinct_id":"a","set":{"k":1,"k":2}}', 'duplicate_mutation_key'],
    ['{"event":"x","distinct_id":"a","set":{"k":1,"\\u006b":2}}', 'duplicate_mutation_key'],
    ['{"event":"x","distinct_id":"a","set_once":{"k":{"k":1},"k":2}}', 'duplicate_mutation_key'],
    ['{"event":"x","distinct_id":"a","set":{"k":1},"set":{"j":2}}', 'duplicate_field'],
    ['{"event":"x","event":"y","distinct_id":"a"}', 'duplicate_field'],
    ['{"event":"x","distinct_id":"a","properties":{"k":1,"k":2}}', undefined],
    ['{"event":"x","distinct_id":"a","set":{"k":{"a":1,"a":2}}}', undefined],
    ['{"event":"x","distinct_id":"a","set":{"k":"\\"k\\":1, \\\\"},"set_once":{"j":[{"k":1},{"k":2}]}}', undefined],
  ];
  for (const [text, code] of cases)
    it(`${code ?? 'is accepted'}: ${text}`, () => assert.equal(rejectionCode(readText(text)), code));
});

describe('parsing a request', () => {
  const refused = (body: string | Buffer) =>
    assert.throws(
      () => readRequest(Buffer.from(body), CONTEXT),
      (error: unknown) =>
        error instanceof ServiceError && error.code === 'invalid_request' && !error.message.includes('canary'),
    );
  it('requires an object with an array of 1 to 1,000 events', () => {
    for (const body of [
      '',
      'canary',
      '[]',
      '{}',
      'null',
      '5',
      '{"events":{}}',
      '{"events":[]}',
      '{"events":"canary"}',
      '{"events":[{]}',
    ])
      refused(body);
    refused(JSON.stringify({ events: times(1001, () => base) }));
    refused(Buffer.from([0x7b, 0xff, 0x7d]));
    assert.equal(
      readRequest(Buffer.from(JSON.stringify({ events: times(1000, () => base) })), CONTEXT).accepted.length,
      1000,
    );
    assert.equal(readRequest(Buffer.from(`\ufeff${JSON.stringify({ events: [base] })}`), CONTEXT).accepted.length, 1);
  });

  it('ignores other members of the request', () => {
    const body = `{"batch":[{"set":{"a":1}}],"sent_at":"now","events":[${JSON.stringify(base)}],"more":[{"a":1}]}`;
    assert.equal(readRequest(Buffer.from(body), CONTEXT).accepted.length, 1);
  });

  it('accepts or rejects each event, whatever JSON it is', () => {
    const { accepted, errors } = readText(
      'null',
      '5',
      '"x"',
      '[]',
      '{}',
      JSON.stringify(base),
      '[[{"set":{"a":1,"a":2}}]]',
    );
    assert.equal(accepted.length, 1);
    assert.deepEqual(
      errors.map(({ index, code }) => `${index} ${code}`),
      ['0 invalid_type', '1 invalid_type', '2 invalid_type', '3 invalid_type', '4 missing_field', '6 invalid_type'],
    );
  });

  it('never quotes the request in errors, and never breaks them', () => {
    const canary = 'canary';
    const anything = fc.oneof(
      fc.jsonValue({ depthSize: 'medium' }),
      fc.string({ unit: 'binary' }),
      fc.constant({ [canary]: `${canary}\n` }),
    );
    const field = fc.constantFrom(
      'event',
      'distinct_id',
      'set',
      'set_once',
      'unset',
      'properties',
      'timestamp',
      'message_id',
      canary,
    );
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(field, anything, { noNullPrototype: true }), { minLength: 1, maxLength: 5 }),
        (events) => {
          const { accepted, errors } = read(...events);
          assert.equal(accepted.length + errors.length, events.length);
          assert.ok(!JSON.stringify(errors).includes(canary));
          for (const { properties: text, writes } of accepted) {
            if (text !== '') JSON.parse(text);
            for (const { op, value } of writes) if (op !== 'unset') JSON.parse(value);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('rejects a deeply nested body without recursion', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    assert.equal(
      rejectionCode(readText(`{"event":"x","distinct_id":"a","properties":{"a":${deep}}}`)),
      'nesting_too_deep',
    );
  });
});

describe('ignored fields', () => {
  const warn = (body: object | string) =>
    readRequest(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), CONTEXT).warnings;

  it('names an ignored field once with the number of its events and the probable intention', () => {
    const warnings = warn({ events: [{ ...base, $set: { a: 1 }, colour: 1 }, { ...base, $set: { b: 2 } }, base] });
    assert.deepEqual(warnings, [
      { code: 'unknown_field', message: '$set: is not a field of an event; the field is set', events: 2 },
      { code: 'unknown_field', message: 'colour: is not a field of an event; put it into properties', events: 1 },
    ]);
    assert.deepEqual(warn({ events: [base] }), []);
  });

  it('includes fields of the body and a list that stands twice', () => {
    const messages = warn('{"events":[5],"project_id":"x","ev\\u0065nts":[{"event":"paid","distinct_id":"ada"}]}');
    assert.deepEqual(messages, [
      {
        code: 'unknown_field',
        message:
          'project_id: is not a field of the body; name the project in the query string or the header X-Svc-Project',
      },
      { code: 'duplicate_field', message: 'events: stands twice in the body; the last one was read' },
    ]);
  });

  it('does not name a field whose name may be content, and limits their number', () => {
    const strange = { 'ada@example.com': 1, 'a b': 1, ['x'.repeat(65)]: 1, '': 1 };
    assert.deepEqual(
      warn({ events: [{ ...base, ...strange }] }).map(({ message }) => message),
      ['a field: is not a field of an event; put it into properties'],
    );
    const many = Object.fromEntries(times(1000, (index) => [`f${index}`, 1]));
    assert.equal(warn({ events: [{ ...base, ...many }], ...many }).length, 40);
  });
});
