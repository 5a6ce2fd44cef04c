import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ProjectContextSchema, ProjectSchema } from '@svc/contract';
import { getRetentionDays, retentionBySignal } from '@svc/directory';
import type { ErasureProgress } from '@svc/event-log/keys';
import type { Project, ProjectDeletion } from '@svc/relational';

export function toProject(row: Project, erasures?: ErasureProgress): MessageInitShape<typeof ProjectSchema> {
  return {
    id: row.id,
    ...toFields(row),
    state: 'active',
    ...(erasures && { personErasures: toPersonErasures(erasures) }),
  };
}

function toPersonErasures({ pending, oldestPendingAt, logClearedAt }: ErasureProgress) {
  return {
    pending,
    ...(oldestPendingAt && { oldestPendingAt: timestampFromDate(oldestPendingAt) }),
    ...(logClearedAt && { logClearedAt: timestampFromDate(logClearedAt) }),
  };
}

/** Converts the record of a deleted project. */
export function toDeletedProject(row: ProjectDeletion): MessageInitShape<typeof ProjectSchema> {
  return {
    id: row.projectId,
    ...toFields(row),
    state: row.completedAt ? 'deleted' : 'deleting',
    deletion: {
      requestedAt: timestampFromDate(row.requestedAt),
      ...(row.completedAt && { completedAt: timestampFromDate(row.completedAt) }),
      ...(row.logClearedAt && { logClearedAt: timestampFromDate(row.logClearedAt) }),
    },
  };
}

type CommonFields = Pick<
  Project,
  'slug' | 'name' | 'description' | 'version' | 'createdBy' | 'createdAt' | 'updatedAt'
>;

function toFields({ slug, name, description, version, createdBy, createdAt, updatedAt }: CommonFields) {
  return {
    slug,
    name,
    description,
    version: BigInt(version),
    ...(createdBy !== null && { createdBy }),
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
  };
}

/**
 * The properties of a project that other services need.
 * @param reads the resource that the request reads, as scopes name it; undefined if it reads none or several.
 */
export function toProjectContext(row: Project, reads?: string): MessageInitShape<typeof ProjectContextSchema> {
  const { id, number, ingestQuotaBytes } = row;
  const signalRetentionDays = retentionBySignal(row);
  return {
    id,
    number,
    retentionDays: getRetentionDays(signalRetentionDays, reads),
    signalRetentionDays,
    ...(ingestQuotaBytes !== null && { ingestQuotaBytes }),
  };
}
