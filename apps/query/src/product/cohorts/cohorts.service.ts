import { Inject, Injectable } from '@nestjs/common';
import type { CohortsListRequest } from '@svc/contract';
import { keysetList, NEWEST_FIRST, type Cursors } from '@svc/pagination';
import { emptyToUndefined, type Scope } from '@svc/reading/statement';
import { CURSORS } from '@svc/runtime';
import { requireFound } from '@svc/service-error';
import { toCohort } from './cohort.message.js';
import { CohortsRepository } from './cohorts.repository.js';

const PAGE = { default: 50, max: 1000 };

@Injectable()
export class CohortsService {
  constructor(
    private readonly cohorts: CohortsRepository,
    @Inject(CURSORS) private readonly cursors: Cursors,
  ) {}

  async list(request: CohortsListRequest, { projectId }: Scope) {
    const { rows, pagination } = await keysetList(this.cursors, {
      operation: 'cohorts.list',
      projectId,
      filters: { name: emptyToUndefined(request.name) },
      order: NEWEST_FIRST,
      limits: PAGE,
      request,
      read: (after, take) => this.cohorts.list(projectId, request.name, after, take),
    });
    return { cohorts: rows.map(toCohort), pagination };
  }

  /** @throws ServiceError not_found */
  async get(id: string, { projectId }: Scope) {
    return toCohort(requireFound(await this.cohorts.find(projectId, id)));
  }
}
