import type { Prisma } from '@svc/relational';

/** Until the end of the transaction, nobody else counts the exports of the project in order to add one. */
export async function lockProject(tx: Prisma.TransactionClient, projectId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`exports/${projectId}`}, 0))`;
}
