import type { KeyRing } from '@svc/encryption';
import { releaseWhole } from '@svc/otlp';
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
import type { DataKeys } from './data-keys.js';

/** The header with the ID of the key of the ring that sealed the value of a record, */
const RING_HEADER = 'sealed';
/** or with the ID of the data key. */
const DATA_KEY_HEADER = 'sealed_for';
const ERASED = new Uint8Array(0);

/**
 * An event log whose values are encrypted: with the data key of the record, or with the key ring. Each is sealed for its topic, key and
 * headers, so that no value can be put in the place of another. Values that were appended without encryption are still read.
 */
export class SealedEventLog implements EventLog {
  /** @param keyRing values without a data key are not encrypted if it is undefined. */
  constructor(
    private readonly log: EventLog,
    private readonly keyRing: KeyRing | undefined,
    private readonly dataKeys: DataKeys,
  ) {}

  async append(topic: string, { dataKey, ...record }: ProducerRecord): Promise<{ partition: number; offset: number }> {
    const { key, headers, value } = record;
    const keys = dataKey ? this.dataKeys.open(dataKey) : this.keyRing;
    if (!keys) return this.log.append(topic, record);
    const seal: Record<string, string> = dataKey
      ? { [DATA_KEY_HEADER]: dataKey.id }
      : { [RING_HEADER]: keys.currentKeyId };
    const sealed = await keys.sealBytes(value, toPlace(topic, key, headers));
    const appended = await this.log.append(topic, { key, headers: { ...headers, ...seal }, value: sealed });
    // Only after success: an append that failed may still be under way.
    releaseWhole(sealed);
    return appended;
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

  ensureTopic(topic: string): Promise<void> {
    return this.log.ensureTopic(topic);
  }

  check(): Promise<void> {
    return this.log.check();
  }

  close(): Promise<void> {
    return this.log.close();
  }

  /** @throws Error if a key is missing or a record was changed: skipping it would lose acknowledged data. */
  async #openAll(topic: string, records: readonly ConsumerRecord[]): Promise<ConsumerRecord[]> {
    const ids = new Set(records.flatMap(({ headers }) => headers[DATA_KEY_HEADER] ?? []));
    const dataKeys = await this.dataKeys.find(ids);
    const opened: ConsumerRecord[] = [];
    for (const record of records) opened.push(await this.#open(topic, record, dataKeys));
    return opened;
  }

  async #open(
    topic: string,
    record: ConsumerRecord,
    dataKeys: ReadonlyMap<string, KeyRing | null>,
  ): Promise<ConsumerRecord> {
    const { [RING_HEADER]: ringKeyId, [DATA_KEY_HEADER]: dataKeyId, ...headers } = record.headers;
    if (ringKeyId === undefined && dataKeyId === undefined) return record;
    const keys = dataKeyId === undefined ? this.keyRing : dataKeys.get(dataKeyId);
    if (keys === null) return { ...record, headers, value: ERASED, isErased: true };
    if (!keys) throw new Error(`record ${record.offset} is encrypted, and SVC_EVENT_LOG_KEYS is not set`);
    const value = await keys.openBytes(
      record.value,
      ringKeyId ?? keys.currentKeyId,
      toPlace(topic, record.key, headers),
    );
    releaseWhole(record.value);
    return { ...record, headers, value };
  }
}

/** Removes the seals for the look-back, which reads only the headers; these are stored unchanged. */
function withoutSeals<Options extends { readonly lookBack?: LookBack }>(options: Options): Options {
  const { lookBack } = options;
  if (!lookBack) return options;
  return {
    ...options,
    lookBack: {
      ms: lookBack.ms,
      reset: (partition) => lookBack.reset(partition),
      observe(partition, { headers: { [RING_HEADER]: _ring, [DATA_KEY_HEADER]: _dataKey, ...headers }, ...record }) {
        lookBack.observe(partition, { ...record, headers });
      },
    } satisfies LookBack,
  };
}

function toPlace(topic: string, key: string, headers: Readonly<Record<string, string>>): string {
  return JSON.stringify([topic, key, Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1))]);
}
