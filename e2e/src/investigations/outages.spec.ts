import assert from 'node:assert/strict';
import { eventually, startStandalone, type Topology } from '@svc/testing';
import { send, stageOutages, type StagedOutage } from '@svc/testing/outages';

/** Little, as twelve projects get it: with fewer requests the baseline of a service has too few of them. */
const VOLUME = { perMinute: 18, minutesBefore: 20, minutesAfter: 12 };
const SEED = 4;

interface Investigation {
  readonly id: string;
  readonly status: string;
  readonly conclusion?: { readonly level: string; readonly text: string };
  readonly hypotheses?: readonly { readonly cause: { readonly name: string }; readonly score: number }[];
}

interface Judged {
  readonly name: string;
  readonly causes: readonly (readonly string[])[];
  readonly level: string | undefined;
  /** Possible causes, the most probable first. */
  readonly found: readonly string[];
}

/** `node bench/dist/investigations/outages.js` measures more seeds. */
describe('investigations of seeded outages, each with what misleads', () => {
  let topology: Topology;
  const judged: Judged[] = [];
  beforeAll(async () => {
    topology = await startStandalone({ movableClock: true });
    for await (const staged of stageOutages(topology, SEED, VOLUME)) judged.push(await judge(staged));
  });
  afterAll(() => topology.stop());

  const shown = (): string =>
    JSON.stringify(
      judged.map((one) => ({ ...one, found: one.found.slice(0, 4) })),
      undefined,
      1,
    );
  const isAmong = (names: readonly string[], found: readonly string[]): boolean =>
    found.some((name) => names.includes(name));
  const outages = (): Judged[] => judged.filter(({ causes }) => causes.length > 0);

  it('name each cause among the first three', () => {
    assert.equal(outages().length, 9);
    for (const { causes, found } of outages())
      for (const names of causes) assert.ok(isAmong(names, found.slice(0, 3)), shown());
  });

  it('name the cause first in eight of ten, and none where nothing is wrong', () => {
    const first = outages().filter(({ causes, found }) => causes.some((names) => isAmong(names, found.slice(0, 1))));
    const quiet = judged.filter(({ causes }) => causes.length === 0);
    assert.deepEqual(
      quiet.map(({ name, level }) => [name, level]),
      [
        ['nothing', 'inconclusive'],
        ['a seasonal peak', 'inconclusive'],
        ['growth', 'inconclusive'],
      ],
      shown(),
    );
    // That nothing is wrong, in three forms, is the tenth.
    assert.ok(first.length + 1 >= 8, shown());
  });
});

async function judge({ outage: { name, causes, question }, projectId, topology }: StagedOutage): Promise<Judged> {
  const body = { question, project_id: projectId };
  const { id } = await send<Investigation>(topology, 'POST', '/investigations', body);
  const done = await eventually('the investigation is over', async () => {
    const read = await send<Investigation>(topology, 'GET', `/investigations/${id}?project_id=${projectId}`);
    return !['queued', 'running'].includes(read.status) && read;
  });
  assert.equal(done.status, 'completed');
  const ranked = [...(done.hypotheses ?? [])].sort((a, b) => b.score - a.score);
  return { name, causes, level: done.conclusion?.level, found: ranked.map(({ cause }) => cause.name) };
}
