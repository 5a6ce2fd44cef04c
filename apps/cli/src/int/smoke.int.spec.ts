import assert from 'node:assert/strict';
import { once } from 'node:events';
import { operation } from '@svc/contract';
import { commandPath, isRest } from '../command/command.js';
import { CATALOG } from '../commands/index.js';
import { plainText } from '../runtime/values/json.js';
import { bundleClient, json, type Client } from '../testing/client.js';
import { requiredArguments } from '../testing/required-arguments.js';
import { sampleAnswer } from '../testing/sample-answer.js';

/** The test that runs on every supported version of Node: each command once, and platform-dependent behavior. */
const commands = CATALOG.flatMap((family) => family.commands)
  .filter(isRest)
  .filter(({ events }) => !events);

describe('tables of a full answer', () => {
  let client: Client;
  beforeAll(async () => {
    client = await bundleClient({ inOneProcess: true });
  });
  afterAll(() => client.stop());

  it.each(commands.map((command) => [commandPath(command), command] as const))('%s', async (_, command) => {
    const rpc = operation(command.operation).rpc.output;
    client.peer.answer({ body: command.done ? undefined : sampleAnswer(rpc), ...(command.done && { status: 204 }) });
    const { code, stdout, stderr } = await client.svc([...command.words, ...requiredArguments(command), '-o', 'table']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.notEqual(stdout, '');
    assert.doesNotMatch(stdout, /undefined|\[object|NaN/);
  });
});

describe('the bundle', () => {
  let client: Client;
  beforeAll(async () => {
    client = await bundleClient();
  });
  afterAll(() => client.stop());

  it('says its version', async () => {
    assert.match(plainText(json((await client.svc(['version'])).stdout)['version']), /^\d+\.\d+\.\d+$/);
  });

  it('stores the session of a login and sends it afterwards', async () => {
    const signedOut = { env: { SVC_API_KEY: '' } };
    const uri = 'http://svc.test/device';
    client.peer.answer(
      { body: { device_code: 'd', user_code: 'BCDF-GHJK', verification_uri: uri, expires_in: 600, interval: 0 } },
      { body: { access_token: 'access-a', refresh_token: 'r', token_type: 'Bearer', expires_in: 900 } },
      { body: { principal: { type: 'user', id: 'u', name: 'Ada' } } },
    );
    const login = await client.svc(['login', '--no-browser'], signedOut);
    assert.equal(login.code, 0, login.stderr);
    client.peer.answer({ body: { logs: [] } });
    assert.equal((await client.svc(['logs', 'query'], signedOut)).code, 0);
    assert.equal(client.lastRequest().headers.authorization, 'Bearer access-a');
  });

  it('prints the records of a tail until it ends', async () => {
    const text = 'id: a1\nevent: log\ndata: {"timestamp":"2026-01-31T09:00:00Z","level":"error","body":"one"}\n\n';
    const gone = { status: 404, body: { error: 'not_found', message: 'Gone.' } };
    client.peer.answer({ text: `retry: 10\n\n${text}`, headers: { 'content-type': 'text/event-stream' } }, gone);
    const { code, stdout } = await client.svc(['logs', 'tail']);
    assert.deepEqual([code, json(stdout)['body']], [5, 'one']);
  });

  it('sends the input of a pipe, and prints a response larger than a pipe completely', async () => {
    const logs = Array.from({ length: 5000 }, (_, index) => ({ body: 'x'.repeat(200), log_id: String(index) }));
    client.peer.answer({ body: { logs } });
    const { stdout } = await client.svc(['logs', 'query']);
    assert.deepEqual(json(stdout), { logs });
    const search = { name: '日本', signal: 'logs', query: { level: 'error' }, is_shared: true };
    client.peer.answer({ status: 201, body: { id: 's1' } });
    const created = await client.svc(['saved-searches', 'create', '--idempotency-key', 'k1', '--file', '-'], {
      stdin: JSON.stringify(search),
    });
    assert.equal(created.code, 0, created.stderr);
    assert.deepEqual(client.lastRequest().body, { ...search, idempotency_key: 'k1' });
  });

  it('succeeds when the reader closes the pipe early', async () => {
    const child = client.start(['docs']);
    child.stdout?.destroy();
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 0);
  });

  it('completes words', async () => {
    assert.equal((await client.svc(['__complete', '--', 'logs', 'q'])).stdout.trim(), 'query');
    for (const shell of ['bash', 'zsh', 'fish'])
      assert.match((await client.svc(['completion', shell])).stdout, /__complete/);
  });
});
