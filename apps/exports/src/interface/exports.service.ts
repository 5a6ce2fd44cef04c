import { Inject, Injectable } from '@nestjs/common';
import type { ExportJob as ExportJobMessage, ExportsListRequest } from '@svc/contract';
import { keysetList, NEWEST_FIRST, type Cursors } from '@svc/pagination';
import { CLOCK, CURSORS, type Clock } from '@svc/runtime';
import { requireFound, stateConflict, type ServiceError } from '@svc/service-error';
import { Jobs } from '@svc/work';
import { ExportJobsRepository } from '../jobs/export-jobs.repository.js';
import { EXPORT_QUEUE, EXPORT_SWEEPS } from '../jobs/export-queues.js';
import { toMessage } from './export-job.message.js';
import { toFormat, toStatus } from './spellings.js';

const PAGE = { default: 20, max: 100 };

@Injectable()
export class ExportsService {
  constructor(
    private readonly jobs: ExportJobsRepository,
    private readonly queues: Jobs,
    @Inject(CURSORS) private readonly cursors: Cursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(projectId: string, request: ExportsListRequest) {
    const filters = {
      status: request.status === '' ? undefined : toStatus(request.status),
      type: request.type === '' ? undefined : toFormat(request.type),
    };
    const { rows, pagination } = await keysetList(this.cursors, {
      operation: 'exports.list',
      projectId,
      filters,
      order: NEWEST_FIRST,
      limits: PAGE,
      request,
      read: (after, take) => this.jobs.list(projectId, { ...filters, after, take }),
    });
    return { jobs: rows.map((job) => toMessage(job, this.clock())), pagination };
  }

  async get(projectId: string, id: string): Promise<ExportJobMessage> {
    const job = requireFound(await this.jobs.find(projectId, id));
    return toMessage(job, this.clock());
  }

  async cancel(projectId: string, id: string): Promise<ExportJobMessage> {
    const now = this.clock();
    const cancelled = await this.jobs.cancel(projectId, id, new Date(now));
    if (!cancelled) throw await this.#refusal(projectId, id, 'Only an export that is not over can be cancelled.');
    this.queues.wake(EXPORT_SWEEPS);
    return toMessage(cancelled, now);
  }

  async retry(projectId: string, id: string): Promise<ExportJobMessage> {
    const now = this.clock();
    const retried = await this.jobs.retry(projectId, id, new Date(now));
    if (!retried) throw await this.#refusal(projectId, id, 'Only an export that failed can be started again.');
    this.queues.wake(EXPORT_QUEUE);
    return toMessage(retried, now);
  }

  async #refusal(projectId: string, id: string, message: string): Promise<ServiceError> {
    const { status } = requireFound(await this.jobs.find(projectId, id));
    return stateConflict('status', status, message);
  }
}
