import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ProjectContextSchema, ProjectSchema } from '@svc/contract';
import type { ErasureProgress } from '@svc/log-keys';
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

/** A project that is gone. */
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

/** What other services need to know about a project. */
export function toProjectContext(row: Project): MessageInitShape<typeof ProjectContextSchema> {
  return { id: row.id, number: row.number, retentionDays: row.retentionDays };
}
