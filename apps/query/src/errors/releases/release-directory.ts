import { Inject, Injectable } from '@nestjs/common';
import type { ReleasesListRequest } from '@svc/contract';
import { keysetList, NEWEST_FIRST, type Cursors } from '@svc/pagination';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { Release } from '@svc/relational';
import { CLOCK, CURSORS, type Clock } from '@svc/runtime';
import { notFound, requireFound } from '@svc/service-error';
import { wholeRetention } from '../counts/error-counts.query.js';
import { CrashFreeService, type CrashFree } from './crash-free/crash-free.service.js';
import { DeployImpactService, type DeployImpact } from './impact/deploy-impact.service.js';
import { selectReleaseErrors } from './release-errors.query.js';
import { ReleasesRepository } from './releases.repository.js';

const PAGE = { default: 50, max: 200 };

/** A release with its figures. */
export interface ReleaseRecord {
  readonly release: Release;
  readonly newIssues: number;
  readonly regressedIssues: number;
  readonly errors: bigint;
  readonly crashFree: CrashFree;
  readonly deploy?: DeployImpact | undefined;
}

@Injectable()
export class ReleaseDirectory {
  constructor(
    private readonly releases: ReleasesRepository,
    private readonly crashFree: CrashFreeService,
    private readonly deploys: DeployImpactService,
    @Inject(CURSORS) private readonly cursors: Cursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(request: ReleasesListRequest, reader: ProjectReader) {
    const { projectId } = reader.scope;
    const { rows, pagination } = await keysetList(this.cursors, {
      operation: 'releases.list',
      projectId,
      filters: {},
      order: NEWEST_FIRST,
      limits: PAGE,
      request,
      read: (after, take) => this.releases.list(projectId, after, take),
    });
    return { releases: await this.withFigures(rows, reader), pagination };
  }

  /** @throws ServiceError not_found */
  async get(name: string, reader: ProjectReader): Promise<ReleaseRecord> {
    const release = requireFound(await this.releases.find(reader.scope.projectId, name));
    const [[record], deploy] = await Promise.all([
      this.withFigures([release], reader),
      this.deploys.impact(release, reader),
    ]);
    if (!record) throw notFound();
    return { ...record, deploy };
  }

  async withFigures(releases: readonly Release[], reader: ProjectReader): Promise<ReleaseRecord[]> {
    if (releases.length === 0) return [];
    const { scope } = reader;
    const names = releases.map(({ release }) => release);
    const range = wholeRetention(scope, this.clock());
    const [issues, errors, crashFree] = await Promise.all([
      this.releases.countIssues(scope.projectId, names),
      reader.rows(selectReleaseErrors({ scope, range, releases: names })),
      this.crashFree.read(names, reader),
    ]);
    const errorsByName = new Map(errors.map(({ name, total }) => [name, BigInt(total)]));
    return releases.map((release) => ({
      release,
      newIssues: issues.begun.get(release.release) ?? 0,
      regressedIssues: issues.regressed.get(release.release) ?? 0,
      errors: errorsByName.get(release.release) ?? 0n,
      crashFree: crashFree(release.release),
    }));
  }
}
