import type { Prisma } from '@svc/relational';

/** The next place in the one order of requests and withdrawals. Clocks of several machines would not give one. */
export async function nextPosition(tx: Prisma.TransactionClient): Promise<bigint> {
  const [row] = await tx.$queryRaw<[{ position: bigint }]>`
    SELECT nextval(pg_get_serial_sequence('notification_withdrawals', 'position')) AS position`;
  return row.position;
}
