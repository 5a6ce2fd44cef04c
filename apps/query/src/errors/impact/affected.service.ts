import { Inject, Injectable } from '@nestjs/common';
import type { ErrorsAffectedRequest } from '@svc/contract';
import { cutPage, pageLimit } from '@svc/pagination';
import { WindowCursors } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import { variantSet } from '@svc/reading/signals';
import type { RowsOf } from '@svc/reading/statement';
import { NANOSECONDS_PER_SECOND } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { requireFound } from '@svc/service-error';
import { readPreferredDistinctIds } from '../../customers/index.js';
import { wholeRetention } from '../counts/error-counts.query.js';
import { VariantsRepository } from '../variants/variants.repository.js';
import { selectAccounts, selectAffected, type AffectedRow, type ErrorsOfGroup } from './affected.query.js';

const PAGE = { default: 50, max: 1000 };
const MAX_ACCOUNTS = 100;

export interface AffectedPersonRow extends AffectedRow {
  /** The most recognizable distinct ID. */
  readonly distinctId: string;
}

@Injectable()
export class AffectedService {
  constructor(
    private readonly variants: VariantsRepository,
    private readonly cursors: WindowCursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError not_found */
  async affected({ groupId, cursor, limit: asked }: ErrorsAffectedRequest, reader: ProjectReader) {
    const { scope } = reader;
    const issue = requireFound(await this.variants.findIssue(scope.projectId, groupId));
    const sort = 'last_seen desc, person_id';
    const list = { operation: 'errors.affected', scope, window: {}, filters: { group: issue.id }, sort };
    const after = this.cursors.decode(cursor, list);
    const range = wholeRetention(scope, this.clock());
    // The clock of the column store, not of this process, decides which errors the first page includes.
    const storedBefore = after && after.range.to / NANOSECONDS_PER_SECOND;
    const variants = await this.variants.findVariants(scope.projectId, issue.id);
    const errors = { scope, range, isOfGroup: variantSet(variants), storedBefore };
    const limit = pageLimit(asked, PAGE);
    const [found, accounts] = await Promise.all([
      reader.rows(selectAffected({ ...errors, after, limit: limit + 1 })),
      after ? [] : this.#accounts(errors, reader),
    ]);
    const persons = found.filter(({ canonical }) => canonical !== '').slice(0, limit + 1);
    const { rows, pagination } = cutPage(persons, limit, (last) =>
      this.cursors.encode(list, {
        range: { from: range.from, to: BigInt(last.stored_before) * NANOSECONDS_PER_SECOND },
        value: BigInt(last.last_time),
        id: last.person,
      }),
    );
    return {
      persons: await withNames(rows, reader),
      personCount: BigInt(found[0]?.persons ?? 0),
      anonymousCount: BigInt(found.find(({ canonical }) => canonical === '')?.total ?? 0),
      accounts: accounts.slice(0, MAX_ACCOUNTS),
      isTruncated: accounts.length > MAX_ACCOUNTS,
      pagination,
    };
  }

  #accounts(errors: ErrorsOfGroup, reader: ProjectReader): Promise<RowsOf<typeof selectAccounts>[]> {
    return reader.rows(selectAccounts(errors, MAX_ACCOUNTS + 1));
  }
}

async function withNames(rows: readonly AffectedRow[], reader: ProjectReader): Promise<AffectedPersonRow[]> {
  const canonicals = rows.map(({ canonical }) => canonical);
  const names = await readPreferredDistinctIds(canonicals, reader);
  return rows.map((row) => ({ ...row, distinctId: names.get(row.canonical) ?? row.canonical }));
}
