import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { SINK_GROUP, SINK_TOPICS, type EventLog } from '@svc/event-log';
import { COLUMN_STORE, EVENT_LOG } from '../dependencies.js';
import { PROJECT_TABLES } from './project-tables.js';

/** How long one call waits for what was acknowledged before to be stored. */
const WAIT_MS = 20_000;
const POLL_MS = 250;

/** Erases what a deleted project has in the column store. */
@Injectable()
export class ErasureService {
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
  ) {}

  /**
   * The caller has seen to it that nothing more is acknowledged for the project. What was acknowledged before still lies in the
   * event log and becomes rows, so it is waited for before the rows are deleted.
   *
   * @returns whether all of it is gone; false when the wait was too short.
   */
  async eraseProject(projectNumber: number, signal: AbortSignal): Promise<boolean> {
    if (!(await this.#isStored(await this.#ends(), signal))) return false;
    for (const table of PROJECT_TABLES) {
      await this.store.command(`DELETE FROM ${table} WHERE project_number = {project_number:UInt32}`, {
        project_number: projectNumber,
      });
    }
    return true;
  }

  /** Where each partition ends now. */
  async #ends(): Promise<Map<string, number>> {
    const ends = new Map<string, number>();
    for (const topic of SINK_TOPICS) {
      for (const { partition, endOffset } of await this.eventLog.positions(topic)) {
        ends.set(`${topic}/${partition}`, endOffset);
      }
    }
    return ends;
  }

  async #isStored(ends: ReadonlyMap<string, number>, signal: AbortSignal): Promise<boolean> {
    const deadline = performance.now() + WAIT_MS;
    while (!(await this.#haveCommitted(ends))) {
      if (performance.now() > deadline) return false;
      await sleep(POLL_MS, undefined, { signal });
    }
    return true;
  }

  async #haveCommitted(ends: ReadonlyMap<string, number>): Promise<boolean> {
    for (const topic of SINK_TOPICS) {
      // A topic nobody has used has nothing to wait for, and asking for its lag would make it.
      if (![...ends.keys()].some((place) => place.startsWith(`${topic}/`))) continue;
      const partitions = await this.eventLog.lag(topic, SINK_GROUP);
      const isBehind = partitions.some(
        ({ partition, committedOffset }) => committedOffset < (ends.get(`${topic}/${partition}`) ?? 0),
      );
      if (isBehind) return false;
    }
    return true;
  }
}
