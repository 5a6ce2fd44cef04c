import { Inject, Injectable } from '@nestjs/common';
import type { IssueImpactOccurrencesRequest } from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { variantSet } from '@svc/reading/signals';
import { resolveWindow } from '@svc/reading/statement';
import {
  bucketStarts,
  INTERVALS,
  isEmpty,
  NANOSECONDS_PER_DAY,
  NANOSECONDS_PER_SECOND,
  type TimeRange,
} from '@svc/reading/time';
import type { Issue } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField, requireFound } from '@svc/service-error';
import { wholeRetention } from '../counts/error-counts.query.js';
import { sortReleases } from '../releases/order/compare-releases.js';
import { ReleasesRepository } from '../releases/releases.repository.js';
import { VariantsRepository } from '../variants/variants.repository.js';
import { selectOccurrences, selectReleases } from './occurrences.query.js';

/** The widths that are offered, the shortest first. */
const WIDTHS = ['1m', '5m', '15m', '1h', '6h', '1d'] as const;
const MAX_DEFAULT_BUCKETS = 150;
const MAX_BUCKETS = 1500;
const MAX_RELEASES = 200;

@Injectable()
export class OccurrencesService {
  constructor(
    private readonly variants: VariantsRepository,
    private readonly releases: ReleasesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError not_found */
  async occurrences(request: IssueImpactOccurrencesRequest, reader: ProjectReader) {
    const { scope } = reader;
    const issue = await this.#find(request.issueId, reader);
    const range = resolveWindow(request, scope, this.clock(), NANOSECONDS_PER_DAY);
    const interval = request.interval === '' ? defaultInterval(range) : request.interval;
    const width = INTERVALS.get(interval) ?? NANOSECONDS_PER_DAY;
    if ((range.to - range.from) / width >= MAX_BUCKETS)
      throw invalidField('interval', `must be longer: the window would have more than ${MAX_BUCKETS} buckets`);
    if (isEmpty(range)) return { interval, total: 0n, points: [] };
    const rows = await reader.rows(selectOccurrences(await this.#errors(issue, range, reader), width));
    const counts = new Map(rows.map(({ start, total }) => [BigInt(start) * NANOSECONDS_PER_SECOND, BigInt(total)]));
    const points = bucketStarts(range, width).map((start) => ({ start, count: counts.get(start) ?? 0n }));
    return { interval, total: points.reduce((sum, { count }) => sum + count, 0n), points };
  }

  /** @throws ServiceError not_found */
  async inReleases(issueId: string, reader: ProjectReader) {
    const { scope } = reader;
    const issue = await this.#find(issueId, reader);
    const errors = await this.#errors(issue, wholeRetention(scope, this.clock()), reader);
    // One more for errors without a release, and one to see whether there are more.
    const rows = await reader.rows(selectReleases(errors, MAX_RELEASES + 2));
    const named = rows.filter(({ name }) => name !== '');
    const known = await this.releases.findAll(
      scope.projectId,
      named.map(({ name }) => name),
    );
    const found = sortReleases(
      named.map((row) => {
        const firstSeen = new Date(Number(BigInt(row.first_time) / 1_000_000n));
        const release = known.find((one) => one.release === row.name);
        return { ...row, release: row.name, deployedAt: release?.deployedAt ?? null, firstSeen };
      }),
    );
    return {
      issue,
      releases: found.toReversed().slice(0, MAX_RELEASES),
      withoutRelease: BigInt(rows.find(({ name }) => name === '')?.total ?? 0),
      isTruncated: named.length > MAX_RELEASES,
    };
  }

  async #find(issueId: string, { scope }: ProjectReader): Promise<Issue> {
    return requireFound(await this.variants.findIssue(scope.projectId, issueId));
  }

  async #errors({ id }: Issue, range: TimeRange, { scope }: ProjectReader) {
    return { scope, range, isOfIssue: variantSet(await this.variants.findVariants(scope.projectId, id)) };
  }
}

/** The shortest interval that does not give the window too many buckets. */
function defaultInterval({ from, to }: TimeRange): string {
  return WIDTHS.find((name) => (to - from) / (INTERVALS.get(name) ?? 1n) <= MAX_DEFAULT_BUCKETS) ?? '1d';
}
