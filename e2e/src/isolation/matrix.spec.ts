import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { operations, type Operation } from '@svc/contract';
import { settle } from '@svc/testing';
import { api, makeKey, ok, type ApiAnswer, type Json } from '../api.js';
import { sampled } from '../sampled-operations.js';
import { topologyKind } from '../topology.js';
import { makeProject } from '../workspace/project.js';
import { sampleBody } from './sample.js';

const SENTINEL = 'Do-Not-Echo-5c2e';

/** On six processes, where credentials travel between services, two operations of each service are representative. */
const chosen = (all: readonly Operation[]): readonly Operation[] =>
  topologyKind() === 'standalone' ? all : sampled(all, ({ service }) => service.typeName);

/**
 * Checks the limits of access of callers for every operation of the catalog; new operations are included automatically.
 * Requests are generated from the contract, so a request is refused although everything else in it is valid.
 */
describe('isolation', () => {
  let own: string;
  let sibling: string;
  let bound: string;
  let refused: Record<'none' | 'unknown' | 'expired' | 'revoked', string | null>;
  let lacking: (scope: string) => string;

  beforeAll(async () => {
    [own, sibling] = [(await makeProject()).id, (await makeProject()).id];
    // Some scopes are reserved for signed-in users: with a key, their operations always answer 403.
    const { scopes: listed } = await ok('GET', '/account/api-keys/scopes');
    const grantable = new Set([...(listed as Json[])].map(({ name }) => name as string));
    const scopes = [...new Set(operations.flatMap(({ scope }) => scope ?? []))].filter((scope) => grantable.has(scope));
    bound = (await makeKey(scopes, own)).secret;
    // Enough time for a busy machine to create the key before it expires.
    const expires = Date.now() + 3_000;
    const expired = await ok('POST', '/account/api-keys', {
      body: { name: 'expires', scopes, expires_at: new Date(expires).toISOString() },
    });
    const revoked = await makeKey(scopes);
    await api('DELETE', `/account/api-keys/${revoked.id}`);
    const [one, other] = [await makeKey(['logs:read']), await makeKey(['traces:read'])];
    lacking = (scope) => (scope === 'logs:read' ? other.secret : one.secret);
    refused = { none: null, unknown: `${bound}x`, expired: expired['secret'], revoked: revoked.secret };
    await settle('the expired keys must not be accepted', expires + 100 - Date.now());
  });

  const operationsWithScope = chosen(operations.filter(({ scope }) => scope !== undefined));

  for (const operation of operationsWithScope) {
    it(`${operation.id} returns the same 401 for no, unknown, expired and revoked credentials`, async () => {
      const answers = await Promise.all(Object.values(refused).map((key) => send(operation, { key })));
      for (const answer of answers) {
        assert.equal(answer.status, 401, answer.text);
        assert.equal(answer.json['message'], answers[0]?.json['message']);
      }
      const codes = answers.map((answer) => answer.json['error'] as string);
      assert.deepEqual(codes, ['unauthenticated', 'unauthenticated', 'key_expired', 'key_revoked']);
    });

    it(`${operation.id} returns 403 for a credential without ${operation.scope}, whatever it asks for`, async () => {
      const key = lacking(operation.scope ?? '');
      for (const query of ['', `project_id=${own}`, `project_id=${randomUUID()}`, 'project_id=%zz']) {
        assert.equal((await send(operation, { key, query })).status, 403, query);
      }
    });

    it(`${operation.id} returns the same 403 for a conflicting project in any form`, async () => {
      const answers = await Promise.all(conflicts(own, sibling).map((query) => send(operation, { key: bound, query })));
      for (const answer of answers) {
        assert.deepEqual([answer.status, answer.json['error']], [403, 'permission_denied'], answer.text);
        assert.equal(answer.text, answers[0]?.text);
      }
    });

    if (operation.body && takesProject(operation)) {
      it(`${operation.id} returns the generic 404 for a conflicting project in its body, real or not`, async () => {
        const generic = await api('GET', `/projects/${randomUUID()}`);
        for (const project_id of [sibling, randomUUID(), SENTINEL]) {
          for (const query of ['', `project_id=${own}`]) {
            const answer = await send(operation, { key: bound, query, body: { ...createBody(operation), project_id } });
            assert.deepEqual([answer.status, answer.text], [404, generic.text]);
          }
        }
      });
    }
  }

  // The path of search.filters has the name of any field, which the response repeats.
  const withIds = chosen(
    operations.filter(
      ({ id, pathParameters, project }) =>
        pathParameters.length > 0 && project === 'required' && id !== 'search.filters',
    ),
  );
  const foreignIds = new Map<string, Promise<string | undefined>>();

  for (const operation of withIds) {
    it(`${operation.id} answers an ID of a sibling project like one that does not exist`, async () => {
      const made = foreignIds.get(toCollection(operation)) ?? makeIn(sibling, operation);
      foreignIds.set(toCollection(operation), made);
      const foreign = await made;
      if (foreign === undefined)
        console.info('no record could be created from the contract alone: two unknown ids compared');
      const [one, other] = await Promise.all(
        [foreign ?? randomUUID(), randomUUID()].map((id) => send(operation, { key: bound, id })),
      );
      assert.ok(one && other);
      assert.deepEqual([one.status, one.text], [other.status, other.text]);
      if (foreign !== undefined) assert.ok(one.status === 404 || one.status === 400, `${one.status} ${one.text}`);
    });
  }

  it('reaches records of a sibling project for the comparison, not only ids that are made up', async () => {
    const made = await Promise.all(foreignIds.values());
    assert.ok(made.filter((id) => id !== undefined).length >= 2, `${made.length} collections`);
  });

  it('takes the same time for a record of a sibling project as for none', async () => {
    const search = operations.find(({ id }) => id === 'saved_searches.get');
    assert.ok(search);
    const foreign = (await makeIn(sibling, search)) ?? '';
    const times = { foreign: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 60; round += 1) {
      for (const [kind, id] of [
        ['foreign', foreign],
        ['unknown', randomUUID()],
      ] as const) {
        const start = performance.now();
        await send(search, { key: bound, id });
        times[kind].push(performance.now() - start);
      }
    }
    const [one, other] = [median(times.foreign), median(times.unknown)];
    console.info(`foreign ${one.toFixed(2)} ms, unknown ${other.toFixed(2)} ms`);
    assert.ok(Math.abs(one - other) < Math.max(2, Math.min(one, other) / 2), `${one} ${other}`);
  });
});

