import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { SavedSearchSchema, type SavedSearch as SavedSearchMessage } from '@svc/contract';
import type { SavedSearch } from '@svc/relational';

export function toMessage(row: SavedSearch): SavedSearchMessage {
  const { createdAt, updatedAt, query, ...same } = row;
  return create(SavedSearchSchema, {
    ...same,
    // The column only holds values that came from a Struct.
    query: query as MessageInitShape<typeof SavedSearchSchema>['query'],
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
  });
}
