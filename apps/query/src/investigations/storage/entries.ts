import { readJson, type Investigation, type InvestigationEntry, type Prisma, type Transaction } from '@svc/relational';
import type { InvestigationStatus, NewEntry, StoredEntry } from '../terms/records.js';

/** An investigation, and the statuses in which it is changed. */
export interface ChangedInvestigation {
  readonly id: string;
  readonly from: readonly InvestigationStatus[];
}

/** A change of an investigation. */
export interface Change {
  readonly entries: readonly NewEntry[];
  /** Other columns to set. */
  readonly data?: Prisma.InvestigationUpdateManyMutationInput;
  /** The round of the entries; the present one without it. */
  readonly round?: number;
  readonly now: Date;
}

/**
 * Changes an investigation and adds entries, except those whose keys it has. The row is locked until the end of the transaction, so entries
 * are committed in the order of their sequence numbers.
 *
 * @returns the changed investigation; undefined if it is in none of the statuses.
 */
export async function change(
  tx: Transaction,
  { id, from }: ChangedInvestigation,
  { entries, data = {}, round, now }: Change,
): Promise<Investigation | undefined> {
  const [locked] = await tx.$queryRaw<{ project_id: string; last_seq: bigint; round: number }[]>`
    SELECT project_id, last_seq, round FROM investigations WHERE id = ${id}::uuid AND status = ANY(${[...from]}) FOR UPDATE`;
  if (!locked) return undefined;
  const fresh = await withoutKnown(tx, id, entries);
  await tx.investigationEntry.createMany({
    data: fresh.map((entry, index) => ({
      investigationId: id,
      seq: locked.last_seq + BigInt(index) + 1n,
      projectId: locked.project_id,
      round: round ?? locked.round,
      kind: entry.kind,
      key: entry.key,
      // The types of the data only have values that JSON does not change.
      data: entry.data as unknown as Prisma.InputJsonObject,
      at: now,
    })),
  });
  const [changed] = await tx.investigation.updateManyAndReturn({
    where: { id },
    data: { ...data, lastSeq: { increment: fresh.length } },
  });
  return changed;
}

async function withoutKnown(tx: Transaction, id: string, entries: readonly NewEntry[]): Promise<readonly NewEntry[]> {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const known = await tx.investigationEntry.findMany({
    where: { investigationId: id, key: { in: [...byKey.keys()] } },
    select: { key: true },
  });
  for (const { key } of known) byKey.delete(key);
  return [...byKey.values()];
}

/** The column only holds what `change` has written. */
export function toStoredEntry({ kind, seq, round, at, data }: InvestigationEntry): StoredEntry {
  return { kind, data: readJson(data), seq, round, at } as StoredEntry;
}
