import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError, unavailable } from '@svc/errors';
import type { Admin, KafkaJSProtocolError } from 'kafkajs';

/** Pauses before another attempt in milliseconds: an election of leaders takes about a second. */
const PAUSES_MS: readonly number[] = [100, 200, 400, 800, 1_600];

/**
 * The client library asked the brokers about fewer partitions than there are, and answers without the others. It does so while another
 * question replaces what it knows about topics.
 */
class PartitionsLeftOut extends Error {
  constructor() {
    super('the client left partitions out');
  }
}

/**
 * What the client answers about the partitions of a topic, all of them: to take one that was left out for one without a position would
 * deliver it again from its start.
 * @param partitions how many the topic has.
 * @throws PartitionsLeftOut, after which `AdminSource.use` asks again.
 */
export async function ofAll<T>(asked: Promise<readonly T[] | undefined>, partitions: number): Promise<readonly T[]> {
  const answers = await asked.catch((error: unknown) => {
    // Some questions about no partitions fail inside the library, which takes something out of an empty list.
    if (error instanceof TypeError) throw new PartitionsLeftOut();
    throw error;
  });
  if (!answers || answers.length < partitions) throw new PartitionsLeftOut();
  return answers;
}

/** One admin connection, opened on first use and reopened after a failure. */
export class AdminSource {
  private current: Promise<Admin> | undefined;
  private isClosed = false;

  constructor(private readonly create: () => Admin) {}

  /**
   * Runs an action that may be repeated. It is, with the brokers' new metadata, while they answer that a partition has another leader or
   * none yet: the client library gives up on that at once. It is also repeated when the client left partitions out. Reports every failure
   * as `unavailable`, except our own ServiceErrors.
   */
  async use<T>(action: (admin: Admin) => Promise<T>): Promise<T> {
    for (let failures = 0; ; failures++) {
      if (this.isClosed) throw unavailable(new Error('the connection was closed'));
      const current = (this.current ??= this.connect());
      try {
        return await action(await current);
      } catch (error) {
        if (error instanceof ServiceError) throw error;
        if (!(error instanceof PartitionsLeftOut)) this.discard(current);
        const pauseMs = isPassing(error) ? PAUSES_MS[failures] : undefined;
        if (pauseMs === undefined) throw unavailable(error);
        await pause(pauseMs);
      }
    }
  }

  /** Nothing connects again afterwards: an action that waits to be repeated fails. */
  async close(): Promise<void> {
    this.isClosed = true;
    const admin = await this.current?.catch(() => undefined);
    await admin?.disconnect().catch(() => undefined);
  }

  private discard(current: Promise<Admin>): void {
    if (this.current === current) this.current = undefined;
    void current.then((admin) => admin.disconnect()).catch(() => undefined);
  }

  private async connect(): Promise<Admin> {
    const admin = this.create();
    await admin.connect();
    return admin;
  }
}

/** The classes of the library's errors are no named exports for modules. */
const isPassing = (error: unknown): boolean =>
  error instanceof PartitionsLeftOut ||
  (error instanceof Error && error.name === 'KafkaJSProtocolError' && (error as KafkaJSProtocolError).retriable);
