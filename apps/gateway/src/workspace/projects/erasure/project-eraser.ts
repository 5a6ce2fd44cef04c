import type { LogEnd } from '@svc/contract';
import type { Logger } from '@svc/observability';
import { readJson, type Relational } from '@svc/relational';
import type { Clock } from '@svc/runtime';
import type { JobContext, JobHandler } from '@svc/work';
import type { ErasedProject } from './project-erasures.js';
import { eraseRelationalRows } from './relational-rows.js';

type LogPosition = Pick<LogEnd, 'topic' | 'partition' | 'endOffset'>;

/** The progress of an erasure of telemetry. */
export interface ErasedTelemetry {
  /** Whether nothing is left, on a disk either. */
  readonly complete: boolean;
  readonly logEnds: readonly LogPosition[];
  /** When to repeat an incomplete erasure; a moment later if undefined. */
  readonly checkAgainAt?: Date | undefined;
}

/** The telemetry of projects, in another service. */
export interface ProjectTelemetry {
  /** If it is not complete, the call has to be repeated. */
  erase(project: ErasedProject, signal: AbortSignal): Promise<ErasedTelemetry>;
  /**
   * Destroys the keys of the project for the event log when nothing needs them any more.
   *
   * @param ends of the log at the erasure.
   * @returns when to call again; undefined if nothing of the project can be read from the log any more.
   */
  clearLog(projectNumber: number, ends: LogPosition[], signal: AbortSignal): Promise<Date | undefined>;
}

export interface ProjectEraserOptions {
  readonly relational: Relational;
  readonly telemetry: ProjectTelemetry;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** The time before the erasure of telemetry is repeated after an incomplete one. */
const REPEAT_MS = 2_000;

/**
 * Erases deleted projects: first every row, then their records in the event log, by destroying the keys of the project
 * or, if it has none, by waiting for retention. Every step can be repeated.
 */
export class ProjectEraser implements JobHandler<ErasedProject> {
  constructor(private readonly options: ProjectEraserOptions) {}

  async handle(context: JobContext<ErasedProject>): Promise<Date | void> {
    const { relational, clock } = this.options;
    const { projectId, number } = context.job.payload;
    const { completedAt, logEnds } = await relational.client.projectDeletion.findUniqueOrThrow({
      where: { projectId },
    });
    if (completedAt === null) {
      return this.#eraseRows(context);
    }
    const ends = readJson<StoredLogEnd[]>(logEnds).map(fromStored);
    const next = await this.options.telemetry.clearLog(number, ends, context.signal);
    if (next) return next;
    await this.#update(context, { logClearedAt: new Date(clock()) });
    this.options.logger.info({ project_id: projectId }, 'event log keys of the deleted project destroyed');
  }

  /** @returns when to continue. */
  async #eraseRows(context: JobContext<ErasedProject>): Promise<Date> {
    const { relational, telemetry, logger, clock } = this.options;
    const { projectId, number } = context.job.payload;
    const { complete, logEnds, checkAgainAt } = await telemetry.erase({ projectId, number }, context.signal);
    if (!complete) return checkAgainAt ?? new Date(clock() + REPEAT_MS);
    await eraseRelationalRows(relational, { projectId, number });
    await this.#update(context, { completedAt: new Date(clock()), logEnds: logEnds.map(toStored) });
    logger.info({ project_id: projectId }, 'deleted project erased');
    return new Date(clock());
  }

  async #update({ job, fence }: JobContext<ErasedProject>, data: Progress): Promise<void> {
    await this.options.relational.client.$transaction(async (tx) => {
      await fence(tx);
      await tx.projectDeletion.update({ where: { projectId: job.payload.projectId }, data });
    });
  }
}

interface Progress {
  readonly completedAt?: Date;
  readonly logEnds?: StoredLogEnd[];
  readonly logClearedAt?: Date;
}

/** JSON has no integers of 64 bits. */
type StoredLogEnd = { topic: string; partition: number; endOffset: string };

function toStored({ topic, partition, endOffset }: LogPosition): StoredLogEnd {
  return { topic, partition, endOffset: String(endOffset) };
}

function fromStored({ topic, partition, endOffset }: StoredLogEnd): LogPosition {
  return { topic, partition, endOffset: BigInt(endOffset) };
}
