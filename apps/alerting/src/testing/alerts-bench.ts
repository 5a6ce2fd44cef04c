import { randomUUID } from 'node:crypto';
import { createLogger } from '@svc/observability';
import type { DomainEvent, Relational } from '@svc/relational';
import type { RequestedNotification } from '@svc/work';
import { AlertsRepository } from '../alerts/alerts.repository.js';
import { AlertSubject } from '../alerts/changes/alert-subject.js';
import { AlertWriter } from '../alerts/changes/alert-writer.js';
import { GroupOpener } from '../alerts/changes/open-groups.js';
import { ResponderActions } from '../alerts/changes/responder-actions.js';
import { Silencer } from '../alerts/changes/silencer.js';
import { Flushes } from '../alerts/flushing/flushes.js';
import { GroupEscalations } from '../alerts/groups/group-escalations.js';
import { GroupsRepository } from '../alerts/groups/groups.repository.js';
import { HoldsRepository } from '../alerts/holds.repository.js';
import type { AlertChange, NotifySettings, RuleSnapshot } from '../alerts/index.js';
import { AlertChanges } from '../alerts/index.js';
import { InhibitionsRepository } from '../alerts/inhibition/inhibitions.repository.js';
import { InhibitorsRepository } from '../alerts/inhibition/inhibitors.repository.js';
import type { AlertActor } from '../alerts/lifecycle/alert-change.js';
import { ActiveSilences } from '../alerts/silences/active-silences.js';
import { SilencesRepository } from '../alerts/silences/silences.repository.js';
import { EscalationEngine } from '../escalation/engine/escalation-engine.js';
import { EscalationSteps } from '../escalation/engine/escalation-steps.js';
import { EscalationSubjects } from '../escalation/engine/escalation-subjects.js';
import { Escalations } from '../escalation/engine/escalations.js';
import { RunningEscalationsRepository } from '../escalation/engine/running-escalations.repository.js';
import { PoliciesRepository } from '../escalation/policies/policies.repository.js';
import { escalationBench } from './escalation-bench.js';

/** The parts that keep alerts and notify of them, without timers: a spec says when they run. */
export type AlertsBench = ReturnType<typeof alertsBench>;

/** @param relational may fail at the statements that a spec chooses. */
export function alertsBench(relational: Relational, clock: { nowMs: number }) {
  const now = (): number => clock.nowMs;
  const alerts = new AlertsRepository();
  const groups = new GroupsRepository();
  const holds = new HoldsRepository();
  const subjects = new EscalationSubjects();
  const running = new RunningEscalationsRepository(relational);
  const escalations = new Escalations(running, new PoliciesRepository(relational), subjects);
  const writer = new AlertWriter(alerts, groups, new GroupEscalations(alerts, escalations), now);
  const silences = new ActiveSilences(new SilencesRepository(relational));
  const changes = new AlertChanges(alerts, holds, new GroupOpener(groups), silences, writer, now);
  const silencer = new Silencer(silences, writer);
  const inhibitors = new InhibitorsRepository(new InhibitionsRepository(relational));
  const flushes = new Flushes(groups, alerts, inhibitors, silencer, escalations, relational, now);
  new AlertSubject(subjects, groups, alerts, writer);
  const { targets } = escalationBench(relational, clock);
  const steps = new EscalationSteps(running, targets, subjects, now);
  const logger = createLogger({ service: 'test', level: 'silent' });
  return {
    relational,
    alerts,
    groups,
    changes,
    silencer,
    flushes,
    running,
    actions: new ResponderActions(alerts, groups, holds, writer, relational, now),
    pager: new EscalationEngine(running, steps, now, logger),
    /** As an evaluation does. */
    apply: (...all: readonly AlertChange[]) => relational.client.$transaction((tx) => changes.apply(tx, all)),
    flush: async () => {
      while (await flushes.flushDue());
    },
  };
}

export const ANN: AlertActor = { type: 'user', id: randomUUID(), name: 'Ann' };

const NOTIFY: NotifySettings = {
  channels: [randomUUID()],
  groupBy: ['alertname', 'service_name', 'environment'],
  groupWaitMs: 30_000,
  groupIntervalMs: 300_000,
  repeatIntervalMs: 14_400_000,
};

/** A rule of a project and what evaluations report about it. */
export function createRule(
  projectId: string,
  clock: { nowMs: number },
  more: Partial<Omit<RuleSnapshot, 'notify'>> & { readonly notify?: Partial<NotifySettings> } = {},
) {
  const { notify, ...fields } = more;
  const rule: RuleSnapshot = {
    id: randomUUID(),
    name: 'HighErrorRate',
    severity: 'warning',
    labels: {},
    annotations: {},
    version: 1,
    incident: { autoCreate: false },
    ...fields,
    notify: { ...NOTIFY, ...notify },
  };
  const change =
    (phase: AlertChange['phase'], reason: AlertChange['reason']) =>
    (labels: Readonly<Record<string, string>> = {}, changed: Partial<AlertChange> = {}): AlertChange => ({
      projectId,
      rule,
      phase,
      reason,
      at: new Date(clock.nowMs),
      value: 7.5,
      labels: { alertname: rule.name, ...labels },
      summary: 'The error rate is 7.5 %, above 5 %.',
      ...changed,
    });
  return {
    rule,
    firing: change('firing', 'breached'),
    pending: change('pending', 'breached'),
    ended: change('ended', 'recovered'),
  };
}

export type Requested = Pick<
  RequestedNotification,
  'type' | 'subject' | 'channelIds' | 'content' | 'dedupeKey' | 'urgency' | 'suppressedBecause'
>;

/** Reads the requested notifications of a project, in order. */
export async function listRequests(relational: Relational, projectId: string): Promise<Requested[]> {
  return (await listEvents(relational, projectId, ['notification.requested'])).map(({ data, subject }) => ({
    ...(data as unknown as Requested),
    subject: subject as Requested['subject'],
  }));
}

export function listEvents(
  { client }: Relational,
  projectId: string,
  types: readonly string[],
): Promise<DomainEvent[]> {
  const where = { projectId, type: { in: [...types] } };
  return client.domainEvent.findMany({ where, orderBy: [{ transaction: 'asc' }, { id: 'asc' }] });
}

/** Stores a silence of one label from now on. @returns its ID. */
export async function storeSilence(
  { client }: Relational,
  { projectId, nowMs, minutes, label }: { projectId: string; nowMs: number; minutes: number; label: [string, string] },
): Promise<string> {
  const [labelName, value] = label;
  const now = new Date(nowMs);
  const { id } = await client.silence.create({
    data: {
      projectId,
      name: 'Deploy',
      matchers: [{ labelName, operator: '=', value }],
      createdBy: 'k',
      startsAt: now,
      endsAt: new Date(nowMs + minutes * 60_000),
      createdAt: now,
      updatedAt: now,
    },
  });
  return id;
}
