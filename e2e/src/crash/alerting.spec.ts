import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { eventually, pace, type Topology } from '@svc/testing';
import type { Json } from '../api.js';
import { startReceiver } from '../integrations/receiver.js';
import { chooseSeed, seededRandom } from '../random.js';
import { noteSecret } from '../secrets.js';
import { startTopology, topologyKind } from '../topology.js';

const SERVICE = 'checkout';

const RULE = {
  ...{ name: 'Errors', kind: 'threshold', severity: 'critical', window: '1m', interval: '30s' },
  ...{ query: { signal: 'logs', q: 'level:error', service: [SERVICE] }, group_by: ['service'] },
  ...{ condition: { op: 'gt', threshold: 0 }, eval_delay: '5s', for: '30s' },
};

const seed = chooseSeed();

describe(`kills of the process that evaluates rules (seed ${seed})`, () => {
  let topology: Topology;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    [topology, receiver] = await Promise.all([startTopology(topologyKind()), startReceiver()]);
  });
  afterAll(async () => {
    await topology.stop();
    await receiver.stop();
  });

  /** Undefined while the service does not answer. */
  const ask = async (method: string, path: string, body?: object): Promise<Record<string, Json> | undefined> => {
    try {
      const answer = await fetch(`${topology.httpUrl}/api/v1${path}`, {
        ...{ method, headers: { 'x-svc-api-key': topology.apiKey, 'content-type': 'application/json' } },
        ...(body && { body: JSON.stringify(body) }),
      });
      return answer.ok ? ((await answer.json()) as Record<string, Json>) : undefined;
    } catch {
      return undefined;
    }
  };
  const send = async (): Promise<void> => {
    const record = { timeUnixNano: String(BigInt(Date.now()) * 1_000_000n), severityNumber: 17 };
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: SERVICE } }] };
    const scopeLogs = [{ logRecords: [{ ...record, body: { stringValue: 'failed' } }] }];
    await fetch(`${topology.ingestUrl}/v1/logs`, {
      ...{ method: 'POST', headers: { 'x-svc-api-key': topology.apiKey, 'content-type': 'application/json' } },
      body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs }] }),
    }).catch(() => undefined);
  };

  it('raise and end an alert once, and notify once of each', async () => {
    const random = seededRandom(seed);
    const projects = (await ask('GET', '/projects'))?.['projects'] ?? [];
    const project = String([...projects].find(({ slug }) => slug === topology.projectSlug)?.['id']);
    const secret = noteSecret(`whsec_${randomBytes(32).toString('base64')}`);
    const channel = await ask('POST', `/notifications/channels?project_id=${project}`, {
      ...{ type: 'webhook', name: 'hook', config: { url: receiver.url, secret } },
    });
    assert.ok(channel);
    const rule = await ask('POST', `/alerts/rules?project_id=${project}`, {
      ...RULE,
      notify: { channels: [String(channel['id'])], group_wait: '0s', group_interval: '1s' },
    });
    assert.ok(rule);
    const process = topology.processes.get(topologyKind() === 'distributed' ? 'alerting' : 'standalone');
    assert.ok(process);

    const evaluated: string[] = [];
    let [kills, isSending, isDone] = [0, true, false];
    /** Kills at a moment that varies, and lets the process work for a moment that varies. */
    const killing = async (): Promise<void> => {
      while (!isDone) {
        await pace(500 + 5_500 * random());
        if (isDone) return;
        await process.kill();
        kills += 1;
        process.start();
        await topology.ready();
      }
    };
    const sending = async (): Promise<void> => {
      while (isSending) {
        await send();
        await pace(2_000);
      }
    };
    /** Waits for a state of the only alert, and notes what was evaluated. @returns its ID. */
    const reached = (state: string): Promise<string> =>
      eventually(
        `the alert is ${state}`,
        async () => {
          const found = await ask('GET', `/alerts/rules/${String(rule['id'])}?project_id=${project}`);
          const at = found?.['state']?.['evaluated_at'];
          if (at !== undefined) evaluated.push(String(at));
          const listed = await ask('GET', `/alerts?project_id=${project}&state=${state}`);
          const [alert] = [...(listed?.['alerts'] ?? [])];
          return alert && String(alert['id']);
        },
        { everyMs: 250 },
      );
    const working = [killing(), sending()];
    try {
      const id = await reached('firing');
      isSending = false;
      assert.equal(await reached('resolved'), id);
      isDone = true;
      await Promise.all(working);
      await topology.ready();
      const history = (await ask('GET', `/alerts/${id}?project_id=${project}`))?.['history'] ?? [];
      assert.deepEqual(
        [...history].map((transition) => String(transition['to'])),
        ['pending', 'firing', 'resolved'],
      );
      const all = await ask('GET', `/alerts?project_id=${project}&state=pending,firing,silenced,acknowledged,resolved`);
      assert.equal([...(all?.['alerts'] ?? [])].length, 1);
      for (const [nth, at] of evaluated.entries())
        assert.ok(nth === 0 || Date.parse(at) >= Date.parse(evaluated[nth - 1] ?? ''), 'never evaluates backwards');
      const deliveries = await eventually('both notifications are delivered', async () => {
        const listed = await ask('GET', `/notifications/deliveries?project_id=${project}&status=sent`);
        const sent = [...(listed?.['deliveries'] ?? [])];
        return sent.length === 2 && sent;
      });
      assert.deepEqual(deliveries.map((delivery) => String(delivery['event_type'])).toSorted(), [
        'alert.firing',
        'alert.resolved',
      ]);
      // A receiver may hear the same delivery again after a kill, by which it recognizes it.
      assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 2);
      console.info(`${kills} kills`);
      assert.ok(kills > 0);
    } finally {
      [isDone, isSending] = [true, false];
      await Promise.allSettled(working);
    }
  });
});
