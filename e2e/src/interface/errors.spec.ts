import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { operations } from '@svc/contract';
import { api, defaultProjectId } from '../api.js';
import { toFamily, sampled } from '../sampled-operations.js';
import { theService } from '../topology.js';
import { signIn, type SignedIn } from '../workspace/person.js';

const SENTINEL = 'Do-Not-Echo-91bd';

/** A path of the operation with harmless values in it, relative to /api/v1. */
function toPath(path: string): string {
  return path.replace('/api/v1', '').replaceAll(/\{[^}]+\}/g, 'a0'.repeat(16));
}

function assertError(text: string, status: number, expected: number): void {
  assert.equal(status, expected, text);
  const body = JSON.parse(text) as Record<string, unknown>;
  assert.equal(typeof body['error'], 'string');
  assert.equal(typeof body['message'], 'string');
  assert.ok(
    Object.keys(body).every((name) => ['error', 'message', 'details', 'request_id'].includes(name)),
    text,
  );
  assert.ok(!text.includes(SENTINEL), text);
}

/**
 * Callers without access are covered by the isolation matrix, and every refusal of every operation by
 * `catalog.int.spec` of the gateway.
 */
describe('two operations of each family', () => {
  /** Some operations are only for users who are signed in. */
  let owner: SignedIn;
  beforeAll(async () => {
    owner = await signIn(theService().owner);
  });

  for (const { id, method, path, project, streamedBody } of sampled(operations, toFamily)) {
    const target = toPath(path);
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };

    it(`${id} refuses an unknown field`, async () => {
      const projectId = await defaultProjectId();
      const selector = project === 'required' ? `?project_id=${projectId}&` : '?';
      const isFile = streamedBody !== undefined && streamedBody !== 'application/json';
      const unknown = `${target}${selector}unknown_field=${SENTINEL}`;
      const answer = isFile
        ? await api(method, unknown, { headers: { 'content-type': streamedBody } })
        : 'body' in body
          ? await owner.request(method, target + selector, { [SENTINEL.slice(0, 4)]: SENTINEL })
          : await owner.request(method, unknown);
      assertError(answer.text, answer.status, 400);
    });

    if (project === 'required') {
      it(`${id} refuses no project to an organization`, async () => {
        const none = await api(method, target, body);
        assertError(none.text, none.status, 400);
      });
    }
  }
});

describe('the form of errors', () => {
  it('answers unknown paths and methods with {error, message}', async () => {
    for (const [method, path, status] of [
      ['GET', '/nowhere', 404],
      ['POST', '/logs', 405],
      ['GET', '/%zz', 400],
      ['GET', '/..%2f..%2fetc', 404],
    ] as const) {
      const answer = await api(method, path, method === 'POST' ? { body: {} } : {});
      assertError(answer.text, answer.status, status);
    }
  });

  it('answers bodies that are not JSON objects, too large, or of another type with {error, message}', async () => {
    const { httpUrl, apiKey } = theService();
    const post = async (body: string, type = 'application/json') => {
      const answer = await fetch(`${httpUrl}/api/v1/account/api-keys`, {
        method: 'POST',
        headers: { 'x-svc-api-key': apiKey, 'content-type': type },
        body,
      });
      return { status: answer.status, text: await answer.text() };
    };
    for (const [body, type, status] of [
      [`{"name": ${SENTINEL}`, 'application/json', 400],
      [`"${SENTINEL}"`, 'application/json', 400],
      [`["${SENTINEL}"]`, 'application/json', 400],
      [`{"name":"${'x'.repeat(2 * 1024 * 1024)}"}`, 'application/json', 413],
      [SENTINEL, 'text/plain', 415],
    ] as const) {
      const answer = await post(body, type);
      assertError(answer.text, answer.status, status);
    }
  });

  it('answers requests that are not HTTP with {error, message}', async () => {
    const { port } = new URL(theService().httpUrl);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(`${SENTINEL}\r\n\r\n`));
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.ok(!answer.includes(SENTINEL));
  });

  it('returns the request ID that was sent, or a new one', async () => {
    const given = await api('GET', '/nowhere', { headers: { 'x-request-id': 'abc-123' } });
    assert.equal(given.headers.get('x-request-id'), 'abc-123');
    const made = await api('GET', '/nowhere', { headers: { 'x-request-id': 'not a valid id!' } });
    assert.match(made.headers.get('x-request-id') ?? '', /^[A-Za-z0-9._-]{8,64}$/);
  });
});
