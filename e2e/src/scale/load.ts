import assert from 'node:assert/strict';
import { eventually, type Topology } from '@svc/testing';
import { Delivery } from '../crash/delivery.js';
import { assertExactlyOnce, drained, type Account } from '../crash/ledger.js';
import { assertLinked, defaultProject } from '../crash/people.js';
import { ITEMS, Sender, type SenderOptions } from '../crash/sender.js';
import { numberedRequest, SERVICE } from '../crash/telemetry.js';
import { seededRandom } from '../random.js';
import { Balancer } from './balancer.js';
import { RestLoad } from './rest-load.js';
import { TAILED, TailLoad } from './tail-load.js';

/** A steady rate, far below the capacity of two cores: the tests check the fate of the requests. */
const PAUSE_MS = 200;
const SENDERS: readonly SenderOptions[] = [
  { name: 'logs-json', signal: 'logs', encoding: 'json' },
  { name: 'logs-grpc', signal: 'logs', encoding: 'grpc' },
  { name: 'traces-grpc', signal: 'traces', encoding: 'grpc' },
  { name: 'traces-protobuf-gzip', signal: 'traces', encoding: 'protobuf+gzip' },
  { name: 'metrics-json', signal: 'metrics', encoding: 'json' },
  { name: 'events-json', signal: 'events', encoding: 'json' },
];

/** A load of all signals, of reads and writes over REST and of a live tail, whose items are counted one by one at the end. */
export class Load {
  /** Further log records that were acknowledged. */
  readonly witnesses: string[] = [];
  readonly #senders: readonly { readonly options: SenderOptions; readonly sender: Sender }[];

  private constructor(
    private readonly topology: Topology,
    readonly delivery: Delivery,
    readonly rest: RestLoad,
    readonly tail: TailLoad,
    private readonly balancers: readonly Balancer[],
    seed: number,
  ) {
    this.#senders = SENDERS.map((options, i) => ({
      options,
      sender: new Sender({ ...options, pauseMs: PAUSE_MS }, delivery, seededRandom(seed + i)),
    }));
  }

  static async start(topology: Topology, seed: number): Promise<Load> {
    const project = await eventually('the project is known', async () => (await defaultProject(topology)) || false);
    const first = await sendFirst(topology);
    const gateways = new Balancer(topology.gateways);
    const ingests = new Balancer(topology.ingests.map(({ url }) => url));
    const delivery = new Delivery(topology.ingests, topology.apiKey, () => ingests.next());
    const chooseUrl = (): string => gateways.nextUrl();
    const query = `project_id=${project}&service=${SERVICE}&${TAILED}`;
    const tail = new TailLoad(delivery, { key: topology.apiKey, query, chooseUrl });
    const load = new Load(
      topology,
      delivery,
      new RestLoad(chooseUrl, topology.apiKey, project),
      tail,
      [gateways, ingests],
      seed,
    );
    load.witnesses.push(...first);
    load.rest.start();
    for (const { sender } of load.#senders) sender.start();
    return load;
  }

  /** Waits until everything works: every sender has something acknowledged, lines are shown, and reads are answered. */
  async progresses(): Promise<void> {
    const figures = (): number[] => [
      ...this.#senders.map(({ sender }) => sender.acknowledged.length),
      this.tail.watcher.seen.length,
      this.rest.client.outcomes.get('200') ?? 0,
      this.rest.created.length,
    ];
    const before = figures();
    await eventually('every part of the load goes on', () => figures().every((now, i) => now > (before[i] ?? 0)));
  }

  /** Finishes all requests and verifies the result: nothing is lost, nothing duplicated, nothing answered wrongly. */
  async finish(): Promise<void> {
    const { topology, rest, tail } = this;
    await Promise.all([...this.#senders.map(({ sender }) => sender.stop()), rest.stop(), tail.finish()]);
    console.info(JSON.stringify({ rest: Object.fromEntries(rest.client.outcomes) }));
    console.info(JSON.stringify({ ingestion: Object.fromEntries(this.delivery.outcomes) }));
    assert.deepEqual([...rest.client.wrong, ...this.#senders.flatMap(({ sender }) => sender.failures)], []);
    assert.deepEqual(await rest.miscounted(), []);
    await drained(topology);
    const people = this.#senders.flatMap(({ options, sender }) =>
      options.signal === 'events' ? sender.acknowledged.filter((_, i) => i % ITEMS === 0) : [],
    );
    await assertLinked(topology, people);
    await this.end();
    await assertExactlyOnce(topology, this.#accounts());
  }

  /** Ends the load wherever it is; for a test that fails. */
  async end(): Promise<void> {
    await Promise.all([
      ...this.#senders.map(({ sender }) => sender.abandon()),
      this.rest.stop(),
      this.tail.abandon(),
      ...this.balancers.map((balancer) => balancer.stop()),
    ]);
    this.delivery.close();
  }

  #accounts(): Account[] {
    const { sent, acknowledged } = this.tail;
    const known = new Set(acknowledged);
    return [
      ...this.#senders.map(({ options: { signal }, sender: { acknowledged, unacknowledged } }) => ({
        signal,
        acknowledged,
        unacknowledged,
      })),
      { signal: 'logs', acknowledged: this.witnesses, unacknowledged: [] },
      { signal: 'logs', acknowledged, unacknowledged: sent.filter((key) => !known.has(key)) },
    ];
  }
}

/** The event log has no topic before something arrives, and a tail needs one. Returns the keys of the sent records. */
async function sendFirst({ ingests, apiKey }: Topology): Promise<readonly string[]> {
  const delivery = new Delivery(ingests, apiKey);
  const { body, keys } = numberedRequest('logs', 'first', 0, { count: 1 });
  const bytes = Delivery.encode('logs', body, 'json');
  const send = () => delivery.send(0, 'logs', 'json', bytes, 10_000);
  await eventually('the first request is acknowledged', async () => (await send()) === 'acknowledged');
  delivery.close();
  return keys;
}
