import assert from 'node:assert/strict';
import { Failure } from '../runtime/failure.js';
import type { JsonObject } from '../runtime/values/json.js';
import { restCommand } from './command.js';
import { EXPECTED_VERSION, IDEMPOTENCY_KEY } from './common-flags.js';
import type { FlagValue } from './flag.js';
import { buildRequest } from './request.js';

const list = restCommand({
  words: ['list'],
  summary: '',
  operation: 'metrics.query',
  arguments: [{ name: 'metric-name', sends: 'metric_name', description: '' }],
  flags: [
    { name: 'env', kind: 'string', sends: 'environment', description: '' },
    { name: 'group-by', kind: 'stringSlice', sends: 'group_by', description: '' },
    { name: 'interval', kind: 'string', description: '' },
  ],
});
const create = restCommand({
  words: ['create'],
  summary: '',
  operation: 'saved_searches.create',
  body: 'any',
  flags: [IDEMPOTENCY_KEY],
});
const update = restCommand({
  words: ['update'],
  summary: '',
  operation: 'saved_searches.update',
  body: 'any',
  arguments: [{ name: 'search-id', sends: 'search_id', description: '' }],
  flags: [EXPECTED_VERSION],
});

const trends = restCommand({
  words: ['trends'],
  summary: '',
  operation: 'events.trends',
  arguments: [{ name: 'event', sends: 'events', description: '', repeats: true }],
  flags: [
    { name: 'since', kind: 'string', sends: 'time_range.start', description: '' },
    { name: 'until', kind: 'string', sends: 'time_range.end', description: '' },
    { name: 'filters', kind: 'string', format: 'json_array', sends: 'filters', description: '' },
  ],
});

interface Typed {
  readonly more?: readonly string[];
  readonly arguments?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, FlagValue>>;
  readonly body?: JsonObject;
  readonly project?: string;
}

function build(command: typeof list, typed: Typed): ReturnType<typeof buildRequest> {
  return buildRequest(command, {
    arguments: typed.arguments ?? {},
    more: typed.more ?? [],
    flags: { values: typed.values ?? {}, given: new Set() },
    body: typed.body,
    project: typed.project,
  });
}

const LOG_ID = '0A'.repeat(16);

describe('buildRequest', () => {
  it('sends the filters and project of a read in the query, without empty filters', () => {
    const request = build(list, {
      arguments: { 'metric-name': 'a/b c?' },
      values: { env: '', 'group-by': ['job', 'instance'], interval: '1h' },
      project: 'prj',
    });
    assert.equal(request.path, '/metrics/a%2Fb%20c%3F/query');
    assert.deepEqual(request.query, [
      ['project_id', 'prj'],
      ['group_by', 'job'],
      ['group_by', 'instance'],
    ]);
    assert.equal(request.body, undefined);
    assert.equal(request.idempotent, true);
  });

  it('rejects an argument that leaves its place in the path', () => {
    for (const name of ['.', '..']) {
      assert.throws(() => build(list, { arguments: { 'metric-name': name } }), {
        message: '<metric-name> is not valid',
      });
    }
    assert.throws(() => build(list, { arguments: { 'metric-name': '' } }), {
      message: '<metric-name> must not be empty',
    });
    assert.equal(build(list, { arguments: { 'metric-name': '../$&' } }).path, '/metrics/..%2F%24%26/query');
  });

  it('sends a flag in the path and an argument in the query', () => {
    const context = restCommand({
      words: ['logs', 'context'],
      summary: '',
      operation: 'logs.context',
      arguments: [{ name: 'before', sends: 'before', description: '' }],
      flags: [{ name: 'log-id', kind: 'string', required: true, sends: 'log_id', description: '' }],
    });
    const request = build(context, { arguments: { before: '7' }, values: { 'log-id': LOG_ID } });
    assert.equal(request.path, `/logs/${LOG_ID}/context`);
    assert.deepEqual(request.query, [['before', '7']]);
    assert.throws(() => build(context, { arguments: { before: '7' }, values: { 'log-id': '..' } }), {
      message: '--log-id must have 32 hexadecimal digits in upper case',
    });
  });

  it('sends the project of a write in the query and the body', () => {
    const request = build(create, { values: { 'idempotency-key': 'k' }, body: { name: 'n' }, project: 'prj' });
    assert.deepEqual(request.query, [['project_id', 'prj']]);
    assert.deepEqual(request.body, { name: 'n', idempotency_key: 'k', project_id: 'prj' });
    assert.equal(request.idempotent, true);
  });

  it('keeps a project in the body, whose conflict the service decides', () => {
    const request = build(create, { body: { project_id: 'other' }, project: 'prj' });
    assert.deepEqual(request.body, { project_id: 'other' });
  });

  it('marks a write without an idempotency key as not idempotent', () => {
    const request = build(update, { arguments: { 'search-id': 's' }, values: { 'expected-version': 3n }, body: {} });
    assert.equal(request.idempotent, false);
    assert.deepEqual(request.body, { expected_version: 3 });
  });

  it('sends a version beyond the range of a double exactly', () => {
    const version = 2n ** 64n - 1n;
    const request = build(update, {
      arguments: { 'search-id': 's' },
      values: { 'expected-version': version },
      body: {},
    });
    assert.deepEqual(request.body, { expected_version: '18446744073709551615' });
  });

  it('rejects different values of a field in the flag and the body', () => {
    const given = { arguments: { 'search-id': 's' }, values: { 'expected-version': 3n } };
    assert.throws(() => build(update, { ...given, body: { expected_version: 4 } }), Failure);
    assert.deepEqual(build(update, { ...given, body: { expected_version: '3' } }).body, { expected_version: 3 });
  });

  it('sends a repeating argument as a list and flags as nested fields', () => {
    const filters = [{ field: 'property.plan', op: 'is_set' }];
    const request = build(trends, {
      arguments: { event: 'buy' },
      more: ['open', 'view'],
      values: { since: 'a', until: 'b', filters },
      project: 'prj',
    });
    assert.deepEqual(request.body, {
      events: ['buy', 'open', 'view'],
      time_range: { start: 'a', end: 'b' },
      filters,
      project_id: 'prj',
    });
  });
});
