import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { eventually, freePorts, startStandalone, type Topology } from '@svc/testing';
import { topologyKind } from '../topology.js';

/** The minimum time between two requests of the exporter. */
const EXPORT_MS = 100;
/** Nothing may be sent during many of these intervals. */
const QUIET_LOOKS = 30;
const REQUESTS = 5;

interface Answer {
  readonly projects?: readonly { readonly id: string }[];
  readonly traces?: readonly unknown[];
}

const describeStandalone = topologyKind() === 'standalone' ? describe : describe.skip;

describeStandalone('traces of the service that are sent to itself', () => {
  let service: Topology;
  beforeAll(async () => {
    const [port] = (await freePorts(1)) as [number];
    const key = `operators-${randomBytes(24).toString('hex')}`;
    service = await startStandalone({
      env: {
        SVC_INGEST_PORT: String(port),
        SVC_BOOTSTRAP_API_KEY: key,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_HEADERS: `x-svc-api-key=${key}`,
        OTEL_SERVICE_NAME: 'svc-itself',
        OTEL_BSP_SCHEDULE_DELAY: String(EXPORT_MS),
      },
    });
  });
  afterAll(() => service.stop());

  const read = async (path: string): Promise<Answer> => {
    const answer = await fetch(`${service.httpUrl}/api/v1${path}`, { headers: { 'x-svc-api-key': service.apiKey } });
    assert.equal(answer.status, 200, path);
    return (await answer.json()) as Answer;
  };
  const exports = async (): Promise<number> => {
    const [url = ''] = service.metricsUrls.values();
    const text = await (await fetch(url)).text();
    const counts = text.matchAll(/^svc_ingest_requests_total\{signal="traces",outcome="accepted"\} (\d+)$/gm);
    return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0);
  };

  it('sends traces of operations under the given service name', async () => {
    for (let request = 0; request < REQUESTS; request += 1) await read('/account');
    const { projects = [] } = await read('/projects');
    await eventually('the traces can be read', async () => {
      const { traces = [] } = await read(`/traces?service=svc-itself&project_id=${projects[0]?.id}`);
      return traces.length >= REQUESTS;
    });
  });

  it('does not trace its own traces, so that nothing is sent without requests', async () => {
    // The last traces may still be on their way. If each arrival caused another one, there would never be a quiet time.
    let [last, looks] = [0, 0];
    await eventually(
      'nothing is sent any more',
      async () => {
        const before = last;
        last = await exports();
        looks = last > 0 && last === before ? looks + 1 : 0;
        return looks === QUIET_LOOKS;
      },
      { everyMs: EXPORT_MS },
    );
  });
});
