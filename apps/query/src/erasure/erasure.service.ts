import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { ServiceError } from '@svc/errors';
import type { EventLog } from '@svc/event-log';
import { COLUMN_STORE, EVENT_LOG } from '@svc/service';
import { Budget } from '@svc/reading/statement';
import { PROJECT_TABLES } from './project-tables.js';
import { waitUntilStored } from './wait-until-stored.js';

/** How long one call waits for what was acknowledged before to be stored. */
const WAIT_MS = 20_000;

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
    try {
      await waitUntilStored(this.eventLog, new Budget(signal, WAIT_MS));
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'unavailable') return false;
      throw error;
    }
    for (const table of PROJECT_TABLES) {
      await this.store.deleteRows(table, 'project_number = {project_number:UInt32}', { project_number: projectNumber });
    }
    return true;
  }
}
