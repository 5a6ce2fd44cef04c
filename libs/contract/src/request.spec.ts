import assert from 'node:assert/strict';
import { ScalarType, type DescField } from '@bufbuild/protobuf';
import { ServiceError, type ErrorDetail } from '@svc/service-error';
import type { FlagsUpdateRequest, LogsQueryRequest, SavedSearchesUpdateRequest } from './gen/index.js';
import type { Operation } from './operation.js';
import { operation, operations } from './operations.js';
import { isUnpagedListing, readRequest, type RequestParts } from './request.js';

const SECRET = 'hunter2';

describe('every operation', () => {
  for (const each of operations) {
    it(`${each.id} rejects all unknown names without quoting a value`, () => {
      const query = [
        ['unknown_a', SECRET],
        ['unknown_b', SECRET],
        ['project_id', SECRET],
      ] as const;
      const body = each.body && {
        unknown_c: SECRET,
        ...Object.fromEntries(each.pathParameters.map((name) => [name, 'x'])),
      };
      const error = refusal(each, { query, body });
      const paths = error.details.map(({ path }) => path);
      for (const name of Object.keys(body ?? {})) assert.ok(paths.includes(name), name);
      assert.ok(paths.includes('unknown_a') && paths.includes('unknown_b'));
      assert.equal(paths.includes('project_id'), each.body !== undefined && each.pathParameters.includes('project_id'));
      assert.ok(!JSON.stringify(error.toBody()).includes(SECRET));
      assert.equal(error.code, 'invalid_request');
    });

    const parameters = each.body
      ? []
      : each.rpc.input.fields.filter((field) => !each.pathParameters.includes(field.name));
    for (const field of parameters.filter((one) => one.fieldKind !== 'list')) {
      it(`${each.id} rejects a repeated ${field.name}, and treats an empty one as absent`, () => {
        const [text] = textsFor(field);
        const repeated = refusal(each, {
          query: [
            [field.name, text],
            [field.name, text],
          ],
        }).details;
        assert.ok(has(repeated, field.name, 'must not be repeated'));
        assert.deepEqual(violations(each, { query: [[field.name, '']] }), violations(each, { query: [] }));
      });
    }

    for (const field of parameters.filter((one) => one.message)) {
      it(`${each.id} rejects a ${field.name} that is not a timestamp`, () => {
        const error = refusal(each, { query: [[field.name, '2026-02-30T00:00:00Z']] });
        assert.ok(error.details.some(({ path }) => path === field.name));
      });
    }

    if (isUnpagedListing(each)) {
      it(`${each.id} ignores page parameters`, () => {
        const query = [
          ['limit', 'x'],
          ['limit', '1'],
          ['cursor', 'y'],
        ] as const;
        assert.deepEqual(violations(each, { query }), violations(each, { query: [] }));
      });
    }
  }
});

