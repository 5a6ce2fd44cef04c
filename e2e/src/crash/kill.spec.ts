import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, type Topology } from '@svc/testing';
import type { Json } from '../api.js';
import { startTopology, topologyKind } from '../topology.js';
import { Sender } from './sender.js';

const ROUNDS = Number(process.env['SVC_E2E_KILLS'] ?? 6);
const SERVICE = 'killed';

describe(`kill -9 of any process, ${ROUNDS} times under load`, () => {
  let topology: Topology;
  before(async () => {
    topology = await startTopology(topologyKind());
  });
  after(() => topology.stop());

  const get = async (path: string): Promise<Json> => {
    const answer = await fetch(`${topology.httpUrl}/api/v1${path}`, { headers: { 'x-svc-api-key': topology.apiKey } });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return JSON.parse(text) as Json;
  };

  const storedBodies = async (project: string): Promise<string[]> => {
    const bodies: string[] = [];
    let cursor = '';
    do {
      const page = await get(
        `/logs?project_id=${project}&service=${SERVICE}&limit=1000&sort=timestamp_asc${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      bodies.push(...[...(page['logs'] as Json[])].map(({ body }) => body as string));
      cursor = page['pagination']?.['next_cursor'] ?? '';
    } while (cursor !== '');
    return bodies;
  };

  it('loses nothing that was acknowledged and doubles nothing', async () => {
    const { projects } = await get('/projects');
    const project = projects?.[0]?.['id'] as unknown as string;
    const senders = ['a', 'b', 'c'].map((name) => new Sender(name, SERVICE, topology.ingestUrl, topology.apiKey));
    for (const sender of senders) sender.start();
    const names = [...topology.processes.keys()].filter((name) =>
      ['standalone', 'ingest', 'gateway', 'query'].includes(name),
    );
    for (let round = 0; round < ROUNDS; round++) {
      // The moment is what varies between rounds and runs; nothing is awaited by it.
      await pause(200 + Math.random() * 800);
      const victim = topology.processes.get(names[round % names.length] ?? '');
      await victim?.kill();
      victim?.start();
      await topology.ready();
    }
    for (const sender of senders) await sender.stop();
    assert.deepEqual(
      senders.flatMap(({ failures }) => failures),
      [],
    );

    const expected = senders.flatMap(({ acknowledged }) => acknowledged).sort();
    assert.ok(expected.length > ROUNDS * 10, `only ${expected.length} records were acknowledged`);
    await eventually(
      'everything acknowledged is stored',
      async () => (await storedBodies(project)).length >= expected.length,
      { timeoutMs: 30_000, everyMs: 500 },
    );
    assert.deepEqual((await storedBodies(project)).sort(), expected);
  });
});
