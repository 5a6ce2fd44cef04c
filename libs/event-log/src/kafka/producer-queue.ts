import { unavailable } from '@svc/service-error';
import { CompressionTypes, type Message, type Producer } from 'kafkajs';

/** Maximum bytes of values in one request after the first value, so that a record batch stays within the limit of the topic. */
const MAX_GROUP_BYTES = 4 * 1024 * 1024;
/** The client encodes a request in one turn of the event loop, and a record with its headers takes some 30 us. */
const MAX_GROUP_RECORDS = 200;

interface Pending {
  readonly message: Message & { partition: number; value: Buffer };
  readonly resolve: (offset: number) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends the records of one topic, one request at a time in the order of the calls; records that arrive in the meantime form the next
 * request. A second concurrent request could overtake the first after a retry.
 */
export class ProducerQueue {
  private readonly queue: Pending[] = [];
  private sending: Promise<void> | undefined;

  constructor(
    private readonly topic: string,
    private readonly producers: ProducerSource,
  ) {}

  append(message: Pending['message']): Promise<number> {
    return new Promise((resolve, reject) => {
      this.queue.push({ message, resolve, reject });
      this.sending ??= this.#drain();
    });
  }

  /** Resolves when nothing is left to send. */
  async idle(): Promise<void> {
    await this.sending;
  }

  async #drain(): Promise<void> {
    // The calls of one turn of the event loop are sent together.
    await Promise.resolve();
    while (this.queue.length > 0) await this.#send(this.#takeGroup());
    this.sending = undefined;
  }

  #takeGroup(): Pending[] {
    let bytes = 0;
    let count = 0;
    while (count < this.queue.length && count < MAX_GROUP_RECORDS) {
      bytes += this.queue[count]?.message.value.byteLength ?? 0;
      if (count > 0 && bytes > MAX_GROUP_BYTES) break;
      count++;
    }
    return this.queue.splice(0, count);
  }

  async #send(group: readonly Pending[]): Promise<void> {
    let producer: Producer | undefined;
    try {
      producer = await this.producers.get();
      const answers = await producer.send({
        topic: this.topic,
        acks: -1,
        compression: CompressionTypes.None,
        messages: group.map(({ message }) => message),
      });
      const next = new Map(answers.map(({ partition, baseOffset }) => [partition, Number(baseOffset)]));
      for (const { message, resolve, reject } of group) {
        const offset = next.get(message.partition);
        if (offset === undefined) {
          reject(unavailable(new Error('the broker did not confirm a partition')));
          continue;
        }
        next.set(message.partition, offset + 1);
        resolve(offset);
      }
    } catch (error) {
      if (producer) this.producers.discard(producer);
      for (const { reject } of group) reject(unavailable(error));
    }
  }
}

/**
 * The idempotent producer, whose sequence numbers let the broker drop duplicates of internal retries. After a failure the
 * numbers of client and broker may differ permanently, so the producer is discarded and the next send starts with a new one.
 */
export class ProducerSource {
  private current: Promise<Producer> | undefined;

  constructor(private readonly create: () => Producer) {}

  get(): Promise<Producer> {
    this.current ??= this.#connect();
    return this.current;
  }

  discard(producer: Producer): void {
    const current = this.current;
    void current?.then((known) => {
      if (known === producer && this.current === current) this.current = undefined;
    });
    producer.disconnect().catch(() => undefined);
  }

  async close(): Promise<void> {
    const producer = await this.current?.catch(() => undefined);
    await producer?.disconnect().catch(() => undefined);
  }

  async #connect(): Promise<Producer> {
    const producer = this.create();
    try {
      await producer.connect();
      return producer;
    } catch (error) {
      this.current = undefined;
      producer.disconnect().catch(() => undefined);
      throw error;
    }
  }
}
