import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ApiKeySchema } from '@svc/contract';
import type { ApiKey } from '@svc/relational';

export function toApiKey(row: ApiKey): MessageInitShape<typeof ApiKeySchema> {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    publishable: row.isPublishable,
    allowedOrigins: row.allowedOrigins,
    createdAt: timestampFromDate(row.createdAt),
    ...(row.projectId !== null && { projectId: row.projectId }),
    ...(row.expiresAt && { expiresAt: timestampFromDate(row.expiresAt) }),
    ...(row.lastUsedAt && { lastUsedAt: timestampFromDate(row.lastUsedAt) }),
    ...(row.revokedAt && { revokedAt: timestampFromDate(row.revokedAt) }),
  };
}
