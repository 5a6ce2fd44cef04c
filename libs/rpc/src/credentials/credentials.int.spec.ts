import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { connect, constants, type IncomingHttpHeaders } from 'node:http2';
import { SavedSearches } from '@svc/contract';
import { createTestAuthority, freePort, temporaryDirectories } from '@svc/test-servers';
import { createRpcClient, startRpcServer, type RpcCredentials } from '../index.js';
import { CONTEXT, EndingsModule } from '../testing/saved-searches.fixture.js';

const TOKEN = 'a shared secret';

describe('credentials of internal calls over TCP', () => {
  const temporaryDirectory = temporaryDirectories();

  /** The identity of the first saved search, or the code of the failure. */
  async function ask(address: string, credentials: RpcCredentials): Promise<string | undefined> {
    const client = createRpcClient(SavedSearches, { address, timeoutMs: 2_000, ...credentials });
    try {
      return (await client.list({}, { context: CONTEXT })).savedSearches[0]?.id;
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      client.close();
    }
  }

  it('requires certificates of one authority on both ends, where files are given', async () => {
    const authority = await createTestAuthority();
    const certificates = await authority.issue(await temporaryDirectory());
    const peer = await authority.issue(await temporaryDirectory());
    const stranger = await (await createTestAuthority()).issue(await temporaryDirectory());
    const address = `127.0.0.1:${await freePort()}`;
    const server = await startRpcServer({ module: EndingsModule, address, token: TOKEN, certificates });
    try {
      assert.equal(await ask(address, { token: TOKEN, certificates: peer }), 'p1');
      assert.equal(await ask(address, { token: 'a guess', certificates: peer }), 'unauthenticated');
      assert.equal(await ask(address, { token: TOKEN }), 'unavailable', 'without TLS');
      assert.equal(await ask(address, { token: TOKEN, certificates: stranger }), 'unavailable');
      const impostor = { ...stranger, authorityFile: certificates.authorityFile };
      assert.equal(await ask(address, { token: TOKEN, certificates: impostor }), 'unavailable');
    } finally {
      await server.stop();
    }
  });

  it('keeps a service from starting when the files are unusable', async () => {
    const certificates = await (await createTestAuthority()).issue(await temporaryDirectory());
    await writeFile(certificates.keyFile, 'not a key');
    const address = `127.0.0.1:${await freePort()}`;
    await assert.rejects(startRpcServer({ module: EndingsModule, address, token: TOKEN, certificates }));
  });

  it('checks credentials before the message: a caller without the token is refused while it still sends', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const server = await startRpcServer({ module: EndingsModule, address, token: TOKEN });
    const session = connect(`http://${address}`);
    try {
      const stream = session.request({
        ':method': 'POST',
        ':path': '/svc.v1.SavedSearches/List',
        'content-type': 'application/grpc',
        te: 'trailers',
      });
      stream.on('error', () => undefined);
      // The header of a message of 32 MiB, whose bytes never come.
      stream.write(Buffer.from([0, 2, 0, 0, 0]));
      const status = await new Promise((resolve) => {
        for (const event of ['response', 'trailers'])
          stream.on(event, (headers: IncomingHttpHeaders) => resolve(headers['grpc-status']));
      });
      assert.equal(status, '16');
      stream.close(constants.NGHTTP2_CANCEL);
    } finally {
      session.destroy();
      await server.stop();
    }
  });
});
