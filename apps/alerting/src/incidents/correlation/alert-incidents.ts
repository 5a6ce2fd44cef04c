import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { IncidentChanges } from '../changes/incident-changes.js';
import { IncidentEscalations } from '../changes/incident-escalations.js';
import { MAX_LINKS } from '../changes/max-links.js';
import { toLifecycle } from '../changes/to-lifecycle.js';
import { IncidentsRepository, type LinkedIncident } from '../incidents.repository.js';
import { transition } from '../lifecycle/index.js';
import type { NewEntry } from '../timeline/entry.js';
import type { Author } from '../timeline/responder.js';
import { TimelineRepository } from '../timeline/timeline.repository.js';
import { toIncidentTitle, type AlertEvent } from './alert-event.js';
import { correlate, correlationKey } from './correlate.js';
import { CorrelationRepository } from './correlation.repository.js';

/** An alert and why it belongs to an incident. */
interface Attachment {
  readonly alert: AlertEvent;
  readonly reason: string;
}

/** The part of the service that attaches alerts. */
export const CORRELATION: Author = { actor: { type: 'system', id: 'correlation' }, name: 'Correlation' };

/** Attaches alerts to the incidents that they belong to, and opens or reopens those. */
@Injectable()
export class AlertIncidents {
  constructor(
    private readonly correlations: CorrelationRepository,
    private readonly incidents: IncidentsRepository,
    private readonly timelines: TimelineRepository,
    private readonly changes: IncidentChanges,
    private readonly escalations: IncidentEscalations,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param alerts of one project and with one key, the earliest first. */
  async correlate(tx: Transaction, alerts: readonly AlertEvent[]): Promise<void> {
    const [first, ...others] = alerts;
    if (!first) return;
    const found = await this.correlations.candidates(tx, first.projectId, correlationKey(first), first.at);
    const candidate = correlate(first, found).incident;
    // The lock reads the current state, including concurrent actions of responders.
    const locked = candidate && (await this.incidents.lock(tx, first.projectId, candidate.id));
    const { incident, kind, reason } = correlate(first, locked ? [locked] : []);
    const attachments: Attachment[] = incident ? [{ alert: first, reason }] : [];
    if (incident && kind === 'reopen') await this.#reopen(tx, incident, reason);
    const home = incident ?? (await this.#create(tx, { alert: first, reason }));
    let last = first;
    for (const alert of others) {
      const next = correlate(alert, [{ ...home, state: 'open', lastAlertAt: last.at }]);
      if (next.kind !== 'attach') break;
      attachments.push({ alert, reason: next.reason });
      last = alert;
    }
    if (attachments.length > 0) await this.#attach(tx, home, attachments);
    await this.correlate(tx, alerts.slice(alerts.indexOf(last) + 1));
  }

  async #create(tx: Transaction, { alert, reason }: Attachment): Promise<LinkedIncident> {
    const now = new Date(this.clock());
    const { projectId, summary, severity, escalationPolicyId, at } = alert;
    const title = toIncidentTitle(alert);
    const origin = { correlationKey: correlationKey(alert), lastAlertAt: at, createdBy: CORRELATION.actor.id };
    const content = { projectId, title, description: summary, severity, escalationPolicyId };
    const incident = await this.incidents.insert(tx, { ...content, ...origin }, now);
    await this.incidents.addLinks(tx, incident, [toLink({ alert, reason })], CORRELATION.actor.id, now);
    const entries: NewEntry[] = [{ kind: 'created', data: { title, severity } }, attached({ alert, reason })];
    const created = await this.changes.apply(tx, incident.id, { entries, event: 'created' }, CORRELATION, now);
    await this.escalations.start(tx, created, now);
    return created;
  }

  async #reopen(tx: Transaction, incident: LinkedIncident, reason: string): Promise<void> {
    const now = new Date(this.clock());
    const outcome = transition(toLifecycle(incident), 'reopen', CORRELATION.actor.id, now);
    if (outcome.kind === 'refused') return;
    const entries = [{ kind: 'reopened', data: { reason } }] as const;
    const change = { columns: { ...outcome.next }, entries, event: 'reopened' } as const;
    const reopened = await this.changes.apply(tx, incident.id, change, CORRELATION, now);
    await this.escalations.follow(tx, reopened, 'reopen', now);
  }

  /** Counts no version, so that it never gets in the way of a responder. */
  async #attach(tx: Transaction, incident: LinkedIncident, attachments: readonly Attachment[]): Promise<void> {
    const now = new Date(this.clock());
    const known = new Set(incident.links.filter(({ type }) => type === 'alert').map(({ ref }) => ref));
    const fresh = attachments.filter(({ alert }) => !known.has(alert.alertId));
    const linked = new Set(fresh.slice(0, Math.max(0, MAX_LINKS - incident.links.length)));
    await this.incidents.addLinks(tx, incident, [...linked].map(toLink), CORRELATION.actor.id, now);
    const full = `not linked, because the incident has ${MAX_LINKS} links`;
    const entries = attachments.map((attachment): NewEntry => {
      if (linked.has(attachment)) return attached(attachment);
      if (known.has(attachment.alert.alertId)) return { ...attached(attachment), kind: 'alert_fired' };
      return attached({ ...attachment, reason: `${attachment.reason}; ${full}` });
    });
    await this.timelines.append(tx, incident.id, entries, CORRELATION.actor, now);
    await this.correlations.noteAlert(tx, incident.id, attachments.at(-1)?.alert.at ?? now);
  }
}

const toLink = ({ alert: { alertId }, reason }: Attachment) => ({
  type: 'alert',
  ref: alertId,
  correlationReason: reason,
  alertState: 'firing',
});

function attached({ alert: { alertId, title, severity, summary }, reason }: Attachment): NewEntry {
  const data = { alert_id: alertId, title, severity, ...(summary !== '' && { summary }), reason };
  return { kind: 'alert_attached', data };
}
