import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestAuthority } from '@svc/testing';

/** The service behind TLS, for clients that know no other address. */
export interface TlsProxy {
  /** Host and port. */
  readonly address: string;
  /** Trusts the certificate. */
  readonly agent: Agent;
  stop(): Promise<void>;
}

export async function startTlsProxy(target: string): Promise<TlsProxy> {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-tls-proxy-'));
  const { certificateFile, keyFile, authorityFile } = await (await createTestAuthority()).issue(directory);
  const [cert, key, ca] = await Promise.all([certificateFile, keyFile, authorityFile].map((file) => readFile(file)));
  const server = createServer({ cert, key }, (incoming, answer) => {
    const { method, url = '/', headers } = incoming;
    const outgoing = request(new URL(url, target), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ ca });
  const stop = async (): Promise<void> => {
    agent.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(directory, { recursive: true });
  };
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, agent, stop };
}
