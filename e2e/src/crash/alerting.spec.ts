import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { eventually, type Topology } from '@svc/testing';
import type { Json } from '../api.js';
import { startReceiver } from '../integrations/receiver.js';
import { chooseSeed, seededRandom } from '../random.js';
import { noteSecret } from '../secrets.js';
import { startTopology, topologyKind } from '../topology.js';
import { askIfAnswers, RULE, sendErrors } from './errors-to-alert.js';

/** Lifetimes of a process, from one that ends before its first evaluation to one that ends after a notification. */
const LIFE_MS = { least: 300, most: 2_800 };
/** The range by which the clock moves during each life of the process. */
const MOVE_MS = { least: 20_000, most: 40_000 };
/** Ends the lease of an evaluation that died. */
const LEASE_MS = 61_000;
/** Twice the number that a run usually needs. */
const MAX_KILLS = 30;

const seed = chooseSeed();

describe(`kills of the process that evaluates rules (seed ${seed})`, () => {
  let topology: Topology;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    [topology, receiver] = await Promise.all([startTopology(topologyKind(), { movableClock: true }), startReceiver()]);
  });
  afterAll(async () => {
    await topology.stop();
    await receiver.stop();
  });

  it('raises and ends an alert once, and notifies once of each', async () => {
    const random = seededRandom(seed);
    const between = ({ least, most }: typeof LIFE_MS): number => Math.round(least + (most - least) * random());
    const ask = askIfAnswers(topology);
    const projects = (await ask('GET', '/projects'))?.['projects'] ?? [];
    const project = String([...projects].find(({ slug }) => slug === topology.projectSlug)?.['id']);
    const secret = noteSecret(`whsec_${randomBytes(32).toString('base64')}`);
    const channel = await ask('POST', `/notifications/channels?project_id=${project}`, {
      type: 'webhook',
      name: 'hook',
      config: { url: receiver.url, secret },
    });
    assert.ok(channel);
    await sendErrors(topology, project);
    const rule = await ask('POST', `/alerts/rules?project_id=${project}`, {
      ...RULE,
      notify: { channels: [String(channel['id'])], group_wait: '0s', group_interval: '1s' },
    });
    assert.ok(rule);
    const process = topology.processes.get(topologyKind() === 'distributed' ? 'alerting' : 'standalone');
    assert.ok(process);

    const evaluated: string[] = [];
    /** Whether an evaluation has been stored since the last call. */
    const isEvaluated = async (): Promise<boolean> => {
      const found = await ask('GET', `/alerts/rules/${String(rule['id'])}?project_id=${project}`);
      const at = found?.['state']?.['evaluated_at'];
      if (at === undefined || String(at) === evaluated.at(-1)) return false;
      evaluated.push(String(at));
      return true;
    };
    const alertsIn = async (states: string): Promise<Json[]> => [
      ...((await ask('GET', `/alerts?project_id=${project}&state=${states}`))?.['alerts'] ?? []),
    ];
    const deliveries = async (more = ''): Promise<Json[]> => [
      ...((await ask('GET', `/notifications/deliveries?project_id=${project}${more}`))?.['deliveries'] ?? []),
    ];
    /**
     * Two lives of three end at a random time, the third one when an evaluation is stored and its notification is
     * requested.
     */
    const live = async (isUseful: boolean): Promise<void> => {
      await topology.moveClock(isUseful ? LEASE_MS : between(MOVE_MS));
      if (isUseful) {
        await eventually('the rule is evaluated', isEvaluated);
        if ((await alertsIn('firing')).length > 0)
          await eventually('a notification is requested', async () => (await deliveries()).length > 0);
        return;
      }
      const endsAt = Date.now() + between(LIFE_MS);
      await eventually('its time is over', async () => {
        await isEvaluated();
        return Date.now() >= endsAt;
      });
    };

    let kills = 0;
    while ((await alertsIn('resolved')).length === 0) {
      assert.ok(kills < MAX_KILLS, 'the alert ends');
      await live(kills % 3 === 2);
      await process.kill();
      kills += 1;
      process.start();
      await topology.ready();
    }
    assert.ok(kills > 0);
    const all = await alertsIn('pending,firing,silenced,acknowledged,resolved');
    assert.equal(all.length, 1);
    const history = (await ask('GET', `/alerts/${String(all[0]?.['id'])}?project_id=${project}`))?.['history'] ?? [];
    assert.deepEqual(
      [...history].map((transition) => String(transition['to'])),
      ['pending', 'firing', 'resolved'],
    );
    for (const [nth, at] of evaluated.entries())
      assert.ok(nth === 0 || Date.parse(at) >= Date.parse(evaluated[nth - 1] ?? ''), 'never evaluates backwards');
    const sent = await eventually('both notifications are delivered', async () => {
      // The lease of a delivery whose process died ends, too.
      await topology.moveClock(LEASE_MS / 10);
      const found = await deliveries('&status=sent');
      return found.length === 2 && found;
    });
    assert.deepEqual(sent.map((delivery) => String(delivery['event_type'])).toSorted(), [
      'alert.firing',
      'alert.resolved',
    ]);
    // A receiver may hear the same delivery again after a kill, by which it recognizes it.
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 2);
    console.info(`${kills} kills`);
  });
});
