import { Inject, Injectable } from '@nestjs/common';
import { deadline } from '@svc/config';
import type { EventLog } from '@svc/event-log';
import type { HeldLogKey, LogKeys } from '@svc/event-log/keys';
import { Budget } from '@svc/reading/statement';
import { CLOCK, EVENT_LOG, LOG_KEYS, type Clock } from '@svc/runtime';
import { isLogCleared, type LogEnd } from './log-ends.js';
import { waitUntilStored } from './wait-until-stored.js';

/** Limit of one attempt's wait until everything that was encrypted with a key is stored. */
const WAIT_MS = deadline(15_000);
/** The interval of checks of a log that only its retention clears. */
const RETENTION_CHECK_MS = 10 * 60_000;

/** The data that was erased from every other store. */
export interface ErasedData {
  readonly projectNumber: number;
  readonly erasedAt: Date;
  /** The ends of the event log at that time. */
  readonly logEnds: readonly LogEnd[];
}

/** Makes erased data unreadable in the event log too, by destroying the keys that encrypted it. */
@Injectable()
export class LogClearing {
  constructor(
    @Inject(LOG_KEYS) private readonly logKeys: LogKeys,
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Retires the current keys of a project, and destroys keys that were retired long enough ago: no process acknowledges
   * anything that it encrypts with them, so all records that need them are below the present ends of the log, and are
   * stored before the keys are destroyed.
   *
   * @param waitMs time limit for storing them, in milliseconds.
   * @returns when to continue; undefined if none of these keys is left.
   * @throws ServiceError unavailable if they are not stored in time.
   */
  async destroyKeys(
    projectNumber: number,
    until: Date,
    signal: AbortSignal,
    waitMs = WAIT_MS,
  ): Promise<Date | undefined> {
    await this.logKeys.retire(projectNumber, until);
    const held = await this.logKeys.held(projectNumber, until);
    const now = this.clock();
    const [settled = [], unsettled = []] = [true, false].map((isSettled) =>
      held.filter((key) => this.#settledAt(key) <= now === isSettled),
    );
    if (settled.length > 0) {
      await waitUntilStored(this.eventLog, new Budget(signal, waitMs));
      await this.logKeys.destroy(projectNumber, settled);
    }
    return unsettled.length === 0 ? undefined : new Date(Math.min(...unsettled.map((key) => this.#settledAt(key))));
  }

  /**
   * Finds the erasures of one project whose data is unreadable by now, because its keys are destroyed or retention has
   * deleted it.
   */
  async findCleared<Data extends ErasedData>(projectNumber: number, erased: readonly Data[]): Promise<Data[]> {
    const covers = await this.logKeys.coversProject(projectNumber);
    const [oldest] = await this.logKeys.held(projectNumber, new Date(this.clock()));
    const cleared: Data[] = [];
    for (const data of erased) {
      const isUnreadable = covers && (!oldest || oldest.createdAt > data.erasedAt);
      if (isUnreadable || (await isLogCleared(this.eventLog, data.logEnds))) cleared.push(data);
    }
    return cleared;
  }

  /** The time of the next check of data that cannot be erased by destroying keys. */
  nextRetentionCheck(): Date {
    return new Date(this.clock() + RETENTION_CHECK_MS);
  }

  #settledAt({ retiredAt }: HeldLogKey): number {
    return retiredAt === null ? Infinity : retiredAt.getTime() + this.logKeys.settleMs;
  }
}
