import { Inject, Injectable } from '@nestjs/common';
import type { Incident, IncidentEntry, Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import type { Actor, NewEntry } from './entry.js';

/** The timelines of incidents. Entries are only added, so a reader that knows the last sequence number has everything before it. */
@Injectable()
export class TimelineRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /**
   * Adds what the service itself did, without a new version: responders who write at the same time do not conflict with it.
   * @returns false if there is no such incident.
   */
  async append(
    tx: Transaction,
    incidentId: string,
    entries: readonly NewEntry[],
    actor: Actor,
    now: Date,
  ): Promise<boolean> {
    const [incident] = await tx.incident.updateManyAndReturn({
      where: { id: incidentId, deletedAt: null },
      data: { lastSeq: { increment: entries.length } },
    });
    if (incident) await this.insert(tx, incident, entries, actor, now);
    return incident !== undefined;
  }

  /**
   * Inserts the entries that the sequence number of the incident already includes. The transaction holds the row of the incident, so that
   * entries are committed in the order of their sequence numbers.
   */
  async insert(
    tx: Transaction,
    { id: incidentId, projectId, lastSeq }: Incident,
    entries: readonly NewEntry[],
    actor: Actor,
    now: Date,
  ): Promise<void> {
    const first = lastSeq - BigInt(entries.length) + 1n;
    const shared = { incidentId, projectId, at: now, actorType: actor.type, actorId: actor.id };
    await tx.incidentEntry.createMany({
      data: entries.map(({ kind, data = {} }, index) => ({ ...shared, seq: first + BigInt(index), kind, data })),
    });
  }

  /** The earliest first. */
  after(incidentId: string, seq: bigint, take: number): Promise<IncidentEntry[]> {
    return this.relational.client.incidentEntry.findMany({
      where: { incidentId, seq: { gt: seq } },
      orderBy: { seq: 'asc' },
      take,
    });
  }

  /** The last entries, the latest first. */
  latest(incidentId: string, take: number): Promise<IncidentEntry[]> {
    return this.relational.client.incidentEntry.findMany({ where: { incidentId }, orderBy: { seq: 'desc' }, take });
  }
}
