import assert from 'node:assert/strict';
import { eventually, type Topology } from '@svc/testing';
import { Delivery } from './delivery.js';
import { defaultProject } from './people.js';
import { numberedRequest } from './telemetry.js';

/** Number of requests, enough that every partition almost certainly receives one. */
const WITNESSES = 12;

/** A process of ingestion that takes over from another one, which the name says. */
export interface Successor {
  readonly name: string;
  /** Its index. */
  readonly other: number;
}

/**
 * Pauses one of two ingest processes until the other has all partitions; it then resumes within its batch as if it
 * still owned them. Returns the keys of the log records that prove it: sent to the other one in the meantime, and read.
 */
export async function standStill(topology: Topology, delivery: Delivery, name: string): Promise<string[]> {
  const child = topology.processes.get(name);
  assert.ok(child, name);
  child.freeze();
  try {
    return await takesOver(topology, delivery, { name, other: name === 'ingest' ? 1 : 0 });
  } finally {
    child.thaw();
  }
}

/** Waits until one ingest process has all partitions. Answers the keys of the log records that show it: sent to it, and read. */
export async function takesOver(topology: Topology, delivery: Delivery, { name, other }: Successor): Promise<string[]> {
  const project = await defaultProject(topology);
  const witness = `without-${name}`;
  const sent: string[] = [];
  for (let n = 0; n < WITNESSES; n++) {
    const { body, keys } = numberedRequest('logs', witness, n, { count: 1 });
    const bytes = Delivery.encode('logs', body, 'json');
    const send = () => delivery.send(other, 'logs', 'json', bytes, 5_000);
    await eventually('the other one takes it', async () => (await send()) === 'acknowledged');
    sent.push(...keys);
  }
  const url = `${topology.httpUrl}/api/v1/logs?project_id=${project}&q=${encodeURIComponent(`"${witness}"`)}&limit=100`;
  await eventually('the other one has taken over', async () => {
    const answer = await fetch(url, { headers: { 'x-svc-api-key': topology.apiKey } });
    return ((await answer.json()) as { logs: object[] }).logs.length === WITNESSES;
  });
  return sent;
}
