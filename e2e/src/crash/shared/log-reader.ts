import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { filesHolding } from '@svc/columnar/testing';
import { openEventLog, SINK_TOPICS, type ConsumerRecord } from '@svc/event-log';
import { LogKeys } from '@svc/event-log/keys';
import { createRelational, startEmbeddedPostgres } from '@svc/relational';
import type { Topology } from '@svc/testing';

/** The files of a store on one machine that contain one of these texts, compressed or not. */
export async function filesWith(topology: Topology, store: string, texts: readonly string[]): Promise<string[]> {
  return topology.kind === 'standalone' ? filesHolding(path.join(topology.directory, 'state', store), texts) : [];
}

/** All records of the event log of a stopped service on one machine, opened with everything that its state directory has. */
export async function readLog(topology: Topology): Promise<ConsumerRecord[]> {
  const state = path.join(topology.directory, 'state');
  const { eventLog: keys } = JSON.parse(await readFile(path.join(state, 'secrets.json'), 'utf8')) as {
    readonly eventLog: string;
  };
  const postgres = await startEmbeddedPostgres({ directory: path.join(state, 'postgres') });
  const relational = createRelational({ url: postgres.serviceUrl, poolSize: 1 });
  const logKeys = new LogKeys({ relational, maxAgeMs: 0, clock: Date.now });
  const log = await openEventLog(
    { kind: 'lmdb', keys, options: { directory: path.join(state, 'event-log') } },
    logKeys,
  );
  try {
    const records: ConsumerRecord[] = [];
    for (const topic of SINK_TOPICS) {
      const positions = (await log.positions(topic)).filter(({ firstOffset, endOffset }) => firstOffset < endOffset);
      const from = new Map(positions.map(({ partition, firstOffset }) => [partition, firstOffset]));
      let left = positions.reduce((sum, { firstOffset, endOffset }) => sum + endOffset - firstOffset, 0);
      const ending = new AbortController();
      if (left === 0) continue;
      for await (const slice of log.follow({ topic, from, signal: ending.signal })) {
        records.push(...slice.records);
        left -= slice.records.length;
        if (left <= 0) ending.abort();
      }
    }
    return records;
  } finally {
    await log.close();
    await relational.close();
    await postgres.stop();
  }
}
