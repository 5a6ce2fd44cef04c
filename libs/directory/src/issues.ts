import { isId, type Issue, type Ticket, type Transaction } from '@svc/relational';

/** @returns null for an issue that is unknown, of another project or merged into another one. */
export async function findIssue(tx: Transaction, projectId: string, id: string): Promise<Issue | null> {
  return isId(id) ? tx.issue.findFirst({ where: { id, projectId, mergedInto: null } }) : null;
}

/** Tickets of an issue, the earliest first. */
export function findTickets(tx: Transaction, projectId: string, issueId: string, take: number): Promise<Ticket[]> {
  return tx.ticket.findMany({
    where: { projectId, issueId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take,
  });
}