describe('a query string', () => {
  it('accepts repeated parameters and comma-separated values', () => {
    const query = [
      ['service', 'a,b'],
      ['service', 'c'],
      ['level', ''],
      ['limit', '20'],
      ['start_time', '2026-01-01T00:00:00Z'],
    ] as const;
    const message = readRequest(operation('logs.query'), { pathParameters: {}, query }) as LogsQueryRequest;
    assert.deepEqual(message.service, ['a', 'b', 'c']);
    assert.deepEqual(message.level, []);
    assert.equal(message.limit, 20);
    assert.equal(message.startTime?.seconds, 1_767_225_600n);
  });

  it('keeps a comma behind a backslash in its value', () => {
    const read = (...values: string[]) => {
      const query = values.map((value) => ['service', value] as const);
      return (readRequest(operation('logs.query'), { pathParameters: {}, query }) as LogsQueryRequest).service;
    };
    assert.deepEqual(read('SELECT a\\, b FROM t,c', 'd'), ['SELECT a, b FROM t', 'c', 'd']);
    assert.deepEqual(read('a\\\\,b', 'C:\\x', 'end\\'), ['a\\', 'b', 'C:\\x', 'end\\']);
  });

  it('accepts only decimal numbers', () => {
    const limits = ['1.0', '+1', '0x10', '1e2', ' 1', '01', 'NaN', '0', '-1', '-'];
    for (const limit of limits)
      assert.ok(violations(operation('logs.query'), { query: [['limit', limit]] }).length > 0, limit);
    const durations = ['NaN', 'Infinity', '1e999', '', '.5', '0x1'].filter(Boolean);
    for (const text of durations) {
      assert.ok(violations(operation('traces.search'), { query: [['min_duration_ms', text]] }).length > 0, text);
    }
    assert.deepEqual(violations(operation('traces.search'), { query: [['min_duration_ms', '1.5e3']] }), []);
  });

  it('clamps a page size of any length', () => {
    for (const limit of ['2147483647', '2147483648', '9007199254740993', '9'.repeat(4_000)]) {
      const request = { pathParameters: {}, query: [['limit', limit]] as const };
      assert.equal((readRequest(operation('logs.query'), request) as LogsQueryRequest).limit, 2_147_483_647);
    }
  });

  it('reports decoding and rule violations together, each once', () => {
    const query = [
      ['limit', '0'],
      ['start_time', 'yesterday'],
      ['level', 'loud'],
      ['sort', SECRET],
      ['trace_id', SECRET],
    ] as const;
    const { details, message } = refusal(operation('logs.query'), { query });
    assert.deepEqual(details.map(({ path }) => path).sort(), ['level[0]', 'limit', 'sort', 'start_time', 'trace_id']);
    assert.ok(!JSON.stringify([details, message]).includes(SECRET));
    assert.match(message, /^limit: must be an integer of at least 1 \(and 4 more\)$/);
  });

  it('describes a rule about several fields in a sentence without a path', () => {
    const { message, details } = refusal(operation('issues.snooze'), { body: { expected_version: 1 } });
    assert.match(message, /^Exactly one of for, forever, .* is required$/);
    assert.equal(details[0]?.path, '');
  });

  it('counts one character and one item in the singular', () => {
    const empty = refusal(operation('contact_methods.add'), { body: { type: 'sms', value: '' } });
    assert.equal(empty.message, 'value: must be at least 1 character');
    const none = refusal(operation('issues.merge'), { body: { source_ids: [] } });
    assert.equal(none.message, 'source_ids: must contain at least 1 item');
  });

  it('reports an invalid cursor with the error code of the operation', () => {
    const cursor = ['cursor', 'a\0b'] as const;
    assert.equal(refusal(operation('logs.query'), { query: [cursor] }).code, 'InvalidArgument');
    assert.equal(refusal(operation('saved_searches.list'), { query: [cursor] }).code, 'invalid_request');
    assert.equal(refusal(operation('logs.query'), { query: [cursor, ['limit', '0']] }).code, 'invalid_request');
  });
});

