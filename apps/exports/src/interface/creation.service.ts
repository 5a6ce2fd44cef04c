import { randomUUID } from 'node:crypto';
import { fromJson, toJson } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import {
  ExportJobSchema,
  type ExportJob as ExportJobMessage,
  type JsonObject,
  type ProjectContext,
} from '@svc/contract';
import { fingerprint, idempotencyKey, type Idempotency, type JsonObject as StoredJson } from '@svc/idempotency';
import { fromMilliseconds } from '@svc/reading/time';
import { writeJson, type Transaction } from '@svc/relational';
import type { Call } from '@svc/rpc';
import { CLOCK, IDEMPOTENCY, type Clock } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import { Jobs } from '@svc/work';
import { parseDefinition, type ExportDefinition, type ExportSignal } from '../definition/index.js';
import { EXPORTS_OPTIONS, type ExportsOptions } from '../exports.options.js';
import { ExportFiles } from '../files/export-files.js';
import { ExportJobsRepository } from '../jobs/export-jobs.repository.js';
import { EXPORT_QUEUE } from '../jobs/export-queues.js';
import { toMessage } from './export-job.message.js';
import { toFormat } from './spellings.js';

export interface CreationRequest {
  /** Keys of idempotency belong to one operation. */
  readonly operation: string;
  readonly path: string;
  /** Signal, in any spelling. */
  readonly type: string;
  readonly query: JsonObject;
  /** Prefix of the names of the query's members in errors. */
  readonly queryAt: string;
  readonly idempotencyKey: string | undefined;
}

const HOUR_MS = 3_600_000;

@Injectable()
export class CreationService {
  constructor(
    private readonly jobs: ExportJobsRepository,
    private readonly files: ExportFiles,
    @Inject(EXPORTS_OPTIONS) private readonly options: ExportsOptions,
    @Inject(IDEMPOTENCY) private readonly idempotency: Idempotency,
    private readonly queues: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Creates an export once, or returns what the first request with the same key was answered. */
  async create({ context, project }: Call, request: CreationRequest): Promise<ExportJobMessage> {
    const { operation, path, query } = request;
    const key = idempotencyKey(request.idempotencyKey, { required: false });
    const type = toFormat(request.type);
    const now = new Date(this.clock());
    const definition = parseDefinition(query, fromMilliseconds(now.getTime()), request.queryAt);
    requireScope(context.scopes, definition);
    this.files.check(definition);
    const { response, replayed } = await this.idempotency.run(
      {
        project: project.id,
        principal: context.principalId,
        operation,
        key,
        fingerprint: fingerprint({ operation, path, body: { type, query } }),
      },
      async (tx) => {
        await this.#checkLimit(tx, project.id, now);
        const job = await this.jobs.insert(tx, {
          id: randomUUID(),
          projectId: project.id,
          organizationId: context.organizationId,
          projectNumber: project.number,
          retentionDays: retentionDays(project, definition.signal),
          type,
          signal: definition.signal,
          query: query,
          definition: writeJson(definition),
          idempotencyKey: key ?? null,
          createdBy: context.principalId,
          createdAt: now,
        });
        return toJson(ExportJobSchema, toMessage(job, now.getTime())) as StoredJson;
      },
    );
    if (!replayed) this.queues.wake(EXPORT_QUEUE);
    return fromJson(ExportJobSchema, response);
  }

  async #checkLimit(tx: Transaction, projectId: string, now: Date): Promise<void> {
    const limit = this.options.limits.createsPerHour;
    if (limit === 0) return;
    const first = await this.jobs.findLimiting(tx, projectId, limit, new Date(now.getTime() - HOUR_MS));
    if (!first) return;
    throw new ServiceError('rate_limited', {
      message: 'The project has created as many exports within an hour as it may.',
      retryAfterSeconds: Math.max(1, Math.ceil((first.getTime() + HOUR_MS - now.getTime()) / 1_000)),
    });
  }
}

/** An export contains everything that the reads of its signal return, so it requires their scope. */
function requireScope(scopes: readonly string[], { signal }: ExportDefinition): void {
  const scope = `${signal}:read`;
  if (!scopes.includes(scope))
    throw new ServiceError('permission_denied', { message: `Exporting ${signal} requires the scope ${scope}.` });
}

/** Days for which the rows of a signal are kept; those of errors and persons come from several signals. */
export function retentionDays(project: ProjectContext, signal: ExportSignal): number {
  return project.signalRetentionDays[signal] ?? project.retentionDays;
}
