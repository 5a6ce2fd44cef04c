import assert from 'node:assert/strict';
import { ExportFiles, Exports, type ExportFileHeader } from '@svc/contract';
import type { Client } from '@svc/rpc';
import { eventually } from '@svc/test-servers';
import { admin, startExports, type ExportsServer } from '../testing/exports-server.js';
import { WHOLE } from '../testing/part-writer.js';

describe('downloads', () => {
  let server: ExportsServer;
  let exports: Client<typeof Exports>;
  let files: Client<typeof ExportFiles>;
  let caller: Awaited<ReturnType<typeof admin>>;
  let token: string;
  beforeAll(async () => {
    server = await startExports({ limits: { downloadsPerProject: 2 } });
    exports = server.connect(Exports);
    files = server.connect(ExportFiles);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    caller = await admin(server.relational);
    const { id: jobId } = await exports.create({ type: 'csv', query: { signal: 'logs' } }, caller);
    await eventually('it is completed', async () => {
      await server.endPause();
      return (await exports.get({ jobId }, caller)).status === 'completed';
    });
    const { url } = await exports.download({ jobId }, caller);
    token = url.split('/').at(-1) ?? '';
  });

  const read = async (request: Parameters<typeof files.read>[0]): Promise<[ExportFileHeader | undefined, Buffer]> => {
    let header: ExportFileHeader | undefined;
    const data: Uint8Array[] = [];
    for await (const { part } of await files.read(request)) {
      if (part.case === 'header') header = part.value;
      else if (part.case === 'data') data.push(part.value);
    }
    return [header, Buffer.concat(data)];
  };
  const isRefused = () => assert.rejects(read({ token }), { code: 'not_found' });

  it('downloads the whole file or a part of it', async () => {
    const [header, whole] = await read({ token });
    assert.ok(whole.equals(WHOLE));
    assert.deepEqual([header?.mediaType, header?.size], ['text/csv; charset=utf-8', BigInt(WHOLE.length)]);
    assert.match(header?.filename ?? '', /^logs-2026-\d\d-\d\d-[0-9a-f]{8}\.csv$/);
    const [partial, bytes] = await read({ token, start: 99_999n, end: 300_001n, ifSha256: header?.sha256 ?? '' });
    assert.ok(bytes.equals(WHOLE.subarray(99_999, 300_001)));
    assert.deepEqual([partial?.partial, partial?.start, partial?.end], [true, 99_999n, 300_001n]);
    assert.ok((await read({ token, start: -5n }))[1].equals(WHOLE.subarray(-5)));
    assert.ok((await read({ token, start: 5n, ifSha256: 'another' }))[1].equals(WHOLE));
    assert.equal((await read({ token, headerOnly: true }))[1].length, 0);
  });

  it('ends a download an hour after the address was minted', async () => {
    server.clock.nowMs += 3_599_000;
    await read({ token });
    server.clock.nowMs += 1_000;
    await isRefused();
  });

  it('ends a download with the result, however late the address was minted', async () => {
    server.clock.nowMs += 24 * 3_600_000 - 60_000;
    const [job] = (await exports.list({}, caller)).jobs;
    const { url, expiresAt } = await exports.download({ jobId: job?.id ?? '' }, caller);
    token = url.split('/').at(-1) ?? '';
    assert.equal(expiresAt?.seconds, job?.resultExpiresAt?.seconds);
    await read({ token });
    server.clock.nowMs += 60_000;
    await isRefused();
  });

  it('ends a download with the membership, the role and the record', async () => {
    const { client } = server.relational;
    const where = { userId: caller.userId };
    await client.membership.updateMany({ where, data: { role: 'ROLE_MEMBER' } });
    await isRefused();
    await client.membership.updateMany({ where, data: { role: 'ROLE_OWNER' } });
    await read({ token });
    await client.membership.deleteMany({ where });
    await isRefused();
  });

  it('ends a download with the key for which the address was minted', async () => {
    const { client } = server.relational;
    const { organizationId } = caller.context;
    const scopes = ['export:download'];
    const secret = { prefix: 'p', secretSha256: Buffer.from(caller.projectId), role: 'ROLE_ADMIN' };
    const key = await client.apiKey.create({ data: { ...secret, organizationId, name: 'k', scopes } });
    const [job] = (await exports.list({}, caller)).jobs;
    const context = { ...caller.context, principalType: 'api_key', principalId: key.id, userId: '' };
    const { url } = await exports.download({ jobId: job?.id ?? '' }, { context });
    token = url.split('/').at(-1) ?? '';
    await read({ token });
    await client.apiKey.update({ where: { id: key.id }, data: { revokedAt: new Date() } });
    await isRefused();
  });

  it('requires a signed token for a download', async () => {
    for (const other of ['', 'a', token.slice(0, -1), `${token}A`, token.replace(/^./, 'B')])
      await assert.rejects(read({ token: other }), { code: 'not_found' });
  });

  it('limits the downloads of a project', async () => {
    const open = async () => {
      const stream = (await files.read({ token }))[Symbol.asyncIterator]();
      await stream.next();
      return stream;
    };
    const streams = [await open(), await open()];
    await assert.rejects(open(), { code: 'rate_limited' });
    for (const stream of streams) await stream.return?.();
    await eventually('there is room again', () =>
      read({ token }).then(
        () => true,
        () => false,
      ),
    );
  });
});
