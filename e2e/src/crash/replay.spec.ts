import assert from 'node:assert/strict';
import { eventually, pace, type Topology } from '@svc/testing';
import type { Json } from '../api.js';
import { byEffort } from '../effort.js';
import { chooseSeed, seededRandom } from '../random.js';
import { startTopology, topologyKind } from '../topology.js';
import { askIfAnswers } from './errors-to-alert.js';
import { DirectoryObjects } from './stored-objects.js';
import { firstProject } from './watched-export.js';

const KILLS = byEffort(4, 20);
/** Processes that a chunk passes on its way to the index, and the one that opens its session. */
const VICTIMS = topologyKind() === 'standalone' ? ['standalone'] : ['ingest', 'gateway'];
const PLACES = ['s1 w1', 's1 w2', 's2 w1', 's3 w1'] as const;
const EVENTS = 5;
/** Between two chunks of a window, and between two attempts at one, in milliseconds. */
const PAUSE_MS = 50;
/** Between two kills, at most. */
const LIFE_MS = 2_000;

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** A window that sends chunks one after the other, each until it is acknowledged. */
class RecordedWindow {
  readonly session: string;
  readonly window: string;
  #isStopping = false;
  /** Chunks that were acknowledged. */
  chunks = 0;
  readonly refusals: string[] = [];

  constructor(
    place: (typeof PLACES)[number],
    private readonly topology: Topology,
  ) {
    [this.session = '', this.window = ''] = place.split(' ');
  }

  /** The marks of all events that were acknowledged, in their order. */
  get marks(): string[] {
    return Array.from({ length: this.chunks * EVENTS }, (_, nth) => this.#mark(Math.floor(nth / EVENTS), nth % EVENTS));
  }

  stop(): void {
    this.#isStopping = true;
  }

  async run(): Promise<void> {
    while (!this.#isStopping) {
      const body = this.#chunk(this.chunks);
      while (!(await this.#isAccepted(body))) await pace(PAUSE_MS);
      this.chunks++;
      await pace(PAUSE_MS);
    }
  }

  #mark(seq: number, event: number): string {
    return `${this.window} chunk ${seq} event ${event}`;
  }

  #chunk(seq: number): string {
    const timestamp = Date.now();
    const page = { id: 1, type: 0, childNodes: [{ id: 2, type: 2, tagName: 'html', attributes: {}, childNodes: [] }] };
    const first = [
      { type: 4, timestamp, data: { href: 'https://shop.example/', width: 800, height: 600 } },
      { type: 2, timestamp, data: { node: page, initialOffset: { top: 0, left: 0 } } },
    ];
    const marked = Array.from({ length: EVENTS }, (_, event) => ({
      type: 5,
      timestamp: timestamp + event,
      data: { tag: 'mark', payload: { mark: this.#mark(seq, event) } },
    }));
    return JSON.stringify({
      session_id: this.session,
      window_id: this.window,
      distinct_id: 'ada',
      seq,
      sent_at: new Date(timestamp).toISOString(),
      sdk: 'test',
      url: 'https://shop.example/',
      events: [...(seq === 0 ? first : []), ...marked],
    });
  }

  async #isAccepted(body: string): Promise<boolean> {
    const { ingestUrl, apiKey } = this.topology;
    try {
      const headers = { 'x-svc-api-key': apiKey };
      const answer = await fetch(`${ingestUrl}/api/v1/replay`, { method: 'POST', headers, body });
      const { accepted } = (await answer.json()) as { accepted?: number };
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) this.refusals.push(`${answer.status}`);
      return answer.status === 200 && (accepted ?? 0) >= EVENTS;
    } catch {
      // The process is gone; a chunk may be durable all the same.
      return false;
    }
  }
}

const seed = chooseSeed();

describe(`${KILLS} kills of the processes that take recordings (seed ${seed})`, () => {
  let topology: Topology;
  let project: string;
  beforeAll(async () => {
    topology = await startTopology(topologyKind());
    project = await firstProject(topology);
  });
  afterAll(() => topology.stop());

  /** The marks of all events of a recording, in the order of the service. */
  const readMarks = async (path: string): Promise<string[]> => {
    const marks: string[] = [];
    let cursor = '';
    do {
      const next = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const page = await eventually('a page of events', () => askIfAnswers(topology)('GET', path + next));
      marks.push(...listOf(page['events']).map(({ event }) => String(event?.['data']?.['payload']?.['mark'] ?? '')));
      cursor = String(page['next_cursor'] ?? '');
    } while (cursor !== '');
    return marks;
  };

  it('stores each acknowledged event once, and deletes every object', async () => {
    const random = seededRandom(seed);
    const ask = askIfAnswers(topology);
    const windows = PLACES.map((place) => new RecordedWindow(place, topology));
    const running = Promise.all(windows.map((window) => window.run()));
    for (let kill = 0; kill < KILLS; kill++) {
      const before = windows.map(({ chunks }) => chunks);
      await eventually('chunks are acknowledged between kills', () =>
        windows.every(({ chunks }, index) => chunks > (before[index] ?? 0)),
      );
      await pace(random() * LIFE_MS);
      const victim = topology.processes.get(VICTIMS[kill % VICTIMS.length] ?? '');
      assert.ok(victim, 'there is a process to kill');
      await victim.kill();
      victim.start();
      await topology.processReady(victim.name);
    }
    for (const window of windows) window.stop();
    await running;
    assert.deepEqual(
      windows.flatMap(({ refusals }) => refusals),
      [],
    );

    for (const [session, ofSession] of Map.groupBy(windows, (window) => window.session)) {
      const expected = ofSession.map(({ window, chunks }) => `${window}: ${chunks}`);
      const details = await eventually(`all chunks of ${session} are indexed`, async () => {
        const found = await ask('GET', `/replay/${session}?project_id=${project}`);
        const indexed = listOf(found?.['windows']).map(
          (each) => `${String(each['window_id'])}: ${Number(each['chunk_count'])}`,
        );
        return indexed.toSorted().join() === expected.join() && found;
      });
      assert.deepEqual(listOf(details['warnings']), []);
      const read = await readMarks(`/replay/${session}/snapshots?project_id=${project}&limit=5000`);
      for (const { window, marks } of ofSession)
        assert.deepEqual(
          read.filter((mark) => mark.startsWith(`${window} `)),
          marks,
        );
    }

    const objects = new DirectoryObjects(topology);
    assert.ok((await objects.list('replay/')).length > 0);
    for (const session of new Set(windows.map((window) => window.session))) {
      const { status } = await fetch(`${topology.httpUrl}/api/v1/replay/${session}?project_id=${project}`, {
        method: 'DELETE',
        headers: { 'x-svc-api-key': topology.apiKey },
      });
      assert.equal(status, 204);
    }
    await eventually('no object is left', async () => (await objects.list('replay/')).length === 0);
  });
});
