import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ErrorsAffectedResponseSchema } from '@svc/contract';
import { toUuid } from '@svc/reading/signals';
import { toTimestamp } from '@svc/reading/time';
import type { AffectedService } from './affected.service.js';

type Affected = Awaited<ReturnType<AffectedService['affected']>>;

export function toAffected(found: Affected): MessageInitShape<typeof ErrorsAffectedResponseSchema> {
  const { persons, accounts, personCount, anonymousCount, isTruncated, pagination } = found;
  return {
    affected: persons.map((row) => ({
      personId: toUuid(row.person),
      distinctId: row.distinctId,
      ...toFigures(row),
    })),
    personCount,
    anonymousCount,
    accounts: accounts.map((row) => ({ groupType: row.type, groupKey: row.account, ...toFigures(row) })),
    accountsTruncated: isTruncated,
    pagination,
  };
}

function toFigures(row: { readonly total: string; readonly first_time: string; readonly last_time: string }) {
  return {
    count: BigInt(row.total),
    firstSeen: toTimestamp(BigInt(row.first_time)),
    lastSeen: toTimestamp(BigInt(row.last_time)),
  };
}
