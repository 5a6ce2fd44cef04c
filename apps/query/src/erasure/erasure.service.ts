import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { deadline } from '@svc/config';
import type { EventLog } from '@svc/event-log';
import type { ObjectStore } from '@svc/objects';
import { agentContentFolder } from '@svc/objects/agent-content';
import { Budget } from '@svc/reading/statement';
import { assetsFolder, recordingsFolder } from '@svc/recordings';
import { CLOCK, COLUMN_STORE, EVENT_LOG, OBJECT_STORE, type Clock } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import { LogClearing } from './log-clearing.js';
import { readLogEnds, type LogEnd } from './log-ends.js';
import { PROJECT_TABLES } from './project-tables.js';
import { RowPurges } from './purges/row-purges.js';
import { waitUntilStored } from './wait-until-stored.js';

/** The folders of projects in the object store: symbol files, parts of unfinished uploads, and files of exports. */
const PROJECT_FOLDERS = ['symbols', 'symbol-uploads', 'exports'];
/** Limit of one call's wait until everything acknowledged before is stored. */
const WAIT_MS = deadline(20_000);
/** The interval of checks whether the rows have left the disk. */
const ROWS_CHECK_MS = 5_000;

/** A project by both its identifiers. */
export interface ErasableProject {
  readonly projectNumber: number;
  /** '' if the caller is of a version without objects. */
  readonly projectId: string;
}

export interface ProjectErasure {
  readonly complete: boolean;
  readonly logEnds: readonly LogEnd[];
  /** When to call again. Undefined if it is complete, or as soon as the caller likes. */
  readonly checkAgainAt?: Date;
}

/** Erases the rows of deleted projects from the column store, and their objects. */
@Injectable()
export class ErasureService {
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    private readonly clearing: LogClearing,
    private readonly purges: RowPurges,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The caller ensures that no more data is acknowledged for the project. Data acknowledged before is still in the
   * event log and becomes rows, so the first call waits for it before it deletes the rows. Later ones only check whether the rows have left
   * the disk.
   *
   * @returns whether no row is left, on the disk either, which is false if the wait was too short; and the ends of the log, below which it
   * still keeps raw requests.
   */
  async eraseProject({ projectNumber, projectId }: ErasableProject, signal: AbortSignal): Promise<ProjectErasure> {
    const logEnds = await readLogEnds(this.eventLog);
    const isGone = await this.purges.isProjectGone(projectNumber);
    if (isGone) return { complete: true, logEnds };
    if (isGone === undefined) {
      if (!(await this.#isStored(signal))) return { complete: false, logEnds };
      for (const table of PROJECT_TABLES) {
        const parameters = { project_number: projectNumber };
        await this.store.deleteRows(table, 'project_number = {project_number:UInt32}', parameters, projectNumber);
      }
      if (projectId !== '') for (const folder of PROJECT_FOLDERS) await this.#eraseObjects(`${folder}/${projectId}/`);
      for (const folder of [agentContentFolder, recordingsFolder, assetsFolder])
        await this.#eraseObjects(folder(projectNumber));
      await this.purges.addProject(projectNumber);
    }
    return { complete: false, logEnds, checkAgainAt: new Date(this.clock() + ROWS_CHECK_MS) };
  }

  /** Whether everything that was acknowledged before the call is stored in time. */
  async #isStored(signal: AbortSignal): Promise<boolean> {
    try {
      await waitUntilStored(this.eventLog, new Budget(signal, WAIT_MS));
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'unavailable') return false;
      throw error;
    }
  }

  async #eraseObjects(folder: string): Promise<void> {
    for await (const { key } of this.objects.list(folder)) await this.objects.delete(key);
  }

  /**
   * Destroys the keys of a deleted project for the event log once nothing needs them.
   * @returns when to call again; undefined if nothing of the project can be read from the log any more.
   */
  async clearLog(projectNumber: number, logEnds: readonly LogEnd[], signal: AbortSignal): Promise<Date | undefined> {
    const now = new Date(this.clock());
    const next = await this.clearing.destroyKeys(projectNumber, now, signal);
    const cleared = await this.clearing.findCleared(projectNumber, [{ projectNumber, erasedAt: now, logEnds }]);
    return cleared.length > 0 ? undefined : (next ?? this.clearing.nextRetentionCheck());
  }
}
