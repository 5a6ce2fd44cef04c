import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestAuthority, freePorts, startStandalone, type Topology } from '@svc/testing';
import { startProxy, type ProxyAddresses, type ProxyProgram, type RunningProxy } from './programs.js';
import { Sender, type TlsFiles } from './through.js';

/** A service that knows its public addresses and trusts the proxy, as docs/operating/proxy.md says. */
export class Scene {
  private constructor(
    readonly directory: string,
    readonly files: TlsFiles,
    readonly sender: Sender,
    readonly proxy: ProxyAddresses,
    readonly service: Topology,
  ) {}

  static async start(): Promise<Scene> {
    const directory = await mkdtemp(path.join(tmpdir(), 'svc-proxy-'));
    const files = await (await createTestAuthority()).issue(directory);
    const [http, ingest] = (await freePorts(2)) as [number, number];
    const service = await startStandalone({
      env: {
        SVC_PUBLIC_URL: `https://localhost:${http}`,
        SVC_PUBLIC_INGEST_URL: `https://localhost:${ingest}`,
        SVC_TRUSTED_PROXIES: '127.0.0.1',
        SVC_MAX_CONNECTIONS_PER_ADDRESS: '8192',
      },
    });
    const sender = new Sender(await readFile(files.authorityFile));
    return new Scene(directory, files, sender, { http, ingest }, service);
  }

  startProxy(program: ProxyProgram, executable: string): Promise<RunningProxy> {
    const { files, directory, proxy, service } = this;
    const port = (url: string): number => Number(new URL(url).port);
    const grpc = port(`http://${service.otlpGrpcAddress}`);
    const ports = { http: port(service.httpUrl), ingest: port(service.ingestUrl), grpc };
    return startProxy(program, executable, { files, directory, proxy, service: ports });
  }

  get headers() {
    return { 'x-svc-api-key': this.service.apiKey, 'content-type': 'application/json' };
  }

  /** The ID of the only project. */
  async projectId(): Promise<string> {
    const { body } = await this.sender.send(this.proxy.http, '/api/v1/projects', { headers: this.headers });
    return (JSON.parse(body) as { projects: { id: string }[] }).projects[0]?.id ?? assert.fail(body);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await rm(this.directory, { recursive: true });
  }
}
