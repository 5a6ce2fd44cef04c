import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { eventually, pace, type Topology } from '@svc/testing';
import { Delivery, ENCODINGS, type Encoding } from '../crash/delivery.js';
import { numberedRequest, SERVICE, type Sent } from '../crash/telemetry.js';

const SIGNALS: readonly Sent[] = ['logs', 'traces', 'metrics', 'events'];
const TIMEOUT_MS = 20_000;

/** Uses every interface of the service once: ingestion, reads, flags, a live tail, writes, mail, a webhook and single sign-on. */
export async function sendEverything(topology: Topology, webhook: string): Promise<void> {
  const call = async (method: string, target: string, body?: unknown): Promise<Response> =>
    fetch(`${topology.httpUrl}${target}`, {
      method,
      redirect: 'manual',
      headers: { 'x-svc-api-key': topology.apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const succeed = async (method: string, target: string, body?: unknown): Promise<unknown> => {
    const answer = await call(method, target, body);
    const text = await answer.text();
    assert.ok(answer.status < 300, `${method} ${target}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const { projects } = (await succeed('GET', '/api/v1/projects')) as { projects: { id: string; slug: string }[] };
  const project = projects.find(({ slug }) => slug === topology.projectSlug)?.id ?? '';
  await ingest(topology);
  await eventually('the logs are stored', async () => {
    const answer = await succeed('GET', `/api/v1/logs?service=${SERVICE}&project_id=${project}`);
    const { logs = [] } = answer as { logs?: unknown[] };
    return logs.length > 0;
  });
  await tail(topology, project);
  await succeed('GET', `/api/v1/persons?project_id=${project}`);
  await succeed('POST', `/api/v1/decide?project_id=${project}`, { distinct_id: 'somebody' });
  await succeed('POST', '/api/v1/invitations', { email: 'somebody@example.com', role: 'ROLE_VIEWER' });
  assert.equal((await call('GET', `/api/v1/issues/${randomUUID()}/tickets?project_id=${project}`)).status, 404);
  await succeed('GET', `/api/v1/oncall/schedules?project_id=${project}`);
  await succeed('POST', `/api/v1/logs/export?project_id=${project}`, {});
  await eventually('the export is written', async () => {
    const { jobs } = (await succeed('GET', `/api/v1/export/jobs?project_id=${project}`)) as {
      jobs: { status: string }[];
    };
    return jobs[0]?.status === 'completed';
  });
  const configs: Record<string, object> = {
    webhook: { url: webhook, secret: `whsec_${randomBytes(32).toString('base64')}` },
    email: { to: ['somebody@example.com'] },
  };
  for (const [type, config] of Object.entries(configs)) {
    const channels = `/api/v1/notifications/channels`;
    const channel = await succeed('POST', `${channels}?project_id=${project}`, {
      type,
      name: type,
      config,
    });
    await succeed('POST', `${channels}/${(channel as { id: string }).id}/test?project_id=${project}`, {});
  }
  // The provider does not exist, which the gateway finds out only by connecting to it.
  await call('GET', '/api/v1/auth/oidc/start');
}

async function ingest({ ingests, apiKey }: Topology): Promise<void> {
  const delivery = new Delivery(ingests, apiKey);
  try {
    for (const [i, signal] of SIGNALS.entries()) {
      const encodings: readonly Encoding[] = signal === 'events' ? ['json'] : ENCODINGS;
      for (const encoding of encodings) {
        const { body } = numberedRequest(signal, `${signal}-${encoding}`, 0, { count: 2 });
        const sent = await delivery.send(i, signal, encoding, Delivery.encode(signal, body, encoding), TIMEOUT_MS);
        assert.equal(sent, 'acknowledged', `${signal} as ${encoding}`);
      }
    }
  } finally {
    delivery.close();
  }
}

/** Opens a live tail, which reads the event log, and leaves it. */
async function tail({ httpUrl, apiKey }: Topology, project: string): Promise<void> {
  const leave = new AbortController();
  const answer = await fetch(`${httpUrl}/api/v1/stream/logs?project_id=${project}`, {
    headers: { 'x-svc-api-key': apiKey, accept: 'text/event-stream' },
    signal: leave.signal,
  });
  assert.equal(answer.status, 200);
  await pace(1_000);
  leave.abort();
}
