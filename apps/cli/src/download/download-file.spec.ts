import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NewFile } from '../files/new-file.js';
import { EXIT, Failure } from '../runtime/failure.js';
import { fakeIo } from '../testing/fake-io.js';
import { downloadFile } from './download-file.js';

const CONTENT = randomBytes(1_000_000);
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

/** A failure to write is none of the command line. */
const isUnwritable = (error: unknown): boolean =>
  error instanceof Failure && error.error === 'unwritable' && error.exitCode === EXIT.failure;

describe('downloadFile', () => {
  let folder: string;
  let server: Server;
  /** Answers a request; replaced by tests. */
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const asked: (string | undefined)[] = [];
  let minted = 0;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'svc-download-'));
    server = createServer((request, response) => {
      asked.push(request.headers.range);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    asked.length = 0;
    minted = 0;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  afterEach(async () => {
    for (const name of await readdir(folder)) await rm(path.join(folder, name));
  });

  const target = () => path.join(folder, 'logs.csv');
  const download = (sha256 = SHA256) =>
    downloadFile(
      {
        url: () => Promise.resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${++minted}`),
        sha256,
        bytes: CONTENT.length,
      },
      { ...fakeIo(), fetch },
      () => NewFile.create(target()),
    );
  /** Sends the requested range, and breaks the connection before this position. */
  const serve = (request: IncomingMessage, response: ServerResponse, breakAt = Infinity): void => {
    const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(from ?? 0);
    if (from !== undefined) assert.equal(request.headers['if-range'], `"${SHA256}"`);
    response.writeHead(from === undefined ? 200 : 206, { 'content-length': CONTENT.length - start });
    if (breakAt >= CONTENT.length) response.end(CONTENT.subarray(start));
    else response.write(CONTENT.subarray(start, breakAt), () => response.destroy());
  };

  it('continues at every tenth at which it was interrupted', async () => {
    let tenths = 0;
    answer = (request, response) => serve(request, response, ++tenths * (CONTENT.length / 10));
    assert.equal(await download(), target());
    assert.ok((await readFile(target())).equals(CONTENT));
    assert.deepEqual(await readdir(folder), ['logs.csv']);
    assert.ok(asked.length >= 10);
    assert.equal(minted, 1);
  });

  it('requests another address when the first is no longer valid', async () => {
    answer = (request, response) => {
      if (request.url === '/2') serve(request, response);
      else if (request.headers.range === undefined) serve(request, response, 400_000);
      else response.writeHead(404).end();
    };
    await download();
    assert.ok((await readFile(target())).equals(CONTENT));
    assert.equal(minted, 2);
  });

  it('keeps nothing of a file that is not the expected one, or cannot be had', async () => {
    answer = serve;
    await assert.rejects(download('0'.repeat(64)), (error) => error instanceof Failure && error.error === 'wrong_file');
    answer = (_, response) => void response.writeHead(503).end();
    await assert.rejects(download(), (error) => error instanceof Failure && error.error === 'download_failed');
    answer = (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end();
    await assert.rejects(download(), Failure);
    // The file was replaced in the meantime, so the answer is the whole of another one.
    let requests = 0;
    answer = (request, response) => {
      if (requests++ === 0) serve(request, response, 400_000);
      else response.writeHead(200).end(CONTENT);
    };
    await assert.rejects(download(), Failure);
    assert.deepEqual(await readdir(folder), []);
  });

  it('fails to write, not as a mistake of the command line, in a folder that does not exist', async () => {
    await assert.rejects(NewFile.create(path.join(folder, 'missing', 'file')), isUnwritable);
  });

  it('replaces neither a file nor a link that appears in the meantime, and follows none', async () => {
    answer = serve;
    const victim = path.join(folder, 'victim');
    await writeFile(victim, 'kept');
    for (const make of [() => writeFile(target(), 'kept'), () => symlink(victim, target())]) {
      const file = await NewFile.create(target());
      await file.write(Buffer.from('new'));
      await make();
      await assert.rejects(file.publish(), isUnwritable);
      await file.discard();
      assert.equal(await readFile(target(), 'utf8'), 'kept');
      await rm(target());
    }
    assert.equal(await readFile(victim, 'utf8'), 'kept');
  });
});
