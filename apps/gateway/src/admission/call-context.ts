import { create } from '@bufbuild/protobuf';
import type { Principal } from '@svc/auth';
import { CallContextSchema, type CallContext } from '@svc/contract';
import type { Project } from '@svc/relational';
import { toProjectContext } from '../workspace/projects/project.message.js';

/** What services learn about a request. Only its id comes from the request itself. */
export function toCallContext(requestId: string, principal: Principal, project: Project | undefined): CallContext {
  return create(CallContextSchema, {
    requestId,
    organizationId: principal.organizationId,
    principalType: principal.type,
    principalId: principal.id,
    principalName: principal.name,
    role: principal.role,
    scopes: [...principal.scopes],
    boundProjectId: principal.boundProjectId ?? '',
    userId: principal.userId ?? '',
    ...(project && { project: toProjectContext(project) }),
  });
}
