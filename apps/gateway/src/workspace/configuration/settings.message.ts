import { fromJson, type JsonValue, type MessageInitShape } from '@bufbuild/protobuf';
import { ValueSchema, timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { CodehostConfigSchema, ConfigEntrySchema } from '@svc/contract';
import type { CodehostConfig, ConfigEntry } from '@svc/relational';

export function toConfigEntry(row: ConfigEntry): MessageInitShape<typeof ConfigEntrySchema> {
  return {
    id: row.id,
    key: row.key,
    configType: row.configType,
    version: row.version,
    createdAt: timestampFromDate(row.createdAt),
    updatedAt: timestampFromDate(row.updatedAt),
    updatedBy: row.updatedBy,
    ...(row.createdBy !== null && { createdBy: row.createdBy }),
    ...(row.sealed === null && { configValue: fromJson(ValueSchema, row.value as JsonValue) }),
  };
}

export function toCodehostConfig(row: CodehostConfig | null): MessageInitShape<typeof CodehostConfigSchema> {
  if (!row) return { enabled: false };
  const { enabled, repo, repoRoot, version, createdBy, createdAt, updatedBy, updatedAt } = row;
  return {
    enabled,
    repo,
    repoRoot,
    version,
    updatedBy,
    updatedAt: timestampFromDate(updatedAt),
    ...(createdBy !== null && { createdBy }),
    ...(createdAt && { createdAt: timestampFromDate(createdAt) }),
  };
}
