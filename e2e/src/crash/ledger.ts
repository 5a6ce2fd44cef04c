import assert from 'node:assert/strict';
import { eventually, type Topology } from '@svc/testing';
import { COUNTED, KEYS_STORED, SERVICE, type Sent } from './telemetry.js';

/** The sink consumes one topic each for traces, logs, metrics, captured events and recordings. */
const SINK_TOPICS = 5;
const LIMITS = { timeoutMs: 60_000, maxRowsToRead: 1e9, maxResultRows: 1e8, maxMemoryBytes: 2e9 };

/** Waits until the sink has stored everything that was appended. */
export async function drained(topology: Topology): Promise<void> {
  await eventually(
    'everything acknowledged is stored',
    async () => {
      const answer = await fetch(topology.ingests[0]?.metricsUrl ?? '');
      const lags = [...(await answer.text()).matchAll(/^svc_event_log_lag_records\{[^}]*\} (\d+)$/gm)];
      return lags.length === SINK_TOPICS && lags.every(([, lag]) => lag === '0');
    },
    { everyMs: 250 },
  );
}

export interface Account {
  readonly signal: Sent;
  readonly acknowledged: readonly string[];
  readonly unacknowledged: readonly string[];
}

/**
 * Ends ingestion and counts the items with a service name: acknowledged items are stored exactly once, others at most
 * once, and nothing else is stored.
 */
export async function assertExactlyOnce(
  topology: Topology,
  accounts: readonly Account[],
  service = SERVICE,
): Promise<void> {
  const asked = { parameters: { service }, limits: LIMITS };
  await topology.inspect(async (store) => {
    for (const signal of ['logs', 'traces', 'metrics', 'events'] as const) {
      const stored = new Map<string, number>();
      for await (const rows of store.stream<{ key: string; n: string }>({ sql: KEYS_STORED[signal], ...asked })) {
        for (const { key, n } of rows) stored.set(key, Number(n));
      }
      const mine = accounts.filter((account) => account.signal === signal);
      const acknowledged = mine.flatMap((account) => account.acknowledged);
      const known = new Set([...acknowledged, ...mine.flatMap((account) => account.unacknowledged)]);
      const lost = acknowledged.filter((key) => !stored.has(key));
      const doubled = [...stored].filter(([, n]) => n > 1);
      const strange = [...stored.keys()].filter((key) => !known.has(key));
      const wrong = { lost: lost.length, doubled: doubled.length, strange: strange.length };
      const examples = JSON.stringify({
        lost: lost.slice(0, 5),
        doubled: doubled.slice(0, 5),
        strange: strange.slice(0, 5),
      });
      assert.deepEqual(wrong, { lost: 0, doubled: 0, strange: 0 }, `${signal}: ${JSON.stringify(wrong)} ${examples}`);
      const counts: Record<string, number> = {};
      for (const sql of COUNTED[signal])
        counts[sql] = Number((await store.query<{ n: string }>({ sql, ...asked }))[0]?.n);
      assert.equal(new Set(Object.values(counts)).size, 1, `${signal}: ${JSON.stringify(counts)}`);
    }
  });
}
