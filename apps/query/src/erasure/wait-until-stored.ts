import { setTimeout } from 'node:timers/promises';
import { IDENTITY_GROUP, SINK_GROUP, SINK_TOPICS, TOPICS, type EventLog } from '@svc/event-log';
import type { Budget } from '@svc/reading/statement';
import { unavailable } from '@svc/service-error';

const POLL_MS = 50;

/** The consumers that must have read everything accepted before it is in the stores. */
const READERS = [
  ...SINK_TOPICS.map((topic) => ({ topic, group: SINK_GROUP })),
  { topic: TOPICS.capture, group: IDENTITY_GROUP },
];

/**
 * Resolves when everything that was accepted before the call is in the stores.
 * @throws ServiceError unavailable if that takes longer than the budget.
 */
export async function waitUntilStored(eventLog: EventLog, budget: Budget): Promise<void> {
  await Promise.all(
    READERS.map(async ({ topic, group }) => {
      const ends = new Map((await eventLog.positions(topic)).map(({ partition, endOffset }) => [partition, endOffset]));
      const isLagging = async (): Promise<boolean> => {
        if ([...ends.values()].every((end) => end === 0)) return false;
        const lag = await eventLog.lag(topic, group);
        const committed = new Map(lag.map(({ partition, committedOffset }) => [partition, committedOffset]));
        return [...ends].some(([partition, end]) => (committed.get(partition) ?? 0) < end);
      };
      while (await isLagging()) {
        if (budget.isSpent()) throw unavailable(new Error(`consumer group ${group} has not caught up on ${topic}`), 5);
        await setTimeout(POLL_MS);
      }
    }),
  );
}
