import assert from 'node:assert/strict';
import { manifest } from './manifest.js';
import { operations } from './operations.js';

const byId = new Map(manifest().map((operation) => [operation.id, operation]));

it('the manifest lists every operation as plain JSON', () => {
  assert.deepEqual(
    [...byId.keys()],
    operations.map(({ id }) => id),
  );
  const { scope, ...rest } = byId.get('saved_searches.update') ?? assert.fail('The operation is missing');
  assert.equal(scope, 'saved_searches:write');
  assert.deepEqual(JSON.parse(JSON.stringify(rest)), rest);
});

it('the manifest describes the place, constraints and presence of each field', () => {
  const query = byId.get('logs.query')?.query ?? [];
  const level = query.find(({ name }) => name === 'level');
  assert.equal(level?.repeated, true);
  assert.deepEqual(level.enum, ['trace', 'debug', 'info', 'warn', 'error', 'fatal']);
  assert.equal(query.find(({ name }) => name === 'start_time')?.type, 'timestamp');
  assert.equal(query.find(({ name }) => name === 'limit')?.type, 'integer');

  const update = byId.get('saved_searches.update');
  assert.deepEqual(
    update?.path_parameters.map(({ name, required }) => [name, required]),
    [['search_id', true]],
  );
  assert.deepEqual(update.query, []);
  const required = update.body?.filter((field) => field.required).map(({ name }) => name);
  assert.deepEqual(required, ['expected_version']);
  assert.equal(byId.get('saved_searches.delete')?.body, undefined);
  assert.ok(
    manifest().every(({ query: fields, body }) => [...fields, ...(body ?? [])].every((field) => field.description)),
  );
});
