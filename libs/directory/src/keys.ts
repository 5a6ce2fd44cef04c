import type { Transaction } from '@svc/relational';

/** An API key and the project in which it is used. */
export interface KeyUse {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string;
}

export interface ValidKey {
  /** A key follows the role of the user for whom it acts. */
  readonly role: string;
  readonly scopes: readonly string[];
}

/** @returns undefined for a key that is unknown, revoked, expired or of another project. */
export async function findValidKey(
  tx: Transaction,
  { id, organizationId, projectId }: KeyUse,
  now: Date,
): Promise<ValidKey | undefined> {
  const key = await tx.apiKey.findFirst({
    where: {
      id,
      organizationId,
      revokedAt: null,
      AND: [{ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }, { OR: [{ projectId: null }, { projectId }] }],
    },
    select: { role: true, scopes: true, membership: { select: { role: true } } },
  });
  return key ? { role: key.membership?.role ?? key.role, scopes: key.scopes } : undefined;
}
