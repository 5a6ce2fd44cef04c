import { create } from '@bufbuild/protobuf';
import { CallContextSchema, type CallContext } from '@svc/contract';
import type { Project } from '@svc/relational';
import type { FastifyRequest } from 'fastify';
import type { Credential } from '../workspace/keys/credential.js';
import { toProjectContext } from '../workspace/projects/project.message.js';

/** The properties of a request that are passed to services. */
export type RequestSource = Pick<FastifyRequest, 'id' | 'ip'> & {
  /** The interface that the request came through, if it is not REST; the audit log names it. */
  readonly via?: 'mcp';
};

/** The context that services receive for a request of a public operation, which has no caller. */
export function toPublicContext({ id, ip }: RequestSource): CallContext {
  return create(CallContextSchema, { requestId: id, sourceAddress: ip });
}

/**
 * The context that services receive for a request. Only its ID and address come from the request itself.
 * @param reads the resource that the operation reads, as scopes name it.
 */
export function toCallContext(
  { id: requestId, ip: sourceAddress }: RequestSource,
  { id: credentialId, isPublishable, principal }: Pick<Credential, 'id' | 'isPublishable' | 'principal'>,
  project: Project | undefined,
  reads?: string,
): CallContext {
  return create(CallContextSchema, {
    requestId,
    sourceAddress,
    credentialId,
    isPublishable,
    organizationId: principal.organizationId,
    principalType: principal.type,
    principalId: principal.id,
    principalName: principal.name,
    role: principal.role,
    scopes: [...principal.scopes],
    boundProjectId: principal.boundProjectId ?? '',
    userId: principal.userId ?? '',
    ...(project && { project: toProjectContext(project, reads) }),
  });
}
