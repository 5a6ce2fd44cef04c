import { Injectable } from '@nestjs/common';
import type { Escalation, EscalationPolicy, Prisma, Transaction } from '@svc/relational';
import { withdrawNotifications, type NotificationContent, type WithdrawalReason } from '@svc/work';
import { firstStep, stepAfterEvent } from '../plan/escalation-plan.js';
import { toPlannedPolicy } from '../policies/planned-policy.js';
import { PoliciesRepository } from '../policies/policies.repository.js';
import { storedLevels } from '../policies/policies.service.js';
import { EscalationSubjects, type EscalationEntry, type SubjectName } from './escalation-subjects.js';
import { RunningEscalationsRepository, type EscalationState } from './running-escalations.repository.js';

interface SubjectChange {
  readonly projectId: string;
  readonly subject: SubjectName;
  /** When the subject changed. */
  readonly at: Date;
}

export interface EscalationStart extends SubjectChange {
  readonly policyId: string;
  /** Content of the pages about the subject. */
  readonly content: NotificationContent;
}

export interface EscalationStop extends SubjectChange {
  readonly reason: 'resolved' | 'silenced' | 'deleted';
  /** The silences, if they are the reason. */
  readonly silenceIds?: readonly string[];
}

/** A deleted subject counts as resolved: no further action is needed. */
const WITHDRAWALS: Readonly<Record<EscalationStop['reason'], WithdrawalReason>> = {
  resolved: 'resolved',
  silenced: 'silenced',
  deleted: 'resolved',
};

/**
 * Starts and stops the escalations of incidents and alerts, in the transaction of the change that causes it. The caller
 * has locked the row of the subject, so changes of a subject and the steps of its escalation are serialized: no page is
 * requested after the commit of an acknowledgement, and earlier requests are withdrawn by it.
 */
@Injectable()
export class Escalations {
  constructor(
    private readonly running: RunningEscalationsRepository,
    private readonly policies: PoliciesRepository,
    private readonly subjects: EscalationSubjects,
  ) {}

  /**
   * The first level is reached within about a second. The policy is kept as it is now. Nothing happens if the subject has an escalation
   * that runs, or if the policy is gone; an acknowledgement that could time out no longer does then.
   */
  async start(tx: Transaction, { projectId, policyId, subject, content, at }: EscalationStart): Promise<void> {
    const current = await this.running.lock(tx, projectId, subject);
    if (current?.state === 'running') return;
    const policy = await this.policies.find(projectId, policyId, tx);
    if (!policy) {
      if (current?.state === 'acknowledged') await this.#change(tx, current, { state: 'stopped', nextAt: null }, at);
      return;
    }
    const { round, level, reason, at: nextAt } = firstStep(at.getTime(), current ? 'reopened' : 'opened');
    const step = { pass: round, level, reason, nextAt: new Date(nextAt), reachedLevel: null, reachedPass: null };
    const snapshot = { ...toSnapshot(policy), content: content as Prisma.InputJsonObject };
    const begun = { ...snapshot, ...step, state: 'running' as const, startedAt: at };
    if (current) await this.#change(tx, current, { ...begun, run: current.run + 1 }, at);
    else await this.running.insert(tx, { projectId, subject, ...begun, updatedAt: at });
    const data = { policy_id: policy.id, run: (current?.run ?? 0) + 1 };
    await this.#record(tx, { projectId, subject, at }, { kind: 'escalation_started', data });
  }

  /** Stops paging; with an acknowledgement timeout, until it has passed. */
  async acknowledge(tx: Transaction, { projectId, subject, at }: SubjectChange): Promise<void> {
    const current = await this.running.lock(tx, projectId, subject);
    if (current && current.state !== 'stopped') {
      const policy = toPlannedPolicy(storedLevels(current), current);
      const next = stepAfterEvent({ at: at.getTime(), kind: 'acknowledged' }, policy);
      const nextAt = next ? new Date(next.at) : null;
      const step = { pass: 1, level: 1, reason: 'ack_timeout', nextAt };
      await this.#change(tx, current, { state: 'acknowledged', ...step }, at);
      const until = nextAt && { until: nextAt.toISOString() };
      await this.#recordStop(tx, current, { projectId, subject, at }, { reason: 'acknowledged', ...until });
    }
    await withdrawNotifications(tx, { projectId, subject, reason: 'acknowledged', at });
  }

  /** Stops paging until the escalation is started again. */
  async stop(tx: Transaction, { projectId, subject, reason, silenceIds = [], at }: EscalationStop): Promise<void> {
    const current = await this.running.lock(tx, projectId, subject);
    if (current && current.state !== 'stopped') {
      await this.#change(tx, current, { state: 'stopped', nextAt: null }, at);
      await this.#recordStop(tx, current, { projectId, subject, at }, { reason });
    }
    await withdrawNotifications(tx, { projectId, subject, reason: WITHDRAWALS[reason], silenceIds, at });
  }

  async #change(
    tx: Transaction,
    current: Escalation,
    change: Prisma.EscalationUncheckedUpdateManyInput & { readonly state: EscalationState },
    at: Date,
  ): Promise<void> {
    await this.running.change(tx, current, { ...change, updatedAt: at });
  }

  /** One that has ended by itself is not stopped again. */
  async #recordStop(
    tx: Transaction,
    { state }: Escalation,
    change: SubjectChange,
    data: Prisma.InputJsonObject,
  ): Promise<void> {
    if (state === 'running') await this.#record(tx, change, { kind: 'escalation_stopped', data });
  }

  async #record(tx: Transaction, { projectId, subject, at }: SubjectChange, entry: EscalationEntry): Promise<void> {
    const { id, subject: owner } = this.subjects.resolve(subject);
    await owner.entry(tx, { projectId, id, at }, entry);
  }
}

function toSnapshot(policy: EscalationPolicy) {
  const { id: policyId, name: policyName, maxEscalations, ackTimeout } = policy;
  // The column only holds JSON.
  return { policyId, policyName, maxEscalations, ackTimeout, levels: policy.levels as Prisma.InputJsonValue };
}
