import assert from 'node:assert/strict';
import { eventually, type Topology } from '@svc/testing';
import { topologyKind } from '../../topology.js';
import type { SharedService } from './shared-service.js';

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

const isStandalone = topologyKind() === 'standalone';
const STORES = isStandalone ? ['columnar', 'postgres'] : ['columnar', 'postgres', 'redis', 'kafka'];

export function deadStore(service: SharedService): void {
  describe('a dependency that dies', () => {
    let topology: Topology;
    let project: string;
    beforeAll(async () => {
      project = (await service.begin()).id;
      topology = service.topology;
    });

    const ask = async (url: string, body?: object): Promise<Answer> => {
      const sent = body && { method: 'POST', body: JSON.stringify(body) };
      const headers = { 'x-svc-api-key': topology.apiKey, 'content-type': 'application/json' };
      const answer = await fetch(url, { ...sent, headers });
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
    };
    const get = (path: string): Promise<Answer> => ask(`${topology.httpUrl}/api/v1${path}`);
    const requests: Readonly<Record<string, () => Promise<Answer>>> = {
      logs: () => get(`/logs?project_id=${project}`),
      'saved searches': () => get(`/search/saved?project_id=${project}&signal=logs`),
      ingestion: () => ask(`${topology.ingestUrl}/v1/logs`, logNow()),
    };
    const logNow = () => ({
      resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: `sent at ${Date.now()}` } }] }] }],
    });

    /** Asserts that, until the store works again, every response is a success or has a retry delay. */
    const recovers = async (what: string): Promise<void> => {
      const refused: Answer[] = [];
      await eventually(`${what}: works again`, async () => {
        const answer = await requests[what]?.();
        if (answer && answer.status !== 200) refused.push(answer);
        return answer?.status === 200;
      });
      for (const { status, retryAfter, text } of refused) {
        assert.equal(status, 503, `${what}: ${text}`);
        assert.match(retryAfter ?? '', /^\d+$/, what);
        if (what !== 'ingestion') assert.equal((JSON.parse(text) as { error: string }).error, 'unavailable');
      }
    };
    const everythingRecovers = async (): Promise<void> => void (await Promise.all(Object.keys(requests).map(recovers)));

    for (const name of STORES) {
      it(`answers requests late or with 503 while ${name} is away, then works again`, async () => {
        const isBack = topology.dependencies.get(name)?.kill();
        assert.ok(isBack, 'it is running and can be killed');
        await everythingRecovers();
        await isBack;
        await everythingRecovers();
      });
    }

    if (isStandalone) return;

    it('answers 503 with Retry-After at once while a service is away, and works when it is back', async () => {
      const query = topology.processes.get('query');
      await query?.kill();
      const down = await get(`/logs?project_id=${project}`);
      assert.deepEqual([down.status, down.retryAfter], [503, '1']);
      query?.start();
      await recovers('logs');
    });

    it('continues ingestion with cached keys while the gateway is away', async () => {
      await recovers('ingestion');
      const gateway = topology.processes.get('gateway');
      await gateway?.kill();
      assert.equal((await requests['ingestion']?.())?.status, 200);
      gateway?.start();
      await topology.ready();
      await recovers('logs');
    });
  });
}
