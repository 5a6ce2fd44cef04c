import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedColumnStore, type EmbeddedColumnStore } from '@svc/columnar';
import { loadConfig } from '@svc/config';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@svc/relational';
import { ADMIN_SETTINGS } from '../admin.settings.js';
import { EXIT, type AdminContext } from '../context.js';
import { runProgram } from '../program.js';

describe('svc-admin migrate (issue 14, point 1)', () => {
  let directory: string;
  let postgres: EmbeddedPostgres;
  let engine: EmbeddedColumnStore;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-admin-'));
    postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres'), isDurable: false });
    engine = await startEmbeddedColumnStore({ directory: path.join(directory, 'columnar'), reserveBytes: 0 });
  });
  afterAll(async () => {
    await engine.stop();
    await postgres.stop();
    await rm(directory, { recursive: true });
  });

  it('migrates both stores once however many run, and reports the pending migrations before', async () => {
    const before = await run(['migrate', '--check']);
    assert.equal(before.code, EXIT.pending);
    assert.match(before.text, /^Postgres: 20260101000000_foundation is pending$/m);
    assert.match(before.text, /^the column store: 0001_tables is pending$/m);

    const runs = await Promise.all([run(['migrate']), run(['migrate']), run(['migrate'])]);
    assert.deepEqual(
      runs.map(({ code }) => code),
      [EXIT.ok, EXIT.ok, EXIT.ok],
    );
    const lines = runs.flatMap(({ text }) => text.split('\n'));
    const applied = lines.filter((line) => line.includes(': applied '));
    assert.deepEqual(applied.length, new Set(applied).size, 'each migration is applied by one process');
    assert.equal(lines.filter((line) => line.endsWith(': nothing to do')).length, 4, 'two processes find nothing');

    assert.deepEqual(await run(['migrate', '--check']), {
      code: EXIT.ok,
      text: 'Postgres: nothing to do\nthe column store: nothing to do',
    });
  });

  it('says which store does not respond', async () => {
    const columnStore = { SVC_CLICKHOUSE_URL: 'http://127.0.0.1:1', SVC_CLICKHOUSE_SOCKET: '' };
    const { code, text } = await run(['migrate'], columnStore);
    assert.equal(code, EXIT.failed);
    assert.match(text, /^svc-admin: the column store does not respond: .*NETWORK/);
    const nothing = { SVC_DATABASE_OWNER_URL: 'postgres://svc:hidden-password@127.0.0.1:1/svc' };
    const withoutPostgres = await run(['migrate'], nothing);
    assert.equal(withoutPostgres.code, EXIT.failed);
    assert.match(withoutPostgres.text, /^svc-admin: Postgres does not respond: /);
    assert.doesNotMatch(withoutPostgres.text, /hidden-password/);
  });

  it('changes nothing where the command line is wrong', async () => {
    assert.equal((await run(['migrate', '--everything'])).code, EXIT.usage);
    assert.equal((await run([])).code, EXIT.usage);
    assert.equal((await run(['--help'])).code, EXIT.ok);
  });

  it('waits for a store that does not respond yet, and says so once', async () => {
    const url = new URL(postgres.url);
    const socketPath = path.join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432');
    const proxy = createServer((socket) => {
      const upstream = connect(socketPath);
      for (const each of [socket, upstream]) each.on('error', () => each.destroy());
      socket.pipe(upstream).pipe(socket);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const { port: late } = proxy.address() as AddressInfo;
    proxy.close();
    await once(proxy, 'close');
    url.host = `127.0.0.1:${late}`;
    url.search = '';
    const running = run(['migrate', '--check'], { SVC_DATABASE_OWNER_URL: url.href }, 60_000, () =>
      proxy.listen(late, '127.0.0.1'),
    );
    const { code, text } = await running;
    proxy.close();
    assert.equal(code, EXIT.ok, text);
    const [waiting, ...rest] = text.split('\n');
    assert.match(waiting ?? '', /^svc-admin: waiting up to 60 seconds for Postgres: /);
    assert.deepEqual(rest, ['Postgres: nothing to do', 'the column store: nothing to do']);
  });

  async function run(
    argv: readonly string[],
    settings: Readonly<Record<string, string>> = {},
    patienceMs = 0,
    onError?: () => void,
  ) {
    const lines: string[] = [];
    const environment = {
      SVC_DATABASE_URL: postgres.serviceUrl,
      SVC_DATABASE_OWNER_URL: postgres.url,
      SVC_CLICKHOUSE_URL: `http://default:${engine.store.password ?? ''}@embedded`,
      SVC_CLICKHOUSE_SOCKET: engine.store.socketPath,
      ...settings,
    };
    const context: AdminContext = {
      config: () => loadConfig(ADMIN_SETTINGS, environment),
      print: (line) => lines.push(line),
      patienceMs,
      printError: (line) => {
        lines.push(line);
        onError?.();
      },
    };
    return { code: await runProgram(argv, context), text: lines.join('\n') };
  }
});
