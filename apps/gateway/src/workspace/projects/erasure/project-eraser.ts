import type { JobContext, JobHandler } from '@svc/jobs';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import type { Clock } from '@svc/service';
import type { ErasedProject } from './project-erasures.js';
import { eraseRelationalRows } from './relational-rows.js';

export interface ProjectEraserOptions {
  readonly relational: Relational;
  /** Erases the telemetry of the project with this number; false if more may follow and the call has to be repeated. */
  readonly eraseTelemetry: (projectNumber: number, signal: AbortSignal) => Promise<boolean>;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Before telemetry that was incomplete is erased again. */
const REPEAT_MS = 2_000;

/** Erases deleted projects. Every step can be repeated. */
export class ProjectEraser implements JobHandler<ErasedProject> {
  constructor(private readonly options: ProjectEraserOptions) {}

  async handle({ job, signal, fence }: JobContext<ErasedProject>): Promise<Date | void> {
    const { relational, eraseTelemetry, logger, clock } = this.options;
    const { projectId, number } = job.payload;
    if (!(await eraseTelemetry(number, signal))) return new Date(clock() + REPEAT_MS);
    await eraseRelationalRows(relational, { projectId, number });
    await relational.client.$transaction(async (tx) => {
      await fence(tx);
      await tx.projectDeletion.update({ where: { projectId }, data: { completedAt: new Date(clock()) } });
    });
    logger.info({ project_id: projectId }, 'deleted project erased');
  }
}
