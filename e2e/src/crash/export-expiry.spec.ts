import assert from 'node:assert/strict';
import { execFile, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, ROOT, skipOrFail, type Topology } from '@svc/testing';
import { startTopology, topologyKind } from '../topology.js';
import { CuttingRelay } from './cutting-relay.js';
import { sendMinutes } from './export-minutes.js';
import { BucketObjects, DirectoryObjects, type StoredObjects } from './stored-objects.js';
import { firstProject, WatchedExport } from './watched-export.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Six processes share a bucket where there is a server of S3; one process always has a directory. */
const started = topologyKind() === 'distributed' ? await BucketObjects.start() : undefined;
if (typeof started === 'string') skipOrFail('exports in a bucket of S3', started);
const bucket = typeof started === 'string' ? undefined : started;

describe(`exports in ${bucket ? 'a bucket of S3' : 'a directory'}`, () => {
  let topology: Topology;
  let objects: StoredObjects;
  /** The client downloads through it; everything else of this spec goes past it. */
  let relay: CuttingRelay;
  let folder: string;
  let project: string;
  let query: object;
  let whole: WatchedExport;
  let prefix: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'svc-clock-'));
    relay = await CuttingRelay.start();
    topology = await startTopology(topologyKind(), {
      movableClock: true,
      sharedEnv: { ...bucket?.settings, SVC_PUBLIC_URL: relay.url },
    });
    relay.target = topology.httpUrl;
    objects = bucket ?? new DirectoryObjects(topology);
    project = await firstProject(topology);
    query = await sendMinutes(topology, 6);
    whole = await WatchedExport.create(topology, project, { type: 'csv', query });
    prefix = `exports/${project}/${whole.id}/`;
    assert.equal((await whole.over).status, 'completed');
  });
  afterAll(async () => {
    await topology.stop();
    await bucket?.stop();
    await relay.stop();
    await rm(folder, { recursive: true });
  });

  const headers = () => ({ 'x-svc-api-key': topology.apiKey });
  const ask = (of: string, more = '', method = 'GET'): Promise<Response> =>
    fetch(`${topology.httpUrl}/api/v1/export/jobs/${of}${more}?project_id=${project}`, { method, headers: headers() });
  const mint = async (): Promise<string> => {
    const { url } = (await (await ask(whole.id, '/download')).json()) as { url: string };
    return `${topology.httpUrl}${new URL(url, topology.httpUrl).pathname}`;
  };

  it('stores the file of an export and its manifest, and nothing else', async () => {
    const { result } = await whole.over;
    const found = await objects.list(prefix);
    assert.deepEqual(found.map(({ key }) => key.slice(prefix.length)).sort(), ['manifest.json', 'result.csv']);
    assert.equal(found.find(({ key }) => key.endsWith('.csv'))?.size, Number(result?.bytes));
  });

  it('serves the file of an export whole and in ranges', async () => {
    const bytes = await whole.download();
    const url = await mint();
    const etag = `"${(await whole.over).result?.sha256}"`;
    for (let tenth = 1; tenth < 10; tenth++) {
      const from = Math.floor((bytes.length * tenth) / 10);
      const until = from + 100_000;
      const range = { range: `bytes=${from}-${until - 1}`, 'if-range': etag };
      const answer = await fetch(url, { headers: range });
      assert.equal(answer.status, 206);
      assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(from, until)), `at tenth ${tenth}`);
    }
  });

  const client = (file: string, onStart?: (child: ChildProcess) => void) => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: '/nonexistent',
      SVC_CONFIG_DIR: '/nonexistent/svc',
      SVC_API_URL: `${topology.httpUrl}/api/v1`,
      SVC_API_KEY: topology.apiKey,
      SVC_PROJECT: project,
    };
    const words = [path.join(ROOT, 'apps/cli/dist/svc.js'), 'export', 'jobs', 'download', whole.id, '--file', file];
    return new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = execFile(process.execPath, words, { env }, (_, stdout, stderr) =>
        resolve({ code: child.exitCode, output: stdout + stderr }),
      );
      onStart?.(child);
    });
  };

  it('continues the download of the client at every tenth where the connection breaks', async () => {
    const target = path.join(folder, 'tenths.csv');
    const { bytes = '', sha256 } = (await whole.over).result ?? {};
    relay.limit = Math.ceil(Number(bytes) / 10);
    const { code, output } = await client(target);
    assert.equal(code, 0, output);
    assert.equal(
      createHash('sha256')
        .update(await readFile(target))
        .digest('hex'),
      sha256,
    );
    const tenths = relay.continued.map((from) => Math.round((10 * from) / Number(bytes)));
    assert.deepEqual([...new Set(tenths)], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);

    relay.limit = Infinity;
    await symlink(path.join(folder, 'nowhere'), path.join(folder, 'link.csv'));
    for (const taken of [target, path.join(folder, 'link.csv')]) assert.equal((await client(taken)).code, 2);
    assert.deepEqual((await readdir(folder)).sort(), ['link.csv', 'tenths.csv']);
  });

  it('deletes the part of a file when the user interrupts the client', async () => {
    // Slower than the client, so that it is interrupted before the end.
    relay.limit = 500_000;
    const { code } = await client(path.join(folder, 'interrupted.csv'), (child) => {
      const isBegun = async () => (await readdir(folder)).some((name) => name.endsWith('.part'));
      void eventually('it has begun', isBegun).then(() => child.kill('SIGINT'));
    });
    relay.limit = Infinity;
    assert.equal(code, 130);
    assert.ok(!(await readdir(folder)).some((name) => name.startsWith('interrupted')));
  });

  it('leaves nothing in the store when an export is cancelled while it is written', async () => {
    const { id } = await eventually('an export is cancelled while it runs', async () => {
      const begun = await WatchedExport.create(topology, project, { type: 'json', query });
      await eventually('it has written something', () => begun.rows > 0 || begun.isOver);
      // A fast machine may finish the export before it can be cancelled.
      return (await ask(begun.id, '', 'DELETE')).status === 200 && begun;
    });
    await eventually('nothing is stored', async () => (await objects.list(`exports/${project}/${id}/`)).length === 0);
    assert.equal((await ask(id, '/download')).status, 409);
    const job = (await (await ask(id)).json()) as Record<string, unknown>;
    assert.deepEqual([job['status'], job['result']], ['cancelled', undefined]);
  });

  it('serves the file until a day has passed, then refuses it and deletes it', async () => {
    const early = await mint();
    await topology.moveClock(DAY_MS - 5 * MINUTE_MS);
    await eventually('the first address has expired', async () => (await fetch(early)).status === 404);
    const late = await mint();
    assert.equal((await fetch(late, { method: 'HEAD' })).status, 200);
    assert.equal((await objects.list(prefix)).length, 2);

    await topology.moveClock(5 * MINUTE_MS);
    await eventually('the second address ends with the result', async () => (await fetch(late)).status === 404);
    const refused = await ask(whole.id, '/download');
    assert.deepEqual([refused.status, ((await refused.json()) as { error: string }).error], [409, 'state_conflict']);
    await eventually('the files are deleted', async () => (await objects.list(`exports/${project}/`)).length === 0);
    const job = (await (await ask(whole.id)).json()) as Record<string, unknown>;
    assert.deepEqual([job['status'], job['result_expired']], ['completed', true]);
    assert.equal((await ask(whole.id, '/retry', 'POST')).status, 409);

    // A worker that was paused for long may store a part after the deletion.
    await objects.put(`${prefix}parts/000001-late`, Buffer.from('late'));
    await topology.moveClock(11 * MINUTE_MS);
    await eventually('what came late is deleted', async () => (await objects.list(prefix)).length === 0);
  });
});
