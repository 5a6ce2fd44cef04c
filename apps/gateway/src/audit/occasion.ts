import type { Prisma } from '@svc/relational';
import type { Member } from '../members/memberships.repository.js';

/** By which request somebody joined or signed in: no operation with a credential, so the audit trail does not see it. */
export interface Occasion {
  /** Id of the operation or route. */
  readonly operation: string;
  readonly requestId: string;
  readonly sourceAddress: string;
}

/** Writes down what a person did, in the transaction that does it: neither is there without the other. */
export async function recordOccasion(
  { auditEntry }: Prisma.TransactionClient,
  { organizationId, userId, user }: Member,
  { operation, requestId, sourceAddress }: Occasion,
  at: Date,
): Promise<void> {
  await auditEntry.create({
    data: {
      organizationId,
      at,
      principalType: 'user',
      principalId: userId,
      principalName: user.name,
      operation,
      target: {},
      requestId,
      sourceAddress,
      outcome: { create: { at, status: 200 } },
    },
  });
}
