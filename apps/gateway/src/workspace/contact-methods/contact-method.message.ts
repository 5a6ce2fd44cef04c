import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ContactMethodSchema } from '@svc/contract';
import type { DescribedContact } from './contact-methods.service.js';

export function toContactMethod({
  method: row,
  warnings,
}: DescribedContact): MessageInitShape<typeof ContactMethodSchema> {
  const unverified = row.codeSha256 ? 'pending' : 'unverified';
  return {
    id: row.id,
    type: row.type,
    value: row.value,
    label: row.label,
    status: row.verifiedAt ? 'verified' : unverified,
    createdAt: timestampFromDate(row.createdAt),
    warnings: [...warnings],
    ...(row.verifiedAt && { verifiedAt: timestampFromDate(row.verifiedAt) }),
  };
}