interface Sending {
  readonly key: string | null;
  readonly query?: string;
  readonly id?: string;
  readonly body?: Record<string, unknown>;
}

/** Sends a harmless request: the records that it names do not exist. */
function send(operation: Operation, { key, query = '', id = randomUUID(), body }: Sending): Promise<ApiAnswer> {
  const path = operation.path.replace('/api/v1', '').replaceAll(/\{[^}]+\}/g, id);
  const parameters = [query, ...(operation.body ? [] : [requiredQuery(operation)])].filter((part) => part !== '');
  return api(operation.method, `${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`, {
    key,
    ...(operation.body && { body: body ?? createBody(operation) }),
  });
}

function createBody(operation: Operation): Record<string, unknown> {
  return sampleBody(operation.rpc.input.name);
}

/** Adds the version that deletions require, so that its absence is not the reason for a refusal. */
function requiredQuery(operation: Operation): string {
  return operation.rpc.input.fields.some(({ name }) => name === 'expected_version') ? 'expected_version=1' : '';
}

function takesProject({ rpc, pathParameters }: Operation): boolean {
  return rpc.input.fields.some(({ name }) => name === 'project_id') && !pathParameters.includes('project_id');
}

function conflicts(own: string, other: string): string[] {
  return [
    `project_id=${other}`,
    `project_id=${SENTINEL}`,
    `project_id=${own}&project_id=${other}`,
    `project_id=${other}&project_id=${own}`,
    `project_id=&project_id=${other}`,
    `project%5fid=${other}`,
    `%70roject_id=${other}`,
    `x=1;project_id=${other}`,
    `project_id=${own};`,
    `project_id=${own}%zz`,
    `project_id=${own}%00`,
    `project_id=+${own}`,
    `project_id=${own.toUpperCase()}x`,
    `project_id=${'x'.repeat(4_000)}`,
  ];
}

/** `/search/saved` of `/search/saved/{search_id}/duplicate`. */
function toCollection({ path }: Operation): string {
  return path.slice(0, path.indexOf('/{'));
}

/** Makes a record of the collection in a project; undefined when the contract alone does not say how. */
async function makeIn(projectId: string, operation: Operation): Promise<string | undefined> {
  const creation = operations.find(({ method, path }) => method === 'POST' && path === toCollection(operation));
  if (!creation) return undefined;
  const path = creation.path.replace('/api/v1', '');
  const answer = await api('POST', `${path}?project_id=${projectId}`, {
    body: sampleBody(creation.rpc.input.name, takesProject(creation) ? { project_id: projectId } : {}),
    headers: { 'idempotency-key': randomUUID() },
  });
  if (answer.status >= 300) return undefined;
  return answer.json['id'] ?? answer.json['key'];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
