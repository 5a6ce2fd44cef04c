import type { Transaction } from '@svc/relational';

/** Until the end of the transaction, nobody else counts the exports of the project in order to add one. */
export async function lockProject(tx: Transaction, projectId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`exports/${projectId}`}, 0))`;
}
