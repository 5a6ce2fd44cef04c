import { Inject, Injectable } from '@nestjs/common';
import { deadline } from '@svc/config';
import {
  isId,
  isLockTimeout,
  type Incident,
  type IncidentLink,
  type Prisma,
  type Relational,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';

/** An incident with its links, the earliest first. */
export type LinkedIncident = Incident & { readonly links: readonly IncidentLink[] };

export type NewIncident = Pick<Incident, 'projectId' | 'title' | 'description' | 'severity' | 'createdBy'> &
  Partial<Pick<Incident, 'escalationPolicyId' | 'correlationKey' | 'lastAlertAt'>>;
export type NewLink = Pick<IncidentLink, 'type' | 'ref'> &
  Partial<Pick<IncidentLink, 'correlationReason' | 'alertState'>>;
export type IncidentChange = Prisma.IncidentUncheckedUpdateInput;

const WITH_LINKS = {
  include: { links: { orderBy: [{ createdAt: 'asc' as const }, { id: 'asc' as const }] } },
};
/** Time that a change waits for other changes of the same incident. */
const LOCK_TIMEOUT_MS = deadline(5_000);

/** Incidents of one project. Deleted incidents and incidents of other projects are not found. */
@Injectable()
export class IncidentsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.relational.client.$transaction(work);
  }

  async find(projectId: string, id: string, tx: Transaction = this.relational.client): Promise<LinkedIncident | null> {
    return isId(id) ? tx.incident.findFirst({ where: { projectId, id, deletedAt: null }, ...WITH_LINKS }) : null;
  }

  /**
   * Reads an incident and locks it until the end of the transaction.
   * @throws ServiceError unavailable if other changes of the incident take too long.
   */
  async lock(tx: Transaction, projectId: string, id: string): Promise<LinkedIncident | null> {
    if (!isId(id)) return null;
    try {
      await tx.$queryRaw`SELECT set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`;
      await tx.$queryRaw`SELECT 1 FROM incidents WHERE id = ${id}::uuid AND project_id = ${projectId}::uuid FOR UPDATE`;
    } catch (cause) {
      if (isLockTimeout(cause)) throw new ServiceError('unavailable', { cause });
      throw cause;
    }
    return this.find(projectId, id, tx);
  }

  /** Inserts an open incident with the next number of its project, at version 0: its first change makes it 1. */
  async insert(tx: Transaction, incident: NewIncident, now: Date): Promise<Incident> {
    const [counter] = await tx.$queryRaw<{ last: number }[]>`
      INSERT INTO incident_counters (project_id, last) VALUES (${incident.projectId}::uuid, 1)
      ON CONFLICT (project_id) DO UPDATE SET last = incident_counters.last + 1 RETURNING last`;
    const number = counter?.last ?? 1;
    const data = { ...incident, number, state: 'open', version: 0n, createdAt: now, updatedAt: now };
    return tx.incident.create({ data });
  }

  update(tx: Transaction, id: string, change: IncidentChange): Promise<LinkedIncident> {
    return tx.incident.update({ where: { id }, data: change, ...WITH_LINKS });
  }

  async addLinks(
    tx: Transaction,
    { id: incidentId, projectId }: Pick<Incident, 'id' | 'projectId'>,
    links: readonly NewLink[],
    createdBy: string,
    createdAt: Date,
  ): Promise<void> {
    const data = links.map((link) => ({ ...link, incidentId, projectId, createdBy, createdAt }));
    await tx.incidentLink.createMany({ data });
  }

  async removeLink(tx: Transaction, id: string): Promise<void> {
    await tx.incidentLink.delete({ where: { id } });
  }
}
