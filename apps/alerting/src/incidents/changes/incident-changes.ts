import { Injectable } from '@nestjs/common';
import type { Prisma, Transaction } from '@svc/relational';
import { requireVersion } from '@svc/service-error';
import { recordEvent } from '@svc/work';
import { incidentNumber } from '../incident.message.js';
import { IncidentsRepository, type IncidentChange, type LinkedIncident } from '../incidents.repository.js';
import type { NewEntry } from '../timeline/entry.js';
import type { Author } from '../timeline/responder.js';
import { TimelineRepository } from '../timeline/timeline.repository.js';

type IncidentEvent = 'created' | 'acknowledged' | 'resolved' | 'reopened' | 'commented';

/** A change of an incident with its consequences. */
export interface Change {
  readonly columns?: IncidentChange;
  /** Entries of the timeline, at least one. */
  readonly entries: readonly NewEntry[];
  readonly event?: IncidentEvent;
  /** Data of the event in addition to the incident. */
  readonly eventData?: Prisma.InputJsonObject;
}

/** Writes what responders and the service did: the incident, its timeline and the event for channels, in one transaction. */
@Injectable()
export class IncidentChanges {
  constructor(
    private readonly incidents: IncidentsRepository,
    private readonly timelines: TimelineRepository,
  ) {}

  /**
   * The incident as the caller last read it, locked until the end of the transaction.
   * @param expectedVersion undefined for any version.
   * @throws ServiceError not_found, version_conflict, unavailable.
   */
  async lock(
    tx: Transaction,
    projectId: string,
    incidentId: string,
    expectedVersion: bigint | undefined,
  ): Promise<LinkedIncident> {
    return requireVersion(await this.incidents.lock(tx, projectId, incidentId), expectedVersion);
  }

  /** Gives a locked incident its next version. */
  async apply(tx: Transaction, incidentId: string, change: Change, author: Author, now: Date): Promise<LinkedIncident> {
    const { columns, entries, event, eventData } = change;
    const changed = await this.incidents.update(tx, incidentId, {
      ...columns,
      version: { increment: 1 },
      lastSeq: { increment: entries.length },
      updatedAt: now,
    });
    await this.timelines.insert(tx, changed, entries, author.actor, now);
    if (event) await this.announce(tx, changed, event, author, now, eventData);
    return changed;
  }

  async announce(
    tx: Transaction,
    incident: LinkedIncident,
    event: IncidentEvent,
    { name }: Author,
    occurredAt: Date,
    more: Prisma.InputJsonObject = {},
  ): Promise<void> {
    const { id, projectId, title, state, severity, version, createdAt } = incident;
    const about = { id, number: incidentNumber(incident), title, status: state, severity, version: Number(version) };
    const data = { ...about, since: createdAt.toISOString(), by: name, ...more };
    await recordEvent(tx, { projectId, type: `incident.${event}`, subject: id, occurredAt, data });
  }
}
