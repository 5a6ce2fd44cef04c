import type { Transaction } from '@svc/relational';
import type { FastifyRequest } from 'fastify';

/** The request by which a user joined or signed in. It is not an operation with a credential, so `Audit` does not run it. */
export interface AuditSource {
  /** Id of the operation or route. */
  readonly operation: string;
  readonly requestId: string;
  readonly sourceAddress: string;
}

/** The member whose act is recorded. */
export interface ActingMember {
  readonly organizationId: string;
  readonly userId: string;
  readonly user: { readonly name: string };
}

/** The result of the act. */
interface ActOutcome {
  readonly status: number;
  /** Code of a refusal. */
  readonly error?: string;
  /** The granted permissions; no secret, personal data or free text. */
  readonly details?: Readonly<Record<string, string>>;
}

/** The source of a request by which a user signs in. */
export function toAuditSource(operation: string, { id, ip }: FastifyRequest): AuditSource {
  return { operation, requestId: id, sourceAddress: ip };
}

/** Records an act of a user in the transaction of the act: neither exists without the other. */
export async function recordAudit(
  { auditEntry }: Transaction,
  { organizationId, userId, user }: ActingMember,
  { operation, requestId, sourceAddress }: AuditSource,
  at: Date,
  { status, error, details }: ActOutcome = { status: 200 },
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
      ...(details && { details }),
      requestId,
      sourceAddress,
      outcome: { create: { organizationId, at, status, error: error ?? null } },
    },
  });
}

/** Records an act of a user in every organization that the user is a member of. */
export async function recordUserAudit(
  transaction: Transaction,
  userId: string,
  source: AuditSource,
  at: Date,
): Promise<void> {
  const members = await transaction.membership.findMany({ where: { userId }, include: { user: true } });
  for (const member of members) await recordAudit(transaction, member, source, at);
}
