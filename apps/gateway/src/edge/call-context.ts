import { create } from '@bufbuild/protobuf';
import { CallContextSchema, type CallContext } from '@svc/contract';
import type { ApiKey, Project } from '@svc/relational';
import { toProjectContext } from '../projects/project.message.js';

/** What the services behind the gateway learn about a request. Nothing in it comes from the request itself but its id. */
export function toCallContext(requestId: string, key: ApiKey, project: Project | undefined): CallContext {
  return create(CallContextSchema, {
    requestId,
    organizationId: key.organizationId,
    principalType: 'api_key',
    principalId: key.id,
    principalName: key.name,
    role: key.role,
    scopes: key.scopes,
    boundProjectId: key.projectId ?? '',
    ...(project && { project: toProjectContext(project) }),
  });
}
