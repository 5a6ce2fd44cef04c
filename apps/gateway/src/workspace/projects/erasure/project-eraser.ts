import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@svc/observability';
import type { ProjectDeletion, Relational } from '@svc/relational';
import type { Clock } from '@svc/service';
import { ProjectDeletionsRepository } from './project-deletions.repository.js';
import { eraseRelationalRows } from './relational-rows.js';

export interface ProjectEraserOptions {
  readonly relational: Relational;
  /** Erases the telemetry of the project with this number; false when some may still come and it must be asked again. */
  readonly eraseTelemetry: (projectNumber: number, signal: AbortSignal) => Promise<boolean>;
  readonly logger: Logger;
  readonly clock: Clock;
  /** How often it polls for work. */
  readonly pollMs?: number;
}

export interface ProjectEraser {
  stop(): Promise<void>;
}

const POLL_MS = 2_000;
/** Longer than one attempt takes; a process that dies leaves its deletion to the others after it. */
const LEASE_MS = 120_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Erases deleted projects, one after the other, in every process that runs it. Pending deletions are stored in Postgres and survive
 * restarts; every step can be repeated; a deletion that fails is retried until it succeeds and delays no other.
 */
export function startProjectEraser(options: ProjectEraserOptions): ProjectEraser {
  const stopping = new AbortController();
  const running = run(options, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function run(options: ProjectEraserOptions, signal: AbortSignal): Promise<void> {
  const { relational, logger, clock, pollMs = POLL_MS } = options;
  const deletions = new ProjectDeletionsRepository(relational);
  while (!signal.aborted) {
    const claimed = await deletions
      .claim(new Date(clock()), new Date(clock() + LEASE_MS))
      .catch((cause: unknown) => void logger.warn({ err: cause }, 'project deletions cannot be read; retrying'));
    if (claimed) await attempt(claimed, deletions, options, signal);
    else await sleep(pollMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

async function attempt(
  { projectId, number, attempts }: ProjectDeletion,
  deletions: ProjectDeletionsRepository,
  { relational, eraseTelemetry, logger, clock }: ProjectEraserOptions,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (await eraseTelemetry(number, signal)) {
      await eraseRelationalRows(relational, { projectId, number });
      await deletions.complete(projectId, new Date(clock()));
      logger.info({ project_id: projectId }, 'deleted project erased');
      return;
    }
  } catch (cause) {
    if (!signal.aborted) logger.warn({ err: cause, project_id: projectId, attempts }, 'project not erased; retrying');
  }
  const pause = Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** Math.min(attempts, 10));
  await deletions
    .retryAt(projectId, new Date(clock() + (signal.aborted ? 0 : pause)))
    .catch((cause: unknown) =>
      logger.warn(
        { err: cause, project_id: projectId },
        'project erasure not rescheduled; it continues when its lease ends',
      ),
    );
}