describe('a request with a body', () => {
  const update = operation('saved_searches.update');
  const pathParameters = { search_id: 's1' };

  it('joins path and body and distinguishes absent from empty', () => {
    const body = { expected_version: 3, is_shared: false };
    const message = readRequest(update, { pathParameters, query: [], body }) as SavedSearchesUpdateRequest;
    assert.equal(message.searchId, 's1');
    assert.equal(message.expectedVersion, 3n);
    assert.equal(message.isShared, false);
    assert.equal(message.name, undefined);
    assert.equal(message.query, undefined);
  });

  it('clears a text with null and refuses null for what cannot be cleared', () => {
    const flags = operation('flags.update');
    const parts = { pathParameters: { flag_key: 'a' }, query: [] };
    const body = { default_variant: null, project_id: null };
    const message = readRequest(flags, { ...parts, body }) as FlagsUpdateRequest;
    assert.deepEqual([message.defaultVariant, message.name, message.projectId], ['', undefined, undefined]);
    const refused = violations(flags, { ...parts, body: { active: null, tags: null, filters: null } });
    assert.deepEqual(
      refused.map(({ path }) => path),
      ['active', 'tags', 'filters'],
    );
    assert.ok(refused.every(({ reason }) => reason === 'must not be null, because it cannot be cleared'));
  });

  it('refuses a body that is null, and takes an absent one as empty', () => {
    const search = operation('saved_searches.create');
    assert.ok(has(violations(search, { body: null }), 'body', 'must be an object'));
    assert.ok(!has(violations(search, { body: undefined }), 'body', 'must be an object'));
  });

  it('treats null as absent in a creation', () => {
    const body = { key: 'a', name: null, active: null, filters: null };
    assert.deepEqual(violations(operation('flags.create'), { body }), []);
  });

  it('refuses a version that is null, wherever one can be expected', () => {
    const withVersion = operations.filter(
      ({ body, rpc }) => body && rpc.input.fields.some(({ name }) => name.startsWith('expected_')),
    );
    assert.ok(withVersion.length > 6);
    for (const each of withVersion) {
      const { name } = each.rpc.input.fields.find((field) => field.name.startsWith('expected_')) ?? assert.fail();
      assert.ok(has(violations(each, { body: { [name]: null } }), name, 'must not be null'), each.id);
    }
  });

  it('says what is right in words, never as a regular expression or with an empty choice', () => {
    for (const each of operations)
      for (const field of each.rpc.input.fields) {
        if (field.fieldKind !== 'scalar' && field.fieldKind !== 'list') continue;
        if (
          (field.fieldKind === 'scalar' ? field.scalar : field.listKind === 'scalar' && field.scalar) !==
          ScalarType.STRING
        )
          continue;
        const text = '\u0001 ?';
        const value = field.fieldKind === 'list' ? [text] : text;
        const isPath = each.pathParameters.includes(field.name);
        const parts = isPath
          ? { pathParameters: Object.fromEntries(each.pathParameters.map((name) => [name, text])) }
          : each.body
            ? { body: { [field.name]: value } }
            : { query: [[field.name, text] as const] };
        for (const { reason } of violations(each, parts))
          assert.doesNotMatch(reason, /regex|\^|\[, |in list/, `${each.id} ${field.name}`);
      }
  });

  it('keeps path parameters that the body repeats', () => {
    const body = { expected_version: 1, search_id: 's2' };
    assert.ok(has(refusal(update, { pathParameters, body }).details, 'search_id', 'is not a known field'));
  });

  it('reports a hundred violations and looks for no more', () => {
    const texts = Array.from({ length: 1_000 }, () => SECRET);
    const { details } = refusal(operation('inhibition.set'), { body: { rules: [{ source_matchers: texts }] } });
    assert.equal(details.length, 100);
    assert.ok(details.every(({ reason }) => reason === 'must be an object'));
  });

  it('reports no rule of what lies within an undecodable value', () => {
    const body = { rules: [{ source_matchers: [SECRET], target_matchers: [{ value: 'a' }] }] };
    const { details } = refusal(operation('inhibition.set'), { body });
    assert.deepEqual(
      details.filter(({ path }) => path.includes('source_matchers')),
      [{ path: 'rules[0].source_matchers[0]', reason: 'must be an object' }],
    );
    assert.ok(details.some(({ path }) => path.startsWith('rules[0].target_matchers[0].')));
  });

  it('reports an undecodable required field once', () => {
    const { details } = refusal(update, { pathParameters, body: { expected_version: SECRET } });
    assert.deepEqual(
      details.map(({ path }) => path),
      ['expected_version'],
    );
    assert.ok(has(refusal(update, { pathParameters, body: {} }).details, 'expected_version', 'is required'));
    assert.ok(has(refusal(update, { pathParameters }).details, 'expected_version', 'is required'));
  });
});

function refusal(each: Operation, parts: Partial<RequestParts>): ServiceError {
  return attempt(each, parts) ?? assert.fail('The request was accepted');
}

function violations(each: Operation, parts: Partial<RequestParts>): readonly ErrorDetail[] {
  return attempt(each, parts)?.details ?? [];
}

function attempt(each: Operation, parts: Partial<RequestParts>): ServiceError | undefined {
  const pathParameters = Object.fromEntries(each.pathParameters.map((name) => [name, 'a'.repeat(32)]));
  try {
    readRequest(each, { pathParameters, query: [], ...parts });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    return error;
  }
}

function has(details: readonly ErrorDetail[], path: string, reason: string): boolean {
  return details.some((detail) => detail.path === path && detail.reason === reason);
}

function textsFor(field: DescField): [string] {
  if (field.message) return ['2026-01-01T00:00:00Z'];
  return [field.scalar === ScalarType.STRING ? 'x' : field.scalar === ScalarType.BOOL ? 'true' : '5'];
}
