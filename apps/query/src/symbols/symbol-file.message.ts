import { create, type JsonObject } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { SymbolFileSchema, type SymbolFile as SymbolFileMessage } from '@svc/contract';
import type { SymbolFile } from '@svc/relational';

export function toMessage(row: SymbolFile): SymbolFileMessage {
  const { createdAt, createdBy, details, projectId: _projectId, objectKey: _objectKey, ...same } = row;
  return create(SymbolFileSchema, {
    ...same,
    details: details as JsonObject,
    ...(createdBy !== null && { createdBy }),
    createdAt: timestampFromDate(createdAt),
  });
}
