import assert from 'node:assert/strict';
import { Failure } from '../runtime/failure.js';
import type { JsonObject } from '../values/json.js';
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

it('a read carries its filters and the project in the query, lists repeated, empty ones not at all', () => {
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

it('an argument cannot step out of its place in the path', () => {
  for (const name of ['', '.', '..']) {
    assert.throws(() => build(list, { arguments: { 'metric-name': name } }), { message: '<metric-name> is not valid' });
  }
  assert.equal(build(list, { arguments: { 'metric-name': '../$&' } }).path, '/metrics/..%2F%24%26/query');
});

it('a flag can stand in the path, and an argument in the query', () => {
  const context = restCommand({
    words: ['logs', 'context'],
    summary: '',
    operation: 'logs.context',
    arguments: [{ name: 'before', sends: 'before', description: '' }],
    flags: [{ name: 'log-id', kind: 'string', required: true, sends: 'log_id', description: '' }],
  });
  const request = build(context, { arguments: { before: '7' }, values: { 'log-id': 'A/B' } });
  assert.equal(request.path, '/logs/A%2FB/context');
  assert.deepEqual(request.query, [['before', '7']]);
  assert.throws(() => build(context, { arguments: { before: '7' }, values: { 'log-id': '..' } }), {
    message: '--log-id is not valid',
  });
});

it('a write carries one project in the query and in the body', () => {
  const request = build(create, { values: { 'idempotency-key': 'k' }, body: { name: 'n' }, project: 'prj' });
  assert.deepEqual(request.query, [['project_id', 'prj']]);
  assert.deepEqual(request.body, { name: 'n', idempotency_key: 'k', project_id: 'prj' });
  assert.equal(request.idempotent, true);
});

it('a project in the body stays what it is: the service judges the conflict', () => {
  const request = build(create, { body: { project_id: 'other' }, project: 'prj' });
  assert.deepEqual(request.body, { project_id: 'other' });
});

it('without an idempotency key a write is never sent twice', () => {
  const request = build(update, { arguments: { 'search-id': 's' }, values: { 'expected-version': 3n }, body: {} });
  assert.equal(request.idempotent, false);
  assert.deepEqual(request.body, { expected_version: 3 });
});

it('a version beyond what a double holds is sent to the last digit', () => {
  const version = 2n ** 64n - 1n;
  const request = build(update, { arguments: { 'search-id': 's' }, values: { 'expected-version': version }, body: {} });
  assert.deepEqual(request.body, { expected_version: '18446744073709551615' });
});

it('a field that differs between flag and body is refused, one that agrees is not', () => {
  const given = { arguments: { 'search-id': 's' }, values: { 'expected-version': 3n } };
  assert.throws(() => build(update, { ...given, body: { expected_version: 4 } }), Failure);
  assert.deepEqual(build(update, { ...given, body: { expected_version: '3' } }).body, { expected_version: 3 });
});

it('an argument that repeats is a list, and flags can fill in an object of the body', () => {
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
