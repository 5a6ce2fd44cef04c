import { Inject, Injectable } from '@nestjs/common';
import { readJson, type Escalation, type Transaction } from '@svc/relational';
import { CLOCK, latestPresent, type Clock } from '@svc/runtime';
import { requestNotification, type NotificationContent } from '@svc/work';
import { isBeyond, stepAfter, type PlannedStep, type StepReason } from '../plan/escalation-plan.js';
import { existing, toPlannedPolicy } from '../policies/planned-policy.js';
import { storedLevels } from '../policies/policies.service.js';
import { reachLevel, type Reached } from '../reach/reach.js';
import { TargetsService } from '../reach/targets.service.js';
import { EscalationSubjects, type EscalationEntry, type SubjectName } from './escalation-subjects.js';
import { RunningEscalationsRepository, type DueEscalation } from './running-escalations.repository.js';

type Change = Parameters<RunningEscalationsRepository['change']>[2];

/** The escalation was changed while its step was prepared. */
class SupersededError extends Error {}

/** Carries out the steps of escalations: each in one transaction, which the plan decides. */
@Injectable()
export class EscalationSteps {
  constructor(
    private readonly running: RunningEscalationsRepository,
    private readonly targets: TargetsService,
    private readonly subjects: EscalationSubjects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Carries out the next step of an escalation unless it was changed since it was leased: acknowledged, resolved, or stepped by a process
   * that was thought dead. Delays count from the actual step, so that every level has its time also after an outage.
   */
  async step({ id, revision }: DueEscalation): Promise<void> {
    const due = await this.running.get(id);
    const now = this.clock();
    if (!due?.nextAt || due.revision !== revision) return;
    if (due.updatedAt.getTime() > latestPresent(now)) return this.#rebase(due, due.nextAt, now);
    if (due.nextAt.getTime() > now) return;
    const { pass: round, level, reason } = due;
    const step: PlannedStep = { at: now, round, level, reason: reason as StepReason };
    const isExhausted = isBeyond(step, toPlannedPolicy(storedLevels(due), due));
    const reached = isExhausted ? undefined : await this.#reach(due, step);
    try {
      await this.running.transaction((tx) =>
        reached ? this.#page(tx, due, step, reached) : this.#exhaust(tx, due, now),
      );
    } catch (error) {
      if (!(error instanceof SupersededError)) throw error;
    }
  }

  /** Keeps what is left of a delay when the clock is set back, which would lengthen it by the jump. */
  async #rebase(due: Escalation, nextAt: Date, now: number): Promise<void> {
    const left = nextAt.getTime() - due.updatedAt.getTime();
    const change = { nextAt: new Date(now + left), updatedAt: new Date(now) };
    await this.running.transaction((tx) => this.running.change(tx, due, change));
  }

  /** Users and channels that the level reaches now. */
  async #reach({ projectId, levels }: Escalation, { level: number, at }: PlannedStep): Promise<Reached> {
    const level = existing(storedLevels({ levels })[number - 1]);
    const organizationId = await this.targets.organizationOf(projectId);
    return reachLevel(level, await this.targets.load({ projectId, organizationId }, [level], at), at);
  }

  /** The subject is locked first, as by every other change of it. */
  async #page(tx: Transaction, due: Escalation, step: PlannedStep, reached: Reached): Promise<void> {
    const isAgain = due.state === 'acknowledged';
    if (isAgain && !(await this.#reopen(tx, due, step.at)))
      return this.#change(tx, due, { state: 'stopped', nextAt: null }, step.at);
    const run = isAgain ? due.run + 1 : due.run;
    if (reached.missed.length > 0) await this.#record(tx, due, toFailure(step, reached), step.at);
    if (!(await this.#record(tx, due, toEntry(step, reached), step.at)))
      return this.#change(tx, due, { state: 'stopped', nextAt: null }, step.at);
    const next = stepAfter(step, toPlannedPolicy(storedLevels(due), due), reached.isEmpty);
    const coming = { pass: next.round, level: next.level, reason: next.reason, nextAt: new Date(next.at) };
    const place = { reachedLevel: step.level, reachedPass: step.round };
    await this.#change(tx, due, { state: 'running', run, ...coming, ...(!reached.isEmpty && place) }, step.at);
    if (!reached.isEmpty) await this.#request(tx, due, step, reached, run);
  }

  async #request(
    tx: Transaction,
    due: Escalation,
    { level, round, at }: PlannedStep,
    reached: Reached,
    run: number,
  ): Promise<void> {
    const content = readJson<NotificationContent>(due.content);
    await requestNotification(tx, {
      projectId: due.projectId,
      type: 'page',
      subject: due.subject as SubjectName,
      occurredAt: new Date(at),
      dedupeKey: `escalation/${due.id}/run/${run}/pass/${round}/level/${level}`,
      content: { ...content, level },
      urgency: 'critical',
      channelIds: reached.channels,
      userIds: reached.users.map(({ userId }) => userId),
      onlyWhileWanted: true,
    });
  }

  async #exhaust(tx: Transaction, due: Escalation, at: number): Promise<void> {
    await this.#record(tx, due, { kind: 'escalation_exhausted', data: { passes: due.maxEscalations } }, at);
    await this.#change(tx, due, { state: 'exhausted', nextAt: null }, at);
  }

  #reopen(tx: Transaction, { projectId, subject: name }: Escalation, at: number): Promise<boolean> {
    const { id, subject } = this.subjects.resolve(name);
    return subject.reopen(tx, { projectId, id, at: new Date(at) });
  }

  #record(
    tx: Transaction,
    { projectId, subject: name }: Escalation,
    entry: EscalationEntry,
    at: number,
  ): Promise<boolean> {
    const { id, subject } = this.subjects.resolve(name);
    return subject.entry(tx, { projectId, id, at: new Date(at) }, entry);
  }

  /** @throws SupersededError, which takes back what the transaction did. */
  async #change(tx: Transaction, due: Escalation, change: Change, at: number): Promise<void> {
    if (!(await this.running.change(tx, due, { ...change, updatedAt: new Date(at) }))) throw new SupersededError();
  }
}

function toEntry(
  { round, level, reason }: PlannedStep,
  { users, channels, missed, isEmpty }: Reached,
): EscalationEntry {
  const place = { pass: round, level, reason };
  const misses = missed.map((miss) => ({ ...miss }));
  if (isEmpty) return { kind: 'escalation_no_one_oncall', data: { ...place, missed: misses } };
  const data = { ...place, users: users.map(({ userId }) => userId), channels: [...channels] };
  return { kind: 'escalation_level_notified', data: { ...data, ...(misses.length > 0 && { missed: misses }) } };
}

/** The targets of a level that were not paged, in sentences. */
function toFailure({ round, level }: PlannedStep, { missed }: Reached): EscalationEntry {
  const summary = missed.map((miss) => miss.summary).join(' ');
  const data = {
    pass: round,
    level,
    summary: `Level ${level}: ${summary}`,
    missed: missed.map((miss) => ({ ...miss })),
  };
  return { kind: 'notification_failed', data };
}
