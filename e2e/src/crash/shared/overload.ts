import assert from 'node:assert/strict';
import { Client, credentials, Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { pace, type Topology } from '@svc/testing';
import { Delivery } from '../delivery.js';
import { assertExactlyOnce, drained } from '../ledger.js';
import { numberedRequest } from '../telemetry.js';
import type { SharedService } from './shared-service.js';

const MIB = 1024 * 1024;
/** One project gets half of it: room for one or two of the requests below, far less than all clients send together. */
const IN_FLIGHT_BYTES = 4 * MIB;
export const OVERLOAD_SETTINGS = { SVC_INGEST_MAX_IN_FLIGHT_BYTES: String(IN_FLIGHT_BYTES) };
const CLIENTS = 12;
const REQUESTS_PER_CLIENT = 3;
const ATTEMPTS = 400;
const SERVICE = 'overload';
/** A request of about 400 KB that expands to 800 KB. */
const LARGE = { count: 200, padding: 4000, service: SERVICE };
const EXPORT_LOGS = '/opentelemetry.proto.collector.logs.v1.LogsService/Export';

interface Answer {
  /** `unavailable`: the log did not accept the record in time, which can happen to a broker on a busy machine; senders retry. */
  readonly outcome: 'acknowledged' | 'refused' | 'unavailable' | 'other';
  readonly tellsWhen: boolean;
  readonly text: string;
}

const HTTP_OUTCOMES: ReadonlyMap<number, Answer['outcome']> = new Map([
  [429, 'refused'],
  [503, 'unavailable'],
]);
const GRPC_OUTCOMES: ReadonlyMap<number, Answer['outcome']> = new Map([
  [status.RESOURCE_EXHAUSTED, 'refused'],
  [status.UNAVAILABLE, 'unavailable'],
]);

export function overload(service: SharedService): void {
  describe('traffic beyond the limit of bytes in flight', () => {
    let topology: Topology;
    let key: string;
    let grpc: Client;
    beforeAll(async () => {
      ({ key } = await service.begin({ ingest: OVERLOAD_SETTINGS }));
      topology = service.topology;
      grpc = new Client(topology.otlpGrpcAddress, credentials.createInsecure());
    });
    afterAll(() => grpc.close());

    const post = async (body: Buffer): Promise<Answer> => {
      const answer = await fetch(`${topology.ingestUrl}/v1/logs`, {
        method: 'POST',
        headers: {
          'x-svc-api-key': key,
          'content-type': 'application/x-protobuf',
          'content-encoding': 'gzip',
        },
        body: new Uint8Array(body),
      });
      const text = `${answer.status} ${await answer.text()}`;
      const tellsWhen = /^\d+$/.test(answer.headers.get('retry-after') ?? '');
      if (answer.status === 200) return { outcome: 'acknowledged', tellsWhen, text };
      return { outcome: HTTP_OUTCOMES.get(answer.status) ?? 'other', tellsWhen, text };
    };

    const call = (body: Buffer): Promise<Answer> => {
      const metadata = new Metadata();
      metadata.set('x-svc-api-key', key);
      const identity = (bytes: Buffer): Buffer => bytes;
      return new Promise((resolve) =>
        grpc.makeUnaryRequest(EXPORT_LOGS, identity, identity, body, metadata, (error: ServiceError | null) => {
          if (!error) return resolve({ outcome: 'acknowledged', tellsWhen: false, text: '' });
          const [details] = error.metadata.get('grpc-status-details-bin');
          resolve({
            outcome: GRPC_OUTCOMES.get(error.code) ?? 'other',
            tellsWhen: Buffer.isBuffer(details) && details.includes('google.rpc.RetryInfo'),
            text: error.message,
          });
        }),
      );
    };

    it('refuses traffic beyond the limit with 429 or RESOURCE_EXHAUSTED and a delay, and stores acknowledged data once', async () => {
      const acknowledged: string[] = [];
      const answers: Answer[] = [];
      const run = async (client: number): Promise<void> => {
        const overGrpc = client % 3 === 0;
        for (let i = 0; i < REQUESTS_PER_CLIENT; i++) {
          const { body, keys } = numberedRequest('logs', `client-${client}`, i * LARGE.count, LARGE);
          const bytes = Delivery.encode('logs', body, overGrpc ? 'grpc' : 'protobuf+gzip');
          for (let attempt = 0; ; attempt++) {
            const answer = await (overGrpc ? call(bytes) : post(bytes));
            answers.push(answer);
            if (answer.outcome === 'acknowledged') break;
            assert.ok(attempt < ATTEMPTS, `a client got through: ${answer.text}`);
            // Retries sooner than requested, so that there is always too much traffic.
            await pace(50 + 20 * client);
          }
          acknowledged.push(...keys);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, (_, client) => run(client)));

      const refused = answers.filter(({ outcome }) => outcome === 'refused');
      console.info(`${answers.length} answers, ${refused.length} of them refusals`);
      assert.deepEqual(
        answers.filter(({ outcome }) => outcome === 'other'),
        [],
      );
      assert.ok(refused.length > 0, 'there was too much');
      assert.deepEqual(
        answers.filter(({ outcome, tellsWhen }) => outcome !== 'acknowledged' && !tellsWhen),
        [],
      );

      // The next request is accepted without intervention.
      const { body, keys } = numberedRequest('logs', 'afterwards', 0, { count: 1, service: SERVICE });
      assert.equal((await post(Delivery.encode('logs', body, 'protobuf+gzip'))).outcome, 'acknowledged');
      await drained(topology);
      const account = { signal: 'logs', acknowledged: [...acknowledged, ...keys], unacknowledged: [] } as const;
      service.inspectAtEnd('traffic beyond the limit is stored once', () =>
        assertExactlyOnce(topology, [account], SERVICE),
      );
    });
  });
}
