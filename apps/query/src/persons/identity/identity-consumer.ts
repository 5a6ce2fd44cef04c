import { setTimeout } from 'node:timers/promises';
import type { ColumnStore } from '@svc/columnar';
import { TOPICS, type Consumer, type EventLog } from '@svc/event-log';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import type { Clock } from '../../dependencies.js';
import { factsOf } from './facts.js';
import { IDENTITY_GROUP } from './identity-group.js';
import { PersonResolver } from './resolver.js';

const CONSUMER = {
  topic: TOPICS.capture,
  group: IDENTITY_GROUP,
  maxBytes: 8 * 1024 * 1024,
  maxRecords: 1024,
  maxWaitMs: 200,
  from: 'earliest',
} as const;
const RETRY_MS = 1_000;

export interface IdentityConsumerOptions {
  readonly eventLog: EventLog;
  readonly relational: Relational;
  readonly columnStore: ColumnStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Takes from the event log who is who. It runs where persons are served: links are also taken back and erased there, under the
 * same lock. Any number of processes may run it; a batch that is handled twice changes nothing.
 */
export function startIdentityConsumer(options: IdentityConsumerOptions): { stop(): Promise<void> } {
  const { eventLog, relational, columnStore, clock, logger } = options;
  const resolver = new PersonResolver(relational, columnStore, clock);
  const stopping = new AbortController();
  const start = async (): Promise<Consumer | undefined> => {
    while (!stopping.signal.aborted) {
      try {
        return await eventLog.consume(CONSUMER, async ({ records }) => {
          for (const [projectNumber, facts] of factsOf(records)) await resolver.take(projectNumber, facts);
        });
      } catch (error) {
        logger.warn({ err: error }, 'who is who is not followed yet');
        await setTimeout(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  };
  // Joining a group can take long; nothing waits for it but the end.
  const starting = start();
  return {
    async stop() {
      stopping.abort();
      await (await starting)?.stop();
    },
  };
}
