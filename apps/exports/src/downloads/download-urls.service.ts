import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { ServiceError, requireFound, stateConflict } from '@svc/service-error';
import { EXPORTS_OPTIONS, type ExportsOptions } from '../exports.options.js';
import { ExportJobsRepository } from '../jobs/export-jobs.repository.js';
import { hasExpired, type StoredResult } from '../jobs/job-state.js';
import { createDownloadTokens, type DownloadTokens } from './download-token.js';

const MAX_LIFE_MS = 3_600_000;

/** Mints the addresses from which files are downloaded. */
@Injectable()
export class DownloadUrlsService {
  readonly #tokens: DownloadTokens;

  constructor(
    private readonly jobs: ExportJobsRepository,
    @Inject(EXPORTS_OPTIONS) private readonly options: ExportsOptions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#tokens = createDownloadTokens(options.secret);
  }

  async mint({ context, project }: Call, jobId: string) {
    const job = requireFound(await this.jobs.find(project.id, jobId));
    const now = this.clock();
    const result = job.result as StoredResult | null;
    if (job.status !== 'completed' || !result || !job.resultExpiresAt)
      throw stateConflict('status', job.status, 'Only a completed export can be downloaded.');
    if (hasExpired(job, now) || job.deletedAt !== null)
      throw new ServiceError('state_conflict', { message: 'The result of the export has expired.' });
    const expiresAtMs = Math.min(now + MAX_LIFE_MS, job.resultExpiresAt.getTime());
    const { principalType, principalId, organizationId } = context;
    const grant = { projectId: project.id, jobId, sha256: result.sha256, expiresAtMs };
    const token = this.#tokens.sign({ ...grant, principalType, principalId, organizationId });
    return { url: `${this.options.publicUrl ?? ''}/exports/${token}`, expiresAt: timestampFromMs(expiresAtMs) };
  }
}
