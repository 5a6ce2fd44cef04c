import type { MessageInitShape } from '@bufbuild/protobuf';
import type { AccountIdentitySchema, CallContext } from '@svc/contract';
import type { Organization } from '@svc/relational';

/** @param ingestUrl the address of ingestion, if it is known. */
export function toIdentity(
  context: CallContext,
  organization: Organization,
  ingestUrl: string | undefined,
): MessageInitShape<typeof AccountIdentitySchema> {
  return {
    organization: { id: organization.id, name: organization.name },
    principal: { type: context.principalType, id: context.principalId, name: context.principalName },
    role: context.role,
    scopes: [...context.scopes].sort(),
    ...(context.boundProjectId !== '' && { projectId: context.boundProjectId }),
    ...(ingestUrl !== undefined && { ingestUrl }),
  };
}
