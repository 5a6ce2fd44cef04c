import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { createTestAuthority, eventually, temporaryDirectories } from '@svc/test-servers';
import { ServerCertificate, toCertificateFiles } from './index.js';

describe('ServerCertificate', () => {
  const temporaryDirectory = temporaryDirectories();

  it('gives new connections the certificate that has replaced the first, and keeps it when the next is unusable', async () => {
    const authority = await createTestAuthority();
    const directory = await temporaryDirectory();
    const failures: unknown[] = [];
    const certificate = new ServerCertificate(await authority.issue(directory), {
      onFailure: (cause) => failures.push(cause),
      intervalMs: 20,
    });
    const server = createServer(certificate.serverOptions, (socket) => socket.end());
    certificate.keepCurrent(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      const first = await serialNumber(port);
      const files = await authority.issue(directory);
      const second = await eventually('the new certificate is served', async () => {
        const served = await serialNumber(port);
        return served !== first && served;
      });
      const before = failures.length;
      await writeFile(files.certificateFile, 'not a certificate');
      await eventually('the failure is reported', () => failures.length > before);
      assert.equal(await serialNumber(port), second);
    } finally {
      server.close();
    }
  });

  it('refuses files that are missing or do not belong together', async () => {
    const authority = await createTestAuthority();
    const { certificateFile } = await authority.issue(await temporaryDirectory());
    const { keyFile } = await authority.issue(await temporaryDirectory());
    const onFailure = (): never => assert.fail();
    assert.throws(() => new ServerCertificate({ certificateFile, keyFile }, { onFailure }));
    assert.throws(() => new ServerCertificate({ certificateFile, keyFile: `${keyFile}.missing` }, { onFailure }));
  });
});

describe('toCertificateFiles', () => {
  it('requires both files or neither', () => {
    const none = { SVC_TLS_CERT_FILE: undefined, SVC_TLS_KEY_FILE: undefined };
    assert.equal(toCertificateFiles(none), undefined);
    assert.throws(() => toCertificateFiles({ ...none, SVC_TLS_CERT_FILE: '/c' }), /must be set together/);
    assert.throws(() => toCertificateFiles({ ...none, SVC_TLS_KEY_FILE: '/k' }), /must be set together/);
  });
});

async function serialNumber(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { serialNumber: found } = socket.getPeerCertificate();
  socket.destroy();
  return found;
}
