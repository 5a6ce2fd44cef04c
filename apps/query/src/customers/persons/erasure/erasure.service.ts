import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { ProjectIdentity } from '@svc/reading/statement';
import { unavailable } from '@svc/service-error';
import { Jobs, type JobContext, type JobHandler } from '@svc/work';
import { PersonDirectory } from '../directory/directory.js';
import { Eraser } from './eraser.js';
import { ErasureRepository, PERSON_ERASURES, type ErasureKey } from './erasure.repository.js';

const POLL_MS = 100;
/** Time that a request keeps to respond that the erasure is not complete. */
const RESPONSE_MS = 500;

/**
 * Erases persons. The request is recorded before anything is deleted: an erasure that outlasts its request, or whose process dies,
 * continues as a job in this or another process.
 */
@Injectable()
export class ErasureService implements JobHandler<ErasureKey> {
  constructor(
    private readonly directory: PersonDirectory,
    private readonly erasures: ErasureRepository,
    private readonly eraser: Eraser,
    private readonly jobs: Jobs,
  ) {
    jobs.register(PERSON_ERASURES, this);
  }

  /** @throws ServiceError not_found; unavailable if it is not complete in time and continues without the request. */
  async erase(reference: string, project: ProjectIdentity, reader: ProjectReader): Promise<void> {
    const { id: projectId, number: projectNumber, retentionDays } = project;
    const { canonical, ids } = await this.directory.find(reference, reader);
    const key = await this.erasures.request({
      projectId,
      projectNumber,
      retentionDays,
      canonicalDistinctId: canonical,
      distinctIds: [...ids],
    });
    this.jobs.wake(PERSON_ERASURES);
    while (!(await this.erasures.isComplete(key))) {
      if (reader.budget.isSpent(RESPONSE_MS)) throw unavailable(new Error('the erasure continues'), 5);
      await setTimeout(POLL_MS);
    }
  }

  /** No-op if the erasure is complete. */
  async handle({ job, signal, fence }: JobContext<ErasureKey>): Promise<void> {
    const erasure = await this.erasures.find(job.payload);
    if (erasure) await this.eraser.erase(erasure, { signal, fence });
  }
}
