import assert from 'node:assert/strict';
import type { Relational } from '@svc/relational';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { listRequests } from '../../testing/alerts-bench.js';
import { failingRelational, KilledError } from '../../testing/failing-relational.js';
import { openScene, type ExternalScene } from '../testing/external-scene.js';
import { rulesBench } from '../testing/rules-bench.js';

const START = Date.parse('2026-05-06T12:00:00Z');
const MINUTE = 60_000;
const KEYS = ['disk', 'cpu'] as const;

type Step = readonly [action: 'trigger' | 'acknowledge' | 'resolve', key: (typeof KEYS)[number]];

/** Each way from one state to another, for two alerts. */
const STEPS: readonly Step[] = [
  ['trigger', 'disk'],
  ['trigger', 'cpu'],
  ['acknowledge', 'disk'],
  ['trigger', 'disk'],
  ['resolve', 'disk'],
  ['acknowledge', 'disk'],
  ['resolve', 'cpu'],
  ['trigger', 'disk'],
  ['resolve', 'disk'],
  ['trigger', 'cpu'],
];

const toBody = ([action, key]: Step) => ({
  event_action: action,
  dedup_key: key,
  ...(action === 'trigger' && { payload: { summary: `${key} is full`, source: 'db-1', severity: 'critical' } }),
});

describe('alerts of other products when the process dies', () => {
  let database: TemporaryDatabase;
  let relational: Relational;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    relational = database.relational;
  });
  afterEach(() => relational.client.alertRule.deleteMany());
  afterAll(() => database.stop());

  /** All that senders and receivers can see, without IDs. */
  const outcome = async (scene: ExternalScene) => ({
    alerts: (await scene.list()).toSorted(),
    events: await scene.events(),
    requests: (await listRequests(relational, scene.projectId)).map(({ type }) => type).toSorted(),
    states: (
      await relational.client.alertTransition.findMany({
        where: { projectId: scene.projectId },
        orderBy: { position: 'asc' },
      })
    ).map(({ fromState, toState, reason }) => `${fromState} ${toState} ${reason}`),
  });

  /** Sends all steps. @param send sends one of them as often as the sender has to. */
  const play = async (
    store: Relational,
    send: (deliver: () => Promise<unknown>) => Promise<void>,
  ): Promise<Awaited<ReturnType<typeof outcome>>> => {
    const clock = { nowMs: START };
    const bench = rulesBench(store, clock, 'unix:/nonexistent/rpc.sock');
    const scene = await openScene(relational, bench, clock);
    await scene.add();
    for (const step of STEPS) {
      clock.nowMs += 10 * MINUTE;
      await send(() => scene.send('pagerduty', toBody(step)));
      await bench.flush();
    }
    await bench.stop();
    return outcome(scene);
  };

  it('page and resolve as often as without, whichever statement it dies before', async () => {
    const expected = await play(relational, async (deliver) => void (await deliver()));
    assert.equal(expected.events.length, 8);
    const failing = failingRelational(relational);
    let deaths = 0;
    const dying = await play(failing.relational, async (deliver) => {
      for (let statements = 0; ; statements += 1) {
        failing.left = statements;
        const hasDied = await deliver().then(
          () => false,
          (error: unknown) => {
            if (error instanceof KilledError) return true;
            throw error;
          },
        );
        failing.left = Infinity;
        if (!hasDied) return;
        deaths += 1;
      }
    });
    assert.ok(deaths > 50, `${deaths} deaths`);
    assert.deepEqual(dying, expected);
  });

  it('page and resolve once if every answer is lost and the request is sent again', async () => {
    const expected = await play(relational, async (deliver) => void (await deliver()));
    const repeated = await play(relational, async (deliver) => {
      for (let nth = 0; nth < 3; nth += 1) await deliver();
    });
    assert.deepEqual(repeated, expected);
  });

  it('page once if several senders send at the same time', async () => {
    const expected = await play(relational, async (deliver) => void (await deliver()));
    const together = await play(
      relational,
      async (deliver) => void (await Promise.all([deliver(), deliver(), deliver()])),
    );
    assert.deepEqual(together, expected);
  });
});
