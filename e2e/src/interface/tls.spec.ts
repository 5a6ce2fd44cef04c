import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { get, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { credentials, Metadata } from '@grpc/grpc-js';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { TracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { Child, createTestAuthority, eventually, standaloneEnvironment } from '@svc/testing';
import { json, svc } from '../cli/svc.js';
import { topologyKind } from '../topology.js';

const API_KEY = 'svc_org_of_the_tls_spec_0123456789abcdef';

/** Runs on one process only: the six services share the code of their ports with it. */
const describeStandalone = topologyKind() === 'standalone' ? describe : describe.skip;

describeStandalone('ports with a TLS certificate', () => {
  let directory: string;
  let ca: Buffer;
  let service: Child;
  let env: Awaited<ReturnType<typeof standaloneEnvironment>>;
  let client: Record<string, string>;

  const answerTo = async (url: string, options: RequestOptions = {}): Promise<IncomingMessage> => {
    const [response] = (await once(get(url, { ca, ...options }), 'response')) as [IncomingMessage];
    response.resume();
    return response;
  };

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-tls-'));
    const { certificateFile, keyFile, authorityFile } = await (await createTestAuthority()).issue(directory);
    ca = await readFile(authorityFile);
    env = await standaloneEnvironment(directory);
    service = new Child({
      name: 'standalone',
      entry: 'apps/standalone/dist/bundle/main.js',
      logFile: path.join(directory, 'service.log'),
      env: {
        ...env,
        SVC_TLS_CERT_FILE: certificateFile,
        SVC_TLS_KEY_FILE: keyFile,
        SVC_BOOTSTRAP_API_KEY: API_KEY,
      },
    });
    service.start();
    await eventually(
      'it is ready',
      async () => (await answerTo(`https://127.0.0.1:${env.SVC_HTTP_PORT}/health/ready`)).statusCode === 200,
    );
    // Addresses, key and project come from the profile that the first start has written.
    client = {
      SVC_CONFIG_DIR: path.join(directory, 'config'),
      SVC_API_URL: '',
      SVC_INGEST_URL: '',
      SVC_API_KEY: '',
      NODE_EXTRA_CA_CERTS: authorityFile,
    };
  });
  afterAll(async () => {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('accepts spans over gRPC and events over HTTP with TLS, which the client queries', async () => {
    const metadata = new Metadata();
    metadata.set('x-svc-api-key', API_KEY);
    const url = `https://127.0.0.1:${env.SVC_OTLP_GRPC_PORT}`;
    const exporter = new OTLPTraceExporter({ url, metadata, credentials: credentials.createSsl(ca) });
    const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
    provider.getTracer('e2e').startSpan('over TLS').end();
    await provider.shutdown();
    await json(['send', 'event', 'sent over TLS', '--distinct-id', 'tls'], { env: client });
    const shows = (args: readonly string[], text: string) => () =>
      svc(args, { env: client }).then(({ stdout }) => stdout.includes(text));
    await eventually('the event can be queried', shows(['persons', 'timeline', 'tls'], 'sent over TLS'));
    await eventually('the span can be queried', shows(['traces', 'search'], 'over TLS'));
  });

  it('refuses plain text and clients that do not trust the authority', async () => {
    for (const port of [env.SVC_HTTP_PORT, env.SVC_INGEST_PORT])
      await assert.rejects(fetch(`http://127.0.0.1:${port}/health/live`));
    const { code, stderr } = await svc(['account'], { env: { ...client, NODE_EXTRA_CA_CERTS: '' } });
    assert.notEqual(code, 0);
    assert.doesNotMatch(stderr, new RegExp(API_KEY));
  });

  it('sets cookies that browsers return only over TLS', async () => {
    const { headers } = await answerTo(`https://127.0.0.1:${env.SVC_HTTP_PORT}/login`);
    for (const cookie of headers['set-cookie'] ?? []) assert.match(cookie, /Secure/);
    const profile = await readFile(path.join(directory, 'config/config.json'), 'utf8');
    assert.match(profile, new RegExp(`https://127.0.0.1:${env.SVC_HTTP_PORT}/api/v1`));
    assert.match(profile, new RegExp(`https://127.0.0.1:${env.SVC_INGEST_PORT}`));
  });
});
