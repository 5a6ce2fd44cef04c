import type { KeyRing } from '@svc/encryption';
import type {
  BatchHandler,
  Consumer,
  ConsumerOptions,
  ConsumerRecord,
  EventLog,
  FollowOptions,
  LogSlice,
  LookBack,
  PartitionLag,
  PartitionPosition,
  ProducerRecord,
} from '../port.js';

/** The header with the ID of the key that sealed the value of a record. */
export const SEALED_HEADER = 'sealed';

/**
 * An event log whose values are encrypted. Each is sealed for its topic, key and headers, so that no value can be put in the place of
 * another. Values that were appended without encryption are still read.
 */
export class SealedEventLog implements EventLog {
  constructor(
    private readonly log: EventLog,
    private readonly keyRing: KeyRing,
  ) {}

  async append(topic: string, { key, headers, value }: ProducerRecord): Promise<{ partition: number; offset: number }> {
    const sealed = await this.keyRing.sealBytes(value, toPlace(topic, key, headers));
    return this.log.append(topic, {
      key,
      headers: { ...headers, [SEALED_HEADER]: this.keyRing.currentKeyId },
      value: sealed,
    });
  }

  consume(options: ConsumerOptions, handler: BatchHandler): Promise<Consumer> {
    return this.log.consume(withoutSeals(options), async (batch, signal) => {
      await handler({ ...batch, records: await this.#openAll(batch.topic, batch.records) }, signal);
    });
  }

  async *follow(options: FollowOptions): AsyncIterable<LogSlice> {
    for await (const { partition, records } of this.log.follow(withoutSeals(options)))
      yield { partition, records: await this.#openAll(options.topic, records) };
  }

  lag(topic: string, group: string): Promise<readonly PartitionLag[]> {
    return this.log.lag(topic, group);
  }

  positions(topic: string): Promise<readonly PartitionPosition[]> {
    return this.log.positions(topic);
  }

  check(): Promise<void> {
    return this.log.check();
  }

  close(): Promise<void> {
    return this.log.close();
  }

  /** @throws Error if the key is missing or the record was changed: skipping it would lose acknowledged data. */
  async #openAll(topic: string, records: readonly ConsumerRecord[]): Promise<ConsumerRecord[]> {
    const opened: ConsumerRecord[] = [];
    for (const record of records) {
      const { [SEALED_HEADER]: keyId, ...headers } = record.headers;
      if (keyId === undefined) opened.push(record);
      else {
        const value = await this.keyRing.openBytes(record.value, keyId, toPlace(topic, record.key, headers));
        opened.push({ ...record, headers, value });
      }
    }
    return opened;
  }
}

/** What looks back at earlier records sees only their headers, which are those that were appended. */
function withoutSeals<Options extends { readonly lookBack?: LookBack }>(options: Options): Options {
  const { lookBack } = options;
  if (!lookBack) return options;
  return {
    ...options,
    lookBack: {
      ms: lookBack.ms,
      reset: (partition) => lookBack.reset(partition),
      observe(partition, { headers: { [SEALED_HEADER]: _, ...headers }, ...record }) {
        lookBack.observe(partition, { ...record, headers });
      },
    } satisfies LookBack,
  };
}

function toPlace(topic: string, key: string, headers: Readonly<Record<string, string>>): string {
  return JSON.stringify([topic, key, Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1))]);
}
