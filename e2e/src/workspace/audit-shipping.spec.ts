import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Child, eventually, standaloneEnvironment } from '@svc/testing';
import { topologyKind } from '../topology.js';

const API_KEY = 'svc_org_of_the_audit_spec_0123456789abcdef';

interface LogLine {
  readonly body: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Runs on one process only: the gateway of six processes is the same code. */
const describeStandalone = topologyKind() === 'standalone' ? describe : describe.skip;

describeStandalone('an audit log with a collector', () => {
  let directory: string;
  let service: Child;
  let base: string;

  const get = async (target: string): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${base}/api/v1${target}`, { headers: { 'x-svc-api-key': API_KEY } });
    assert.equal(answer.status, 200, target);
    return (await answer.json()) as Record<string, unknown>;
  };

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-audit-'));
    const env = await standaloneEnvironment(directory);
    base = `http://127.0.0.1:${env.SVC_HTTP_PORT}`;
    service = new Child({
      name: 'standalone',
      entry: 'apps/standalone/dist/bundle/main.js',
      logFile: path.join(directory, 'service.log'),
      env: {
        ...env,
        SVC_BOOTSTRAP_API_KEY: API_KEY,
        // It is its own collector, so the receiver is a real one.
        SVC_AUDIT_OTLP_ENDPOINT: `http://127.0.0.1:${env.SVC_INGEST_PORT}/v1/logs`,
        SVC_AUDIT_OTLP_HEADERS: `X-Svc-API-Key=${API_KEY}`,
      },
    });
    service.start();
    await eventually('it is ready', async () => (await fetch(`${base}/health/ready`)).ok);
  });
  afterAll(async () => {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('ships the audit log link by link, with hashes that the chain confirms', async () => {
    const made = await fetch(`${base}/api/v1/projects`, {
      method: 'POST',
      headers: { 'x-svc-api-key': API_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Audited', slug: 'audited' }),
    });
    assert.equal(made.status, 201, await made.text());
    const { projects } = (await get('/projects')) as { projects: { id: string; slug: string }[] };
    const projectId = projects.find(({ slug }) => slug === 'default')?.id ?? '';
    const lines = await eventually('the links are logs', async () => {
      const { logs = [] } = (await get(`/logs?service=svc-audit&project_id=${projectId}`)) as { logs?: LogLine[] };
      return logs.length >= 2 && logs;
    });
    const { verified_hash: hash, verified_sequence: sequence } = await get('/account/audit-log/verify');
    const last = lines.find(({ attributes }) => String(attributes['audit.sequence']) === String(sequence));
    assert.equal(last?.attributes['audit.hash'], hash);
    assert.ok(lines.some(({ attributes }) => attributes['audit.operation'] === 'projects.create'));
  });
});
