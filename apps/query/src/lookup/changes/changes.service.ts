import { Inject, Injectable } from '@nestjs/common';
import type { ChangesListRequest } from '@svc/contract';
import { findLatestChanges, readableSettings } from '@svc/directory';
import { pageLimit } from '@svc/pagination';
import { ceilToDate, toListPosition, toPagination, toStoredKey, WindowCursors } from '@svc/reading/paging';
import { Budget, readTimeOrdered, resolveWindow, Scope, type Position, type SliceWidths } from '@svc/reading/statement';
import { isEmpty, NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';
import type { Relational } from '@svc/relational';
import type { Call } from '@svc/rpc';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import { ReleasesRepository } from '../../errors/index.js';
import {
  KIND_SCOPES,
  KINDS,
  latestFirst,
  recordedOperations,
  toRecordedChange,
  toRelease,
  type Change,
} from './change.js';

const PAGE = { default: 100, max: 500 };
/** Changes are few. */
const WIDTHS: SliceWidths = [NANOSECONDS_PER_DAY, 7n * NANOSECONDS_PER_DAY, 30n * NANOSECONDS_PER_DAY];

/** The changes to read: those of the wanted kinds that the caller may read. */
interface Wanted {
  readonly organizationId: string;
  readonly projectId: string;
  readonly hasReleases: boolean;
  /** Operations of the audit log. */
  readonly operations: readonly string[];
  readonly after: Position | undefined;
  readonly budget: Budget;
}

@Injectable()
export class ChangesService {
  constructor(
    private readonly cursors: WindowCursors,
    private readonly releases: ReleasesRepository,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(request: ChangesListRequest, call: Call) {
    const { context, project } = call;
    const scope = Scope.of(project);
    const scopes = new Set(context.scopes);
    const kinds = KINDS.filter((kind) => request.kinds.length === 0 || request.kinds.includes(kind));
    const needed = kinds.flatMap((kind) => KIND_SCOPES[kind]);
    const omitted = needed.filter((each) => !scopes.has(each)).toSorted();
    const list = { operation: 'changes.list', scope, window: request, filters: { kinds }, sort: 'at desc, id desc' };
    const after = this.cursors.decode(request.cursor, list);
    const range = after?.range ?? resolveWindow(request, scope, this.clock(), NANOSECONDS_PER_DAY);
    if (isEmpty(range)) return { changes: [], pagination: toPagination(undefined), omitted };
    const budget = Budget.of(call);
    const wanted: Wanted = {
      organizationId: context.organizationId,
      projectId: project.id,
      hasReleases: kinds.includes('release') && scopes.has('releases:read'),
      operations: recordedOperations(kinds, scopes, readableSettings(scopes, context.principalType === 'user')),
      after,
      budget,
    };
    const page = {
      range,
      direction: 'desc' as const,
      after,
      limit: pageLimit(request.limit, PAGE),
      widths: WIDTHS,
      toPosition: toListPosition,
      read: async (slice: TimeRange, limit: number) => ({ rows: await this.#read(slice, limit, wanted) }),
    };
    const { rows, next } = await readTimeOrdered<Change>(page, budget);
    const cursor = next && this.cursors.encode(list, { range, ...next });
    return { changes: rows, pagination: toPagination(cursor), omitted };
  }

  /** The latest changes of a slice after the position. */
  async #read(slice: TimeRange, limit: number, wanted: Wanted): Promise<Change[]> {
    const { projectId, organizationId, operations, budget } = wanted;
    const [from, to] = [ceilToDate(slice.from), ceilToDate(slice.to)];
    const after = wanted.after && toStoredKey(wanted.after);
    const deployedAfter = after && { deployedAt: after.at, id: after.id };
    const [deployed, recorded] = await Promise.all([
      wanted.hasReleases ? this.releases.latestDeployed(projectId, { from, to, after: deployedAfter }, limit) : [],
      operations.length === 0
        ? []
        : findLatestChanges(this.relational, {
            organizationId,
            projectId,
            operations,
            from,
            to,
            limit,
            after,
            checkTime: () => {
              if (budget.isSpent()) throw new ServiceError('query_too_expensive');
            },
          }),
    ]);
    const changes = [
      ...deployed.map(({ id, release, deployedAt, createdBy }) =>
        toRelease({ id, at: deployedAt ?? from, target: release, changedBy: createdBy ?? undefined }),
      ),
      ...recorded.map(toRecordedChange),
    ];
    return changes.sort(latestFirst).slice(0, limit);
  }
}
