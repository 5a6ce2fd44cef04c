import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError, unavailable } from '@svc/service-error';
import type { Admin, KafkaJSAggregateError, KafkaJSProtocolError } from 'kafkajs';

/** Pauses before another attempt in milliseconds: an election of leaders takes about a second. */
const PAUSES_MS: readonly number[] = [100, 200, 400, 800, 1_600];

/**
 * The response of the client library lacks partitions of the topic. It requests only those in its metadata, which a concurrent request may
 * just have replaced with that of other topics.
 */
class PartitionsLeftOut extends Error {
  constructor() {
    super('the client library left out partitions');
  }
}

/**
 * A response about every partition of a topic. A partition that is missing from it must not be taken for one without a committed position:
 * it would be delivered again from its start.
 * @param partitions number of partitions of the topic.
 * @throws PartitionsLeftOut, after which `AdminSource.use` repeats the action.
 */
export async function ofAll<T>(request: Promise<readonly T[] | undefined>, partitions: number): Promise<readonly T[]> {
  const answers = await request.catch((error: unknown) => {
    // If there are no partitions to request, some methods of the library destructure an element of an empty list.
    if (error instanceof TypeError) throw new PartitionsLeftOut();
    throw error;
  });
  if (!answers || answers.length < partitions) throw new PartitionsLeftOut();
  return answers;
}

/** A connection, and the number of actions that use it. */
interface Connection {
  readonly admin: Promise<Admin>;
  actions: number;
}

/** One admin connection, opened on first use. A failure has it replaced; it is closed when the last action that uses it has ended. */
export class AdminSource {
  private current: Connection | undefined;
  private readonly connections = new Set<Connection>();
  private isClosed = false;

  constructor(private readonly create: () => Admin) {}

  /**
   * Runs an action that may be repeated. It is, with the brokers' new metadata, while they answer that a partition has another leader or
   * none yet: the client library gives up on that at once. It also repeats an action whose response lacks partitions. Reports every failure
   * as `unavailable`, except our own ServiceErrors.
   */
  async use<T>(action: (admin: Admin) => Promise<T>): Promise<T> {
    for (let failures = 0; ; failures++) {
      if (this.isClosed) throw unavailable(new Error('the connection was closed'));
      const connection = (this.current ??= this.#connect());
      connection.actions += 1;
      try {
        return await action(await connection.admin);
      } catch (error) {
        if (error instanceof ServiceError) throw error;
        if (!(error instanceof PartitionsLeftOut) && this.current === connection) this.current = undefined;
        const pauseMs = isPassing(error) ? PAUSES_MS[failures] : undefined;
        if (pauseMs === undefined) throw unavailable(error);
        await pause(pauseMs);
      } finally {
        connection.actions -= 1;
        if (connection.actions === 0 && connection !== this.current) void this.#disconnect(connection);
      }
    }
  }

  /** Nothing connects again afterwards: an action that waits to be repeated fails. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.connections].map((connection) => this.#disconnect(connection)));
  }

  #connect(): Connection {
    const admin = this.create();
    const connection = { admin: admin.connect().then(() => admin), actions: 0 };
    this.connections.add(connection);
    return connection;
  }

  async #disconnect(connection: Connection): Promise<void> {
    this.connections.delete(connection);
    const admin = await connection.admin.catch(() => undefined);
    await admin?.disconnect().catch(() => undefined);
  }
}

/** The names of errors of responses: the library does not export their classes by name to modules. */
const PROTOCOL_ERRORS: ReadonlySet<string> = new Set(['KafkaJSProtocolError', 'KafkaJSCreateTopicError']);

function isPassing(error: unknown): boolean {
  if (error instanceof PartitionsLeftOut) return true;
  if (!(error instanceof Error)) return false;
  // The errors of several topics, such as one that the broker did not create in time. One that it created meanwhile is no error.
  if (error.name === 'KafkaJSAggregateError') return (error as KafkaJSAggregateError).errors.every(isPassing);
  return PROTOCOL_ERRORS.has(error.name) && (error as KafkaJSProtocolError).retriable;
}
