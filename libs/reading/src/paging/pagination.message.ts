import type { MessageInitShape } from '@bufbuild/protobuf';
import type { PaginationSchema } from '@svc/contract';

export function toPagination(nextCursor: string | undefined): MessageInitShape<typeof PaginationSchema> {
  return nextCursor === undefined ? { hasMore: false } : { hasMore: true, nextCursor };
}
