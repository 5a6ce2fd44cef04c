import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { isId, type DomainEvent, type Relational, type Transaction } from '@svc/relational';
import { CLOCK, LOGGER, RELATIONAL, type Clock } from '@svc/runtime';
import { EventReader } from '@svc/work';
import { AlertInvestigations } from '../alerts/index.js';
import { TimelineRepository, type Actor } from '../incidents/index.js';
import { readCompletion, type CompletedInvestigation } from './investigation-event.js';

const ACTOR: Actor = { type: 'system', id: 'investigations' };
/** The links of incidents by the subjects of investigations. */
const LINK_TYPES: ReadonlyMap<string, string> = new Map([
  ['alert', 'alert'],
  ['anomaly', 'anomaly'],
  ['issue', 'error_group'],
]);
/** Incidents of one subject that are told of an investigation. */
const MAX_INCIDENTS = 20;
const LIMITS = { batch: 50 };

/**
 * Attaches completed investigations to the timelines of incidents that they are about, or whose alerts, anomalies or issues they are about,
 * and lets notifications of alerts say what was found. Each event counts once, whichever process reads it.
 */
@Injectable()
export class InvestigationReader implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #reader: EventReader;

  constructor(
    @Inject(RELATIONAL) relational: Relational,
    private readonly alerts: AlertInvestigations,
    private readonly timelines: TimelineRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    const act = (events: readonly DomainEvent[], tx: Transaction) => this.act(events, tx);
    this.#reader = new EventReader('investigations', { relational, logger }, act, LIMITS);
  }

  onApplicationBootstrap(): void {
    this.#reader.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#reader.stop();
  }

  async act(events: readonly DomainEvent[], tx: Transaction): Promise<void> {
    for (const completed of events.flatMap((event) => readCompletion(event) ?? [])) await this.#take(completed, tx);
  }

  async #take(completed: CompletedInvestigation, tx: Transaction): Promise<void> {
    const { projectId, id, round, subject, level, text } = completed;
    if (subject.type === 'alert' && text !== undefined && text !== '')
      await this.alerts.note(tx, projectId, subject.ref, { id, level, text });
    // A message continues what the timeline names already.
    if (round > 1) return;
    // The question and what was found are read with the scopes of the reader, and may name a person, so the timeline only has the ID.
    const entry = { kind: 'investigation_attached', data: { investigation_id: id, level } } as const;
    for (const incidentId of await findIncidents(tx, completed))
      await this.timelines.append(tx, incidentId, [entry], ACTOR, new Date(this.clock()));
  }
}

/** The incidents of a project that a completed investigation is about, directly or by their links. */
async function findIncidents(tx: Transaction, { projectId, subject }: CompletedInvestigation): Promise<string[]> {
  const { type, ref } = subject;
  if (type === 'incident') {
    const found = isId(ref) ? await tx.incident.findFirst({ where: { id: ref, projectId } }) : null;
    return found ? [found.id] : [];
  }
  const linkType = LINK_TYPES.get(type);
  if (linkType === undefined) return [];
  const links = await tx.incidentLink.findMany({
    where: { projectId, ref, type: linkType, incident: { deletedAt: null, state: { not: 'resolved' } } },
    select: { incidentId: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: MAX_INCIDENTS,
  });
  return links.map(({ incidentId }) => incidentId);
}
