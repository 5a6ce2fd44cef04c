import type { Transaction } from '@svc/relational';

/** The subject of a notification: `incident/<id>`. Receivers fold the notifications of one subject and get them in order. */
export type Subject = `${'alert' | 'incident' | 'anomaly'}/${string}`;

/** The next place in the one order of requests and withdrawals. Clocks of several machines would not give one. */
export async function nextPosition(tx: Transaction): Promise<bigint> {
  const [position] = await nextPositions(tx, 1);
  return position ?? 0n;
}

/** The next places, in ascending order. */
export async function nextPositions(tx: Transaction, count: number): Promise<bigint[]> {
  if (count === 0) return [];
  const rows = await tx.$queryRaw<{ position: bigint }[]>`
    SELECT nextval(pg_get_serial_sequence('notification_withdrawals', 'position')) AS position
    FROM generate_series(1, ${count}::integer) ORDER BY 1`;
  return rows.map(({ position }) => position);
}
