import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { IncidentsRepository } from '../incidents.repository.js';
import { TimelineRepository } from '../timeline/timeline.repository.js';
import type { AlertEvent } from './alert-event.js';
import { AlertIncidents, CORRELATION } from './alert-incidents.js';
import { correlationKey } from './correlate.js';
import { CorrelationRepository, type AlertLink } from './correlation.repository.js';

/** An alert that fired this long ago opens no incident: its event was read again after the database was restored. */
const STALE_MS = 3_600_000;

/** Takes what happened to alerts to the incidents that they belong to. */
@Injectable()
export class CorrelationService {
  constructor(
    private readonly correlations: CorrelationRepository,
    private readonly alertIncidents: AlertIncidents,
    private readonly incidents: IncidentsRepository,
    private readonly timelines: TimelineRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Processes events in the transaction that commits the position, so that each one counts once. Consecutive new alerts
   * with one key, as in a storm, are attached together.
   */
  async take(tx: Transaction, alerts: readonly AlertEvent[]): Promise<void> {
    const linked = new Set(await this.correlations.linkedAlerts(tx, alerts));
    let together: AlertEvent[] = [];
    const settle = async (): Promise<void> => {
      const settling = together;
      together = [];
      await this.alertIncidents.correlate(tx, settling);
    };
    for (const alert of alerts) {
      const [first = alert] = together;
      const isNew = !linked.has(alert.alertId);
      if (!isNew || first.projectId !== alert.projectId || correlationKey(first) !== correlationKey(alert))
        await settle();
      const isAttached = !isNew && (await this.#follow(tx, alert));
      if (isAttached || !this.#opensIncident(alert)) continue;
      together.push(alert);
      linked.add(alert.alertId);
    }
    await settle();
  }

  #opensIncident({ state, opensIncident, at }: AlertEvent): boolean {
    return state === 'firing' && opensIncident && this.clock() - at.getTime() < STALE_MS;
  }

  /**
   * Says in the timelines of the incidents that are not resolved what became of an alert.
   *
   * @returns whether there are any: an alert whose incidents are all resolved is new again.
   */
  async #follow(tx: Transaction, alert: AlertEvent): Promise<boolean> {
    const links = await this.correlations.linksOf(tx, alert);
    await this.correlations.setAlertState(tx, alert);
    for (const link of links) await this.#say(tx, alert, link);
    return links.length > 0;
  }

  /** That all alerts are resolved does not resolve the incident: responders say when it is over. */
  async #say(
    tx: Transaction,
    { projectId, alertId, state, at, title, summary }: AlertEvent,
    link: AlertLink,
  ): Promise<void> {
    const incident = await this.incidents.lock(tx, projectId, link.incidentId);
    if (!incident) return;
    const now = new Date(this.clock());
    const data = { alert_id: alertId, title, ...(summary !== '' && { summary }) };
    if (state === 'firing') {
      await this.timelines.append(tx, incident.id, [{ kind: 'alert_fired', data }], CORRELATION.actor, now);
      await this.correlations.noteAlert(tx, incident.id, at);
    }
    if (state !== 'resolved' || link.alertState === 'resolved') return;
    const isLast = await this.correlations.areAllResolved(tx, incident.id);
    const entry = { kind: 'alert_resolved', data: { ...data, all_resolved: isLast } } as const;
    await this.timelines.append(tx, incident.id, [entry], CORRELATION.actor, now);
  }
}
