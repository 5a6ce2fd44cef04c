import { isId, type Issue, type Ticket, type Transaction } from '@svc/relational';

/** @returns null for an issue that is unknown, of another project or merged into another one. */
export async function findIssue(tx: Transaction, projectId: string, id: string): Promise<Issue | null> {
  return isId(id) ? tx.issue.findFirst({ where: { id, projectId, mergedInto: null } }) : null;
}

/**
 * Issues by the IDs that refer to them: the ID of an issue, and those of the issues that were merged into it. IDs that are unknown or of
 * another project are absent.
 */
export async function findCanonicalIssues(
  tx: Transaction,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Issue>> {
  const asked = [...new Set(ids)].filter((id) => isId(id));
  if (asked.length === 0) return new Map();
  const found = await tx.issue.findMany({ where: { projectId, id: { in: asked } } });
  const targets = found.flatMap(({ mergedInto }) => mergedInto ?? []);
  // Merges are flat, so a second level appears only if a target is merged between the two reads.
  const canonical = await findCanonicalIssues(tx, projectId, targets);
  return new Map(
    found.flatMap((issue) => {
      const one = issue.mergedInto === null ? issue : canonical.get(issue.mergedInto);
      return one ? [[issue.id, one] as const] : [];
    }),
  );
}

/** @returns the issue that an ID refers to, as `findCanonicalIssues` does; null if there is none. */
export async function findCanonicalIssue(tx: Transaction, projectId: string, id: string): Promise<Issue | null> {
  return (await findCanonicalIssues(tx, projectId, [id])).get(id) ?? null;
}

/** Tickets of an issue, the earliest first. */
export function findTickets(tx: Transaction, projectId: string, issueId: string, take: number): Promise<Ticket[]> {
  return tx.ticket.findMany({
    where: { projectId, issueId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take,
  });
}
