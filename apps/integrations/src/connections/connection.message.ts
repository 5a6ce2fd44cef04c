import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ConnectionSchema } from '@svc/contract';
import type { Connection } from '@svc/relational';

/** Everything but the secrets. */
export function toConnectionMessage(connection: Connection, now: Date): MessageInitShape<typeof ConnectionSchema> {
  const { sealed: _, createdAt, updatedAt, pausedUntil, siteUrl, ...shown } = connection;
  return {
    ...shown,
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
    ...(siteUrl !== null && { siteUrl }),
    ...(pausedUntil && pausedUntil > now && { pausedUntil: timestampFromDate(pausedUntil) }),
  };
}
