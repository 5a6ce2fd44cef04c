import { Inject, Injectable } from '@nestjs/common';
import type { ErrorsGroupsRequest } from '@svc/contract';
import { cutPage, pageLimit } from '@svc/pagination';
import { WindowCursors } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import { toUuid, variantSet } from '@svc/reading/signals';
import { resolveWindow } from '@svc/reading/statement';
import { isEmpty, NANOSECONDS_PER_DAY } from '@svc/reading/time';
import type { Issue } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { requireFound } from '@svc/service-error';
import { wholeRetention } from '../counts/error-counts.query.js';
import { VariantsRepository } from '../variants/variants.repository.js';
import { groupFilters, toGroupFilters } from './group-filters.js';
import { selectFigures, selectGroups, selectUsers, type GroupFigures } from './groups.query.js';

const PAGE = { default: 30, max: 200 };

/** An issue with the figures of some of its errors. */
export interface FoundGroup {
  readonly issue: Issue;
  readonly figures: GroupFigures;
  /** Estimated number of distinct IDs. */
  readonly users: bigint;
}

@Injectable()
export class GroupsService {
  constructor(
    private readonly variants: VariantsRepository,
    private readonly cursors: WindowCursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(request: ErrorsGroupsRequest, reader: ProjectReader) {
    const { scope } = reader;
    const filters = toGroupFilters(request);
    const sort = 'last_seen desc, id desc';
    const list = { operation: 'errors.groups', scope, window: request, filters: { ...filters }, sort };
    const after = this.cursors.decode(request.cursor, list);
    const range = after?.range ?? resolveWindow(request, scope, this.clock(), NANOSECONDS_PER_DAY);
    if (isEmpty(range)) return { groups: [], pagination: { hasMore: false } };
    const counted = { scope, range, filter: groupFilters(filters) };
    const limit = pageLimit(request.limit, PAGE);
    const found = await reader.rows(selectGroups({ ...counted, after, limit: limit + 1 }));
    const { rows, pagination } = cutPage(found, limit, ({ last_time, issue }) =>
      this.cursors.encode(list, { range, value: BigInt(last_time), id: issue }),
    );
    if (rows.length === 0) return { groups: [], pagination };
    const ids = rows.map(({ issue }) => issue);
    const [issues, users] = await Promise.all([
      this.variants.findAllIssues(scope.projectId, ids.map(toUuid)),
      reader.rows(selectUsers(counted, ids)),
    ]);
    const usersByIssue = new Map(users.map(({ issue, affected }) => [issue, BigInt(affected)]));
    const groups = rows.flatMap((figures): FoundGroup[] => {
      const issue = issues.get(toUuid(figures.issue));
      // A merge reaches the column store a moment later.
      return issue ? [{ issue, figures, users: usersByIssue.get(figures.issue) ?? 0n }] : [];
    });
    return { groups, pagination };
  }

  /** @throws ServiceError not_found */
  async get(groupId: string, reader: ProjectReader): Promise<FoundGroup> {
    const { scope } = reader;
    const issue = requireFound(await this.variants.findIssue(scope.projectId, groupId));
    const variants = await this.variants.findVariants(scope.projectId, issue.id);
    const range = wholeRetention(scope, this.clock());
    const [figures] = await reader.rows(selectFigures({ scope, range, filter: [variantSet(variants)] }));
    const { affected = '0', ...counts } = figures ?? { total: '0', first_time: '0', last_time: '0' };
    return { issue, figures: counts, users: BigInt(affected) };
  }
}
