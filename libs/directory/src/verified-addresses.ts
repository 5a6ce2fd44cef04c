import type { Transaction } from '@svc/relational';

export interface ProjectAddress {
  readonly projectId: string;
  /** In lower case. */
  readonly address: string;
}

/**
 * Those of the addresses that members of the organization of the project have verified: their own, or one of their contact methods.
 */
export function findVerifiedAddresses(
  tx: Transaction,
  addresses: readonly ProjectAddress[],
): Promise<ProjectAddress[]> {
  if (addresses.length === 0) return Promise.resolve([]);
  return tx.$queryRaw<ProjectAddress[]>`
    SELECT wanted."projectId", wanted.address
    FROM jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb) AS wanted("projectId" uuid, address text)
    JOIN projects p ON p.id = wanted."projectId"
    WHERE EXISTS (
      SELECT 1 FROM users u JOIN memberships m ON m.user_id = u.id
      WHERE u.email = wanted.address AND u.email_verified_at IS NOT NULL AND m.organization_id = p.organization_id
    ) OR EXISTS (
      SELECT 1 FROM contact_methods c
      JOIN memberships m ON m.organization_id = c.organization_id AND m.user_id = c.principal_id
      WHERE c.organization_id = p.organization_id AND c.type = 'email' AND c.value = wanted.address
        AND c.verified_at IS NOT NULL)`;
}
