import assert from 'node:assert/strict';
import { OWNER_KEY_SCOPES, generateApiKey } from '@svc/auth';
import { operations, type Operation } from '@svc/contract';
import { GatewayUnderTest, type Answer } from '../testing/gateway.js';
import { variantsFor } from '../testing/representatives.js';

const NOT_FOUND = '{"error":"not_found","message":"The resource was not found."}';
const KEY_SCOPES: ReadonlySet<string> = OWNER_KEY_SCOPES;
const UNKNOWN_PROJECT = '0199ffff-0000-7000-8000-000000000000';

/** Tests every operation for requests that are refused before its service is called. */
describe('every operation of the catalog', () => {
  let gateway: GatewayUnderTest;
  let organizationKey: string;
  let boundKey: string;
  let scopelessKey: string;
  let accessToken: string;
  let own: string;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    own = gateway.workspace.projectId;
    organizationKey = gateway.workspace.ownerKey;
    boundKey = (await gateway.newKey({ projectId: own })).secret;
    accessToken = await gateway.newAccessToken('ROLE_OWNER');
    scopelessKey = (await gateway.newKey({ scopes: [] })).secret;
  });
  afterAll(() => gateway.stop());

  /** Credentials that have the scope: a key, unless only a signed-in user can have it. */
  const isKeyScope = ({ scope, signedIn }: Operation): boolean =>
    !signedIn && (scope === undefined || KEY_SCOPES.has(scope));
  const wide = (operation: Operation): string => (isKeyScope(operation) ? organizationKey : accessToken);
  const narrow = (operation: Operation): string => (isKeyScope(operation) ? boundKey : accessToken);

  const toTarget = ({ path }: Operation, query = ''): string =>
    `${path.replaceAll(/\{[a-z_]+\}/g, 'some-id')}${query && `?${query}`}`;

  const send = (operation: Operation, query: string, key: string | undefined, body?: unknown): Promise<Answer> =>
    gateway.send(toTarget(operation, query), {
      method: operation.method,
      ...(key !== undefined && { key }),
      ...(operation.body && { body: body ?? {} }),
    });

  const expectRefusal = (answer: Answer, status: number, error: string): void => {
    assert.equal(answer.status, status, answer.text);
    assert.equal(answer.json.error, error);
    assert.equal(typeof answer.json.message, 'string');
    const extra = Object.keys(answer.json).filter((name) => !['error', 'message', 'details'].includes(name));
    assert.deepEqual(extra, []);
    assert.match(String(answer.headers['content-type']), /^application\/json/);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.ok(answer.headers['x-request-id']);
  };

  for (const operation of operations.filter(({ project }) => project === 'public')) {
    it(`${operation.id} takes no credential and cares for none, but reads its body as strictly as any`, async () => {
      for (const key of [undefined, 'short', scopelessKey]) {
        const answer = await send(operation, '', key, { unknown_field: 1 });
        expectRefusal(answer, 400, 'invalid_request');
        assert.ok(answer.json.details?.some(({ path }) => path === 'unknown_field'));
      }
    });
  }

  for (const operation of operations.filter(({ project }) => project !== 'public')) {
    const takesProjectInBody = operation.body !== undefined && hasField(operation, 'project_id');
    const isStreamed = operation.streamedBody !== undefined;

    describe(operation.id, () => {
      it('refuses a missing, malformed or unknown credential with 401', async () => {
        const unknown = [generateApiKey('org').secret, undefined, 'short', `svc_org_${'A'.repeat(40)}_000000`];
        for (const key of variantsFor(operation, ...unknown)) {
          const answer = await send(operation, '', key);
          expectRefusal(answer, 401, 'unauthenticated');
          assert.ok(answer.headers['www-authenticate']);
        }
      });

      it('refuses a credential without its scope with 403, whatever the project', async () => {
        const queries = [`project_id=${own}`, '', `project_id=${UNKNOWN_PROJECT}`, 'project_id=%zz'];
        for (const query of variantsFor(operation, ...queries)) {
          const answer = await send(operation, query, scopelessKey);
          expectRefusal(answer, 403, 'permission_denied');
          assert.match(answer.json.message ?? '', operation.signedIn ? /Only a signed-in user/ : /lacks the scope/);
        }
      });

      it('refuses a project that conflicts with a bound key with 403, existing or not', async () => {
        const sibling = gateway.siblingId;
        const queries = [
          ...[sibling, gateway.foreign.projectId, UNKNOWN_PROJECT].map((projectId) => `project_id=${projectId}`),
          `project_id=${own}&project_id=${sibling}`,
          `project_id=&project%5fid=${sibling}`,
          `limit=1;project_id=${sibling}`,
          `project_id=${own};x=1`,
          `project_id=${own}%zz`,
        ];
        for (const query of variantsFor(operation, ...queries))
          expectRefusal(await send(operation, query, boundKey), 403, 'permission_denied');
      });

      it('refuses an ambiguous or malformed project of an organization-level key with 403', async () => {
        const queries = [`project_id=${own}&project_id=${gateway.siblingId}`, `project_id=${own};`, 'project_id=%'];
        for (const query of variantsFor(operation, ...queries))
          expectRefusal(await send(operation, query, wide(operation)), 403, 'permission_denied');
      });

      it('answers unknown and foreign projects of an organization-level key with the same bytes', async () => {
        const projects = [gateway.foreign.projectId, UNKNOWN_PROJECT, own.toUpperCase(), 'x', 'default'];
        for (const projectId of variantsFor(operation, ...projects)) {
          const answer = await send(operation, `project_id=${encodeURIComponent(projectId)}`, wide(operation));
          expectRefusal(answer, 404, 'not_found');
          assert.equal(answer.text, NOT_FOUND);
        }
      });

      if (operation.project === 'required') {
        it('asks an organization-level key for the project with 400', async () => {
          for (const query of variantsFor(operation, '', 'project_id=', 'project_id')) {
            const answer = await send(operation, query, wide(operation));
            expectRefusal(answer, 400, 'invalid_request');
            assert.deepEqual(answer.json.details, [
              { path: 'project_id', reason: 'is required with an organization-level credential' },
            ]);
          }
        });
      }

      if (takesProjectInBody && !isStreamed) {
        it('answers a project in the body that conflicts like one that does not exist, whatever else is wrong', async () => {
          const others = [gateway.foreign.projectId, gateway.siblingId, UNKNOWN_PROJECT, 'x'];
          for (const projectId of variantsFor(operation, ...others)) {
            for (const [query, key] of [
              ['', boundKey],
              [`project_id=${own}`, boundKey],
              [`project_id=${own}`, organizationKey],
            ] as const) {
              const answer = await send(operation, query, key, { project_id: projectId, unknown_field: 1 });
              expectRefusal(answer, 404, 'not_found');
              assert.equal(answer.text, NOT_FOUND);
            }
          }
        });

        it('answers foreign and unknown projects in the body of an organization-level key alike', async () => {
          for (const projectId of variantsFor(operation, gateway.foreign.projectId, UNKNOWN_PROJECT, 'x')) {
            assert.equal((await send(operation, '', organizationKey, { project_id: projectId })).text, NOT_FOUND);
          }
        });
      }

      // The content of a streamed body is validated by the service that receives it.
      if (!operation.body || !isStreamed)
        it('refuses unknown fields with 400 and their path', async () => {
          const query = `project_id=${own}${operation.body ? '' : '&unknown_field=1'}`;
          const answer = await send(operation, query, narrow(operation), { unknown_field: 1 });
          expectRefusal(answer, 400, 'invalid_request');
          assert.ok(answer.json.details?.some(({ path }) => path === 'unknown_field'));
        });

      if (operation.body && !isStreamed) {
        const body = (text: string | Uint8Array, type = 'application/json'): Promise<Answer> =>
          gateway.send(toTarget(operation), {
            method: operation.method,
            key: narrow(operation),
            body: text,
            headers: { 'content-type': type },
          });

        it('refuses a body that is not a JSON object with 400', async () => {
          const texts = ['[]', '{', '{"a":1,"a":2}', '"text"', '1', Buffer.from([0x7b, 0xff, 0x7d])];
          for (const text of variantsFor(operation, ...texts)) expectRefusal(await body(text), 400, 'invalid_request');
        });

        it('refuses another media type with 415 and a body over a mebibyte with 413', async () => {
          const types = [
            'text/plain',
            'application/x-www-form-urlencoded',
            'multipart/form-data; boundary=x',
            'garbage',
          ];
          for (const type of variantsFor(operation, ...types))
            expectRefusal(await body('{}', type), 415, 'unsupported_media_type');
          expectRefusal(await body(`{"name":"${'x'.repeat(1024 * 1024)}"}`), 413, 'payload_too_large');
        });
      } else if (!operation.body) {
        it('refuses repeated scalars and malformed parameters with 400 and their path', async () => {
          const scalars = operation.rpc.input.fields.filter(
            ({ name, fieldKind }) => fieldKind !== 'list' && !operation.pathParameters.includes(name),
          );
          for (const { name } of scalars) {
            for (const query of variantsFor(operation, `${name}=1&${name}=2`, `${name}=%zz`, `${name}=a;b`)) {
              const answer = await send(operation, query, narrow(operation));
              const code = name === 'cursor' ? operation.cursorError : 'invalid_request';
              expectRefusal(answer, 400, code);
              assert.ok(
                answer.json.details?.some(({ path }) => path === name),
                `${name}: ${answer.text}`,
              );
            }
          }
        });
      }
    });
  }

  it('lets none of this reach the other services', () => {
    assert.deepEqual(gateway.recorder.arrivals, []);
  });
});

function hasField({ pathParameters, rpc }: Operation, name: string): boolean {
  return !pathParameters.includes(name) && rpc.input.fields.some((field) => field.name === name);
}
