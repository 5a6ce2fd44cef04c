import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ContactMethodSchema } from '@svc/contract';
import type { ContactMethod } from '@svc/relational';

export function toContactMethod(row: ContactMethod): MessageInitShape<typeof ContactMethodSchema> {
  const unverified = row.codeSha256 ? 'pending' : 'unverified';
  return {
    id: row.id,
    type: row.type,
    value: row.value,
    label: row.label,
    status: row.verifiedAt ? 'verified' : unverified,
    createdAt: timestampFromDate(row.createdAt),
    ...(row.verifiedAt && { verifiedAt: timestampFromDate(row.verifiedAt) }),
  };
}
