import { Inject, Injectable } from '@nestjs/common';
import type {
  IncidentsDeleteRequest,
  IncidentsLinkRequest,
  IncidentsUnlinkRequest,
  IncidentsUpdateRequest,
} from '@svc/contract';
import type { Transaction } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { notFound, ServiceError } from '@svc/service-error';
import { LinkTargets } from '../case-file/link-targets.js';
import { IncidentsRepository, type LinkedIncident } from '../incidents.repository.js';
import type { NewEntry } from '../timeline/entry.js';
import type { Responder } from '../timeline/responder.js';
import { IncidentChanges, type Change } from './incident-changes.js';
import { IncidentEscalations } from './incident-escalations.js';
import { MAX_LINKS } from './max-links.js';

interface EditRequest {
  readonly incidentId: string;
  readonly expectedVersion?: bigint;
}

/** Changes that leave the status as it is. */
@Injectable()
export class EditsService {
  constructor(
    private readonly incidents: IncidentsRepository,
    private readonly changes: IncidentChanges,
    private readonly targets: LinkTargets,
    private readonly escalations: IncidentEscalations,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  update(responder: Responder, request: IncidentsUpdateRequest): Promise<LinkedIncident> {
    return this.#edit(responder, request, (_, incident) => Promise.resolve(contentChange(incident, request)));
  }

  async link(responder: Responder, request: IncidentsLinkRequest): Promise<LinkedIncident> {
    const target = { type: request.type, ref: request.ref };
    await this.targets.check([target], responder, () => 'ref');
    return this.#edit(responder, request, async (tx, incident, now) => {
      if (incident.links.some(({ type, ref }) => type === target.type && ref === target.ref)) return undefined;
      if (incident.links.length >= MAX_LINKS)
        throw new ServiceError('state_conflict', {
          message: `The incident has ${MAX_LINKS} links, which is the most.`,
        });
      await this.incidents.addLinks(tx, incident, [target], responder.actor.id, now);
      return { entries: [{ kind: 'link_added', data: target }] };
    });
  }

  unlink(responder: Responder, request: IncidentsUnlinkRequest): Promise<LinkedIncident> {
    return this.#edit(responder, request, async (tx, incident) => {
      const link = incident.links.find(({ id }) => id === request.linkId);
      if (!link) throw notFound();
      await this.incidents.removeLink(tx, link.id);
      return { entries: [{ kind: 'link_removed', data: { type: link.type, ref: link.ref } }] };
    });
  }

  async delete(responder: Responder, { incidentId, expectedVersion }: IncidentsDeleteRequest): Promise<void> {
    await this.incidents.transaction(async (tx) => {
      const incident = await this.changes.lock(tx, responder.projectId, incidentId, expectedVersion);
      if (incident.state !== 'resolved' && !responder.isAdmin)
        throw new ServiceError('state_conflict', {
          message: `The incident is ${incident.state}. Only an owner or admin can delete an incident that is not resolved.`,
        });
      const now = new Date(this.clock());
      await this.escalations.follow(tx, incident, 'delete', now);
      await this.incidents.update(tx, incident.id, { deletedAt: now });
    });
  }

  /** @param decide returns undefined if everything is already as requested. */
  #edit(
    responder: Responder,
    { incidentId, expectedVersion }: EditRequest,
    decide: (tx: Transaction, incident: LinkedIncident, now: Date) => Promise<Change | undefined>,
  ): Promise<LinkedIncident> {
    return this.incidents.transaction(async (tx) => {
      const incident = await this.changes.lock(tx, responder.projectId, incidentId, expectedVersion);
      const now = new Date(this.clock());
      const change = await decide(tx, incident, now);
      return change ? this.changes.apply(tx, incident.id, change, responder, now) : incident;
    });
  }
}

function contentChange(incident: LinkedIncident, request: IncidentsUpdateRequest): Change | undefined {
  const { title = incident.title, description = incident.description, severity = incident.severity } = request;
  const entries: NewEntry[] = [];
  if (title !== incident.title) entries.push({ kind: 'title_changed', data: { from: incident.title, to: title } });
  if (severity !== incident.severity)
    entries.push({ kind: 'severity_changed', data: { from: incident.severity, to: severity } });
  if (description !== incident.description) entries.push({ kind: 'description_changed', data: { to: description } });
  return entries.length === 0 ? undefined : { columns: { title, description, severity }, entries };
}
