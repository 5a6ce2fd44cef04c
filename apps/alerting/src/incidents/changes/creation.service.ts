import { Inject, Injectable } from '@nestjs/common';
import type { Incident as IncidentMessage, IncidentLinkTarget, IncidentsCreateRequest } from '@svc/contract';
import { idempotencyKey } from '@svc/idempotency';
import { CLOCK, type Clock } from '@svc/runtime';
import { LinkTargets } from '../case-file/link-targets.js';
import { IncidentsRepository } from '../incidents.repository.js';
import type { NewEntry } from '../timeline/entry.js';
import type { Responder } from '../timeline/responder.js';
import { IncidentChanges } from './incident-changes.js';
import { IncidentEscalations } from './incident-escalations.js';
import { Once } from './once.js';
import { PolicyReferences } from './policy-references.js';

/** Severity of incidents that are created without one: a limited impact. 1 is the highest severity, 4 the lowest. */
const DEFAULT_SEVERITY = 3;

/** Creates incidents. */
@Injectable()
export class CreationService {
  constructor(
    private readonly incidents: IncidentsRepository,
    private readonly changes: IncidentChanges,
    private readonly targets: LinkTargets,
    private readonly policies: PolicyReferences,
    private readonly escalations: IncidentEscalations,
    private readonly once: Once,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  create(responder: Responder, request: IncidentsCreateRequest): Promise<IncidentMessage> {
    const { title, description = '', severity = DEFAULT_SEVERITY, idempotencyKey: key, escalationPolicyId } = request;
    const { projectId, actor } = responder;
    const links = distinct(request.links);
    return this.once.run(
      {
        projectId,
        keyOwner: actor.id,
        operation: 'incidents.create',
        path: '/incidents',
        key: idempotencyKey(key, { required: false }),
        body: { title, description, severity, links, ...(escalationPolicyId !== undefined && { escalationPolicyId }) },
      },
      async (tx) => {
        await this.targets.check(request.links, responder, (index) => `links[${index}].ref`);
        await this.policies.check(escalationPolicyId, responder, tx);
        const now = new Date(this.clock());
        const content = { title, description, severity, escalationPolicyId: escalationPolicyId ?? null };
        const { id } = await this.incidents.insert(tx, { projectId, ...content, createdBy: actor.id }, now);
        await this.incidents.addLinks(tx, { id, projectId }, links, actor.id, now);
        const entries: NewEntry[] = [
          { kind: 'created', data: { title, severity } },
          ...links.map((data) => ({ kind: 'link_added' as const, data })),
        ];
        const created = await this.changes.apply(tx, id, { entries, event: 'created' }, responder, now);
        await this.escalations.start(tx, created, now);
        return created;
      },
    );
  }
}

/** Without repetitions. */
function distinct(links: readonly IncidentLinkTarget[]): { type: string; ref: string }[] {
  return [...new Map(links.map(({ type, ref }) => [`${type} ${ref}`, { type, ref }])).values()];
}
