import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { credentials, Metadata } from '@grpc/grpc-js';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { eventually, skipOrFail } from '@svc/testing';
import { svc } from '../cli/svc.js';
import { findProgram, PROXIES, type ProxyProgram, type RunningProxy } from './programs.js';
import { Scene } from './scene.js';
import { CLIENT_ADDRESS, type Reply } from './through.js';

describe('behind a proxy with TLS', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.start();
  });
  afterAll(() => scene.stop());

  for (const program of PROXIES) {
    describe(program.name, () => {
      const executable = findProgram(program.name);
      if (executable === undefined) {
        skipOrFail('passes on what clients send and receive', `no ${program.name} on the path`);
        return;
      }
      if (process.platform !== 'linux') {
        skipOrFail('passes on what clients send and receive', `only Linux answers at ${CLIENT_ADDRESS}`);
        return;
      }
      specs(program, executable);
    });
  }

  function specs(program: ProxyProgram, executable: string): void {
    let proxy: RunningProxy;
    beforeAll(async () => {
      proxy = await scene.startProxy(program, executable);
    });
    afterAll(() => proxy.stop());

    it('serves both names', async () => {
      for (const port of [scene.proxy.http, scene.proxy.ingest]) {
        assert.equal((await scene.sender.send(port, '/health/ready')).status, 200);
      }
    });

    it('lets the client in, with the authority in NODE_EXTRA_CA_CERTS', async () => {
      const { http, ingest } = scene.proxy;
      const env = {
        SVC_API_URL: `https://localhost:${http}`,
        SVC_INGEST_URL: `https://localhost:${ingest}`,
        SVC_API_KEY: scene.service.apiKey,
        SVC_PROJECT: await scene.projectId(),
        NODE_EXTRA_CA_CERTS: scene.files.authorityFile,
      };
      const { code, stdout, stderr } = await svc(['doctor'], { env });
      assert.equal(code, 0, stdout + stderr);
    });

    it('tells the service the address of the client, which cannot choose it', async () => {
      const name = randomUUID();
      const { http } = scene.proxy;
      const headers = { ...scene.headers, 'x-forwarded-for': '203.0.113.9' };
      const body = JSON.stringify({ name, scopes: ['logs:read'] });
      const created = await scene.sender.send(http, '/api/v1/account/api-keys', { method: 'POST', headers, body });
      assert.equal(created.status, 201, created.body);
      const audit = await scene.sender.send(http, '/api/v1/account/audit-log?limit=1', { headers: scene.headers });
      const { entries } = JSON.parse(audit.body) as { entries: { source_address: string }[] };
      assert.equal(entries[0]?.source_address, CLIENT_ADDRESS, audit.body);
    });

    it('signs in with a cookie for HTTPS only', async () => {
      const { email, password } = scene.service.owner;
      const answer = await scene.sender.send(scene.proxy.http, '/login', {
        method: 'POST',
        headers: {
          origin: `https://localhost:${scene.proxy.http}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ email, password, return_to: '/device' }).toString(),
      });
      assert.equal(answer.status, 303, answer.body);
      assert.match(String(answer.headers['set-cookie']), /; Secure/);
    });

    const sendLog = (service: string, body: string): Promise<Reply> => {
      const text = (stringValue: string) => ({ stringValue });
      const resource = { attributes: [{ key: 'service.name', value: text(service) }] };
      const logRecords = [{ timeUnixNano: `${Date.now()}000000`, body: text(body) }];
      return scene.sender.send(scene.proxy.ingest, '/v1/logs', {
        method: 'POST',
        headers: scene.headers,
        body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }),
      });
    };

    it('passes on OTLP over HTTP, and a live tail without a delay', async () => {
      const service = `proxy-${randomUUID()}`;
      const query = `project_id=${await scene.projectId()}&service=${service}`;
      // A service that has never received a log record has nothing to follow, and asks to try again.
      assert.equal((await sendLog(randomUUID(), 'the first one')).status, 200);
      const tail = await eventually('a live tail', async () => {
        const answer = await scene.sender.open(scene.proxy.http, `/api/v1/stream/logs?${query}`, {
          headers: scene.headers,
        });
        if (answer.statusCode !== 503) return answer;
        answer.destroy();
        return undefined;
      });
      assert.equal(tail.statusCode, 200);
      let shown = '';
      tail.setEncoding('utf8').on('data', (text: string) => (shown += text));
      assert.equal((await sendLog(service, 'here')).status, 200);
      await eventually('the record is shown', () => shown.includes('"here"'));
      tail.destroy();
    });

    it('passes on a large body', async () => {
      const sent = await sendLog('large', 'x'.repeat(5_000_000));
      assert.equal(sent.status, 200, sent.body);
    });

    it('answers a body that is too large with the error of the service', async () => {
      const body = JSON.stringify({ name: 'x'.repeat(1_500_000) });
      const sent = { method: 'POST', headers: scene.headers, body };
      const refused = await scene.sender.send(scene.proxy.http, '/api/v1/account/api-keys', sent);
      assert.equal(refused.status, 413);
      assert.equal((JSON.parse(refused.body) as { error: string }).error, 'payload_too_large');
    });

    it('passes on OTLP over gRPC', async () => {
      const metadata = new Metadata();
      metadata.set('x-svc-api-key', scene.service.apiKey);
      const exporter = new OTLPTraceExporter({
        url: `https://localhost:${scene.proxy.ingest}`,
        credentials: credentials.createSsl(await readFile(scene.files.authorityFile)),
        metadata,
      });
      const results: number[] = [];
      const send = exporter.export.bind(exporter);
      exporter.export = (spans, done) =>
        send(spans, (result) => {
          results.push(result.code);
          done(result);
        });
      const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
      provider.getTracer('e2e').startSpan('through the proxy').end();
      await eventually('the span is delivered', () => results.length > 0);
      assert.deepEqual(results, [0]);
      await provider.shutdown();
    });
  }
});
