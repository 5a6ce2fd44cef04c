import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ProjectContextSchema, ProjectSchema } from '@svc/contract';
import type { Project } from '@svc/relational';

export function toProject(row: Project): MessageInitShape<typeof ProjectSchema> {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    createdAt: timestampFromDate(row.createdAt),
    updatedAt: timestampFromDate(row.updatedAt),
  };
}

/** What the services behind the gateway need to know of a project. */
export function toProjectContext(row: Project): MessageInitShape<typeof ProjectContextSchema> {
  return { id: row.id, number: row.number, retentionDays: row.retentionDays };
}
