import type { FactSource, IdentityFact, Verdict } from '@svc/persons';
import { Prisma, type Transaction } from '@svc/relational';

/** A fact as it is stored. */
export interface StoredFact extends IdentityFact {
  readonly event: string;
  readonly isLink: boolean;
  readonly verdict: Verdict | null;
}

/** A fact as it arrives. */
export type NewFact = Pick<StoredFact, 'anonDistinctId' | 'distinctId' | 'time' | 'messageId' | 'event'>;

export interface Alias {
  readonly distinctId: string;
  readonly canonicalDistinctId: string;
  readonly linkedTo: string;
}

/**
 * The identities of one project, inside one transaction. Call `lock` before any change: it serializes changes to a
 * project's persons across processes.
 */
export class IdentityRepository implements FactSource<StoredFact> {
  constructor(
    private readonly transaction: Transaction,
    private readonly projectNumber: number,
  ) {}

  /** The version for this transaction's writes: greater than all previous ones, even of rolled-back transactions. */
  async lock(nowMs: number): Promise<bigint> {
    const version = BigInt(nowMs) * 1_000_000n;
    const [row] = await this.transaction.$queryRaw<{ version: bigint }[]>`
      INSERT INTO person_revisions (project_number, version) VALUES (${this.projectNumber}, ${version})
      ON CONFLICT (project_number)
      DO UPDATE SET version = GREATEST(person_revisions.version + 1, EXCLUDED.version) RETURNING version`;
    return row?.version ?? version;
  }

  /** Stores the first fact of each pair of IDs; returns the facts that were new or earlier than the stored ones. */
  async keep(facts: readonly (NewFact & Pick<StoredFact, 'isLink' | 'verdict'>)[]): Promise<NewFact[]> {
    const column = <Value>(of: (fact: (typeof facts)[number]) => Value): Value[] => facts.map(of);
    return this.transaction.$queryRaw<NewFact[]>`
      INSERT INTO identity_facts AS known
        (project_number, anon_distinct_id, distinct_id, time, message_id, event, is_link, verdict)
      SELECT ${this.projectNumber}, anon, distinct_id, time, message_id, event, is_link, NULLIF(verdict, '') FROM unnest(
        ${column((fact) => fact.anonDistinctId)}::text[], ${column((fact) => fact.distinctId)}::text[],
        ${column((fact) => String(fact.time))}::bigint[], ${column((fact) => fact.messageId)}::text[],
        ${column((fact) => fact.event)}::text[], ${column((fact) => fact.isLink)}::boolean[],
        ${column((fact) => fact.verdict ?? '')}::text[])
        AS fact (anon, distinct_id, time, message_id, event, is_link, verdict)
      ON CONFLICT (project_number, anon_distinct_id, distinct_id)
      DO UPDATE SET time = EXCLUDED.time, message_id = EXCLUDED.message_id, event = EXCLUDED.event
      WHERE (EXCLUDED.time, EXCLUDED.message_id COLLATE "C") < (known.time, known.message_id COLLATE "C")
      RETURNING anon_distinct_id AS "anonDistinctId", distinct_id AS "distinctId", time, message_id AS "messageId", event`;
  }

  firstLinks(ids: readonly string[]): Promise<StoredFact[]> {
    return this.#firstOfEach(ids, Prisma.sql`anon_distinct_id = id AND is_link AND undone_at IS NULL`, 1);
  }

  firstNamings(ids: readonly string[]): Promise<StoredFact[]> {
    return this.#firstOfEach(ids, Prisma.sql`distinct_id = id`, 1);
  }

  linksTo(ids: readonly string[], count: number): Promise<StoredFact[]> {
    return this.#firstOfEach(ids, Prisma.sql`distinct_id = id AND is_link AND undone_at IS NULL`, count);
  }

  /** Links that have the ID as the anonymous one, to any other ID. */
  linksFrom(distinctId: string, count: number): Promise<StoredFact[]> {
    return this.#firstOfEach(
      [distinctId],
      Prisma.sql`anon_distinct_id = id AND anon_distinct_id <> distinct_id`,
      count,
    );
  }

  findAliases(ids: readonly string[]): Promise<Alias[]> {
    return this.transaction.personAlias.findMany({
      where: { projectNumber: this.projectNumber, distinctId: { in: [...ids] } },
      select: { distinctId: true, canonicalDistinctId: true, linkedTo: true },
    });
  }

  async replaceAliases(gone: readonly string[], now: readonly Alias[]): Promise<void> {
    const { projectNumber } = this;
    const distinctId = { in: [...gone, ...now.map((alias) => alias.distinctId)] };
    await this.transaction.personAlias.deleteMany({ where: { projectNumber, distinctId } });
    await this.transaction.personAlias.createMany({ data: now.map((alias) => ({ ...alias, projectNumber })) });
  }

  async judge(verdicts: Iterable<readonly [IdentityFact, Verdict]>): Promise<void> {
    const judged = [...verdicts];
    await this.transaction.$executeRaw`
      UPDATE identity_facts SET verdict = judged.verdict
      FROM unnest(${judged.map(([fact]) => fact.anonDistinctId)}::text[], ${judged.map(([fact]) => fact.distinctId)}::text[],
                  ${judged.map(([, verdict]) => verdict)}::text[]) AS judged (anon, distinct_id, verdict)
      WHERE project_number = ${this.projectNumber} AND anon_distinct_id = judged.anon
        AND identity_facts.distinct_id = judged.distinct_id`;
  }

  async undo(facts: readonly IdentityFact[], by: string, at: Date): Promise<void> {
    const pairs = facts.map(({ anonDistinctId, distinctId }) => ({ anonDistinctId, distinctId }));
    await this.transaction.identityFact.updateMany({
      where: { projectNumber: this.projectNumber, undoneAt: null, OR: pairs },
      data: { undoneAt: at, undoneBy: by, verdict: 'undone' satisfies Verdict },
    });
  }

  /** Deletes all facts about the IDs; returns the other IDs of those facts. */
  async forget(ids: readonly string[]): Promise<string[]> {
    const { projectNumber } = this;
    const ofThem = { in: [...ids] };
    const gone = await this.transaction.$queryRaw<{ anon: string; id: string }[]>`
      DELETE FROM identity_facts
      WHERE project_number = ${projectNumber} AND (anon_distinct_id = ANY(${[...ids]}) OR distinct_id = ANY(${[...ids]}))
      RETURNING anon_distinct_id AS anon, distinct_id AS id`;
    await this.transaction.personAlias.deleteMany({ where: { projectNumber, distinctId: ofThem } });
    const erased = new Set(ids);
    return gone.flatMap(({ anon, id }) => [anon, id]).filter((id) => !erased.has(id));
  }

  #firstOfEach(ids: readonly string[], condition: Prisma.Sql, count: number): Promise<StoredFact[]> {
    return this.transaction.$queryRaw<StoredFact[]>`
      SELECT fact.* FROM unnest(${[...ids]}::text[]) AS id CROSS JOIN LATERAL (
        SELECT anon_distinct_id AS "anonDistinctId", distinct_id AS "distinctId", time, message_id AS "messageId", event,
               is_link AS "isLink", verdict, undone_at IS NOT NULL AS "isUndone"
        FROM identity_facts WHERE project_number = ${this.projectNumber} AND ${condition}
        ORDER BY time, message_id COLLATE "C", anon_distinct_id COLLATE "C", distinct_id COLLATE "C" LIMIT ${count}
      ) AS fact`;
  }
}
