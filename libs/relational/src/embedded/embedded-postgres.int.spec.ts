import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { readTemplate } from './cluster-template.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js';
import { EmbeddedPostgresError } from './failure.js';
import { runInitdb } from './initdb.js';
import { findLauncher, namedAccount } from './launcher.js';

const isRoot = process.getuid?.() === 0;

describe('an embedded Postgres', () => {
  /** The server of tests that do not depend on how the cluster was created. */
  let directory: string;
  let postgres: EmbeddedPostgres | undefined;
  const directories: string[] = [];

  const makeDirectory = () => {
    const made = mkdtempSync(path.join(tmpdir(), 'svc-embedded-'));
    directories.push(made);
    return made;
  };
  beforeAll(() => {
    directory = makeDirectory();
  });
  afterEach(() => postgres?.stop());
  afterAll(() => {
    for (const made of directories) rmSync(made, { recursive: true });
  });

  it('keeps its data and its address across restarts', async () => {
    postgres = await startEmbeddedPostgres({ isDurable: false, directory });
    const { url } = postgres;
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS one');
    await postgres.stop();
    postgres = await startEmbeddedPostgres({ isDurable: false, directory });
    assert.equal(postgres.url, url);
    assert.deepEqual(await query(url, 'SELECT one FROM kept'), [{ one: 1 }]);
  });

  it('refuses connections without the password, and listens on no port', async () => {
    postgres = await startEmbeddedPostgres({ isDurable: false, directory });
    const stranger = new URL(postgres.url);
    stranger.password = 'guess';
    await assert.rejects(query(stranger.href, 'SELECT 1'), { code: '28P01' });
    assert.deepEqual(await query(postgres.url, 'SHOW listen_addresses'), [{ listen_addresses: '' }]);
    assert.equal(statSync(path.join(directory, 'secret')).mode & 0o077, 0);
    assert.equal(statSync(path.join(directory, 'data')).mode & 0o077, 0);
    assert.equal(statSync(path.join(directory, 'run', '.s.PGSQL.5432')).mode & 0o077, 0);
  });

  it('refuses the password of the template, which everybody who can read the installation knows', async () => {
    const directory = makeDirectory();
    postgres = await startEmbeddedPostgres({ isDurable: false, directory });
    const known = new URL(postgres.url);
    known.password = readTemplate()?.password ?? assert.fail('There is no template');
    await assert.rejects(query(known.href, 'SELECT 1'), { code: '28P01' });
    assert.deepEqual(await query(postgres.url, 'SELECT 1 AS one'), [{ one: 1 }]);
    assert.deepEqual(readdirSync(directory).toSorted(), [
      'data',
      'run',
      'secret',
      'server.log',
      'service-secret',
      'supervisor',
    ]);
  });

  it('writes no input of callers to its log', async () => {
    postgres = await startEmbeddedPostgres({ isDurable: false, directory });
    await query(postgres.url, 'CREATE TABLE names (name TEXT PRIMARY KEY)');
    await query(postgres.url, "INSERT INTO names VALUES ('sesame')");
    await assert.rejects(query(postgres.url, "INSERT INTO names VALUES ('sesame')"), { code: '23505' });
    await assert.rejects(query(postgres.url, "SELECT 'sesame'::uuid"), { code: '22P02' });
    await postgres.stop();
    const log = readFileSync(path.join(directory, 'server.log'), 'utf8');
    assert.match(log, /ready to accept connections/);
    assert.doesNotMatch(log, /sesame/);
  });

  it('repeats an interrupted setup', async () => {
    const directory = makeDirectory();
    mkdirSync(path.join(directory, 'data.new'));
    writeFileSync(path.join(directory, 'data.new', 'PG_VERSION'), '18');
    writeFileSync(path.join(directory, 'secret'), 'of the first time');
    postgres = await startEmbeddedPostgres({ isDurable: false, directory });
    assert.deepEqual(await query(postgres.url, 'SELECT 1 AS one'), [{ one: 1 }]);
    assert.ok(!existsSync(path.join(directory, 'data.new')));
  });

  it('chooses another location for its socket when the path of the directory is too long', async () => {
    const deep = path.join(makeDirectory(), 'd'.repeat(90));
    postgres = await startEmbeddedPostgres({ isDurable: false, directory: deep });
    assert.deepEqual(await query(postgres.url, 'SELECT 1 AS one'), [{ one: 1 }]);
    const sockets = new URL(postgres.url).searchParams.get('host') ?? '';
    await postgres.stop();
    assert.ok(!existsSync(sockets));
  });

  it('runs in a directory that only its owner can access, also when started by root', async () => {
    const closed = path.join(makeDirectory(), 'closed');
    mkdirSync(closed, { mode: 0o700 });
    postgres = await startEmbeddedPostgres({ isDurable: false, directory: path.join(closed, 'state') });
    assert.equal(statSync(path.join(closed, 'state', 'data')).uid === process.getuid?.(), !isRoot);
    assert.deepEqual(await query(postgres.url, 'SELECT 1 AS one'), [{ one: 1 }]);
  });

  (isRoot ? it : it.skip)(
    'runs as an account of its own under root, and takes over the files of a shared one',
    async () => {
      const shared = makeDirectory();
      postgres = await startEmbeddedPostgres({ isDurable: false, directory: shared });
      const data = path.join(shared, 'data');
      const { uid } = statSync(data);
      assert.ok(uid > 0 && !readFileSync('/etc/passwd', 'utf8').includes(`:${uid}:`));
      assert.equal(statSync(`/proc/${postgres.pid}`).uid, uid);
      await postgres.stop();
      execFileSync('chown', ['-R', 'nobody', data]);
      postgres = await startEmbeddedPostgres({ isDurable: false, directory: shared });
      assert.deepEqual(await query(postgres.url, 'SELECT 1 AS one'), [{ one: 1 }]);
      const owners = readdirSync(data, { recursive: true, encoding: 'utf8' }).map(
        (name) => statSync(path.join(data, name)).uid,
      );
      assert.deepEqual(new Set([...owners, statSync(data).uid]), new Set([uid]));
    },
  );

  it('shows the message of initdb when a cluster cannot be set up', async () => {
    const launcher = findLauncher(realpathSync(directory), namedAccount());
    await assert.rejects(runInitdb(launcher, ['--no-such-option']), {
      name: 'EmbeddedPostgresError',
      message: /^The embedded Postgres could not be set up\.\n.*unrecognized option.*no-such-option/s,
    });
    const absent = { ...launcher, command: () => ({ file: '/no-such-program', args: [] }) };
    await assert.rejects(runInitdb(absent, []), { name: 'EmbeddedPostgresError', message: /no-such-program ENOENT/ });
  });

  it('reports why it cannot start, and releases the directory', async () => {
    postgres = await startEmbeddedPostgres({ isDurable: false, directory });
    await postgres.stop();
    const version = path.join(directory, 'data', 'PG_VERSION');
    writeFileSync(version, '9.6');
    await assert.rejects(startEmbeddedPostgres({ isDurable: false, directory }), (error: Error) => {
      assert.match(
        error.message,
        /^The embedded Postgres did not start; its log is .*server\.log\.\n.*FATAL.*incompatible/s,
      );
      // Only this start is reported, not the earlier ones of the same log.
      return error instanceof EmbeddedPostgresError && !error.message.includes('ready to accept');
    });
    writeFileSync(version, '18');
    postgres = await startEmbeddedPostgres({ isDurable: false, directory });
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
