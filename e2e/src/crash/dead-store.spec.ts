import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { descendants, eventually, type Topology } from '@svc/testing';
import { startTopology, topologyKind } from '../topology.js';

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

describe('a dependency that dies', () => {
  let topology: Topology;
  let project: string;
  before(async () => {
    topology = await startTopology(topologyKind());
    const { projects } = JSON.parse((await get('/projects')).text) as { projects: { id: string }[] };
    project = projects[0]?.id ?? '';
  });
  after(() => topology.stop());

  const get = async (path: string): Promise<Answer> => {
    const answer = await fetch(`${topology.httpUrl}/api/v1${path}`, { headers: { 'x-svc-api-key': topology.apiKey } });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
  };

  /** Until it works again, every answer is a success or says when to come back. Returns what it answered on the way. */
  const recovers = async (path: string): Promise<Answer[]> => {
    const answers: Answer[] = [];
    await eventually(`${path} answers again`, async () => {
      const answer = await get(path);
      answers.push(answer);
      return answer.status === 200;
    });
    for (const { status, retryAfter, text } of answers) {
      if (status === 200) continue;
      assert.equal(status, 503, text);
      assert.match(retryAfter ?? '', /^\d+$/);
      assert.equal((JSON.parse(text) as { error: string }).error, 'unavailable');
    }
    return answers;
  };

  if (topologyKind() === 'standalone') {
    const killStore = (text: string): void => {
      const root = topology.processes.get('standalone')?.pid ?? 0;
      const [pid] = descendants(root, text);
      assert.ok(pid, `${text} runs`);
      process.kill(pid, 'SIGKILL');
    };

    it('the column store: reads wait or answer 503, then work', async () => {
      killStore('columnar');
      await recovers(`/logs?project_id=${project}`);
    });

    it('Postgres: 503 with Retry-After, then work', async () => {
      killStore('postgres');
      await recovers(`/search/saved?project_id=${project}&signal=logs`);
    });
  } else {
    it('a service: 503 with Retry-After at once, and work when it is back', async () => {
      const query = topology.processes.get('query');
      await query?.kill();
      const down = await get(`/logs?project_id=${project}`);
      assert.deepEqual([down.status, down.retryAfter], [503, '1']);
      query?.start();
      await recovers(`/logs?project_id=${project}`);
    });

    it('the gateway: ingestion goes on with the keys it knows', async () => {
      const send = async (): Promise<number> => {
        const answer = await fetch(`${topology.ingestUrl}/v1/logs`, {
          method: 'POST',
          headers: { 'x-svc-api-key': topology.apiKey, 'content-type': 'application/json' },
          body: '{}',
        });
        await answer.arrayBuffer();
        return answer.status;
      };
      assert.equal(await send(), 200);
      const gateway = topology.processes.get('gateway');
      await gateway?.kill();
      assert.equal(await send(), 200);
      gateway?.start();
      await topology.ready();
      await recovers(`/logs?project_id=${project}`);
    });
  }
});
