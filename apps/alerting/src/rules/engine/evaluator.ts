import { Inject, Injectable } from '@nestjs/common';
import type { Prisma, Project, Relational } from '@svc/relational';
import { CLOCK, EventLoopYielder, latestPresent, RELATIONAL, type Clock } from '@svc/service';
import { AlertChanges, type AlertChange } from '../../alerts/index.js';
import { toTiming } from '../definition/definition.js';
import { toAlertChange } from '../evaluation/end-series.js';
import { evaluate } from '../evaluation/evaluate.js';
import { Measurements, projectContext } from '../measuring/measurements.js';
import { dueTimes, nextTime, offsetOf } from '../schedule.js';
import { countPhases, storedMemory, toRule, toSnapshot } from '../stored-rule.js';
import { ClaimsRepository, type ClaimedRule, type Outcome } from './claims.repository.js';
import { toOwnPlan } from './own-plan.js';

/** Rules whose states are stored by one transaction. */
const BATCH = 200;

interface Evaluation {
  readonly outcome: Outcome;
  readonly changes: readonly AlertChange[];
}

/** Evaluates rules that were claimed. */
@Injectable()
export class Evaluator {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    private readonly claims: ClaimsRepository,
    private readonly measurements: Measurements,
    private readonly alerts: AlertChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Evaluates rules of one project, which are measured together. */
  async evaluate(project: Project, rules: readonly ClaimedRule[], signal: AbortSignal): Promise<void> {
    const now = this.clock();
    const others = await this.#othersOf(project.id, rules);
    const asked = rules.map((stored) => {
      const rule = toRule(stored);
      const { intervalMs } = toTiming(rule.definition);
      const last = stored.state.evaluatedAt?.getTime();
      const times = dueTimes(last, now, intervalMs, offsetOf(project.id, rule));
      return { stored, rule, times, plan: times && toOwnPlan(rule, stored, { ...times, stepMs: intervalMs }, others) };
    });
    const questions = asked.flatMap(({ plan }) => plan?.questions ?? []);
    const results =
      questions.length === 0 ? [] : await this.measurements.measure(questions, projectContext(project), signal);
    const evaluations: Evaluation[] = [];
    const yielder = new EventLoopYielder(1);
    let next = 0;
    for (const { stored, rule, times, plan } of asked) {
      const own = results.slice(next, (next += plan?.questions.length ?? 0));
      const isAhead = (stored.state.evaluatedAt?.getTime() ?? 0) > latestPresent(now);
      const error = isAhead ? 'clock' : own.find((result) => result.error !== '')?.error;
      const intervalMs = toTiming(rule.definition).intervalMs;
      const memory = storedMemory(stored.state);
      const base = {
        ruleId: stored.id,
        leaseToken: stored.state.leaseToken,
        dueAt: new Date(nextTime(now, intervalMs, offsetOf(project.id, rule))),
      };
      if (!times || !plan || error !== undefined) {
        // What could not be evaluated is caught up by the next evaluation, and no alert changes.
        // A time is never evaluated after a later one, so a clock that was set back has to pass the last one first.
        const health = error === undefined ? stored.state.health : 'error';
        const unchanged = { health, lastError: error ?? stored.state.lastError, evaluatedAt: null, memory };
        evaluations.push({ outcome: { ...base, ...unchanged, ...countPhases(memory) }, changes: [] });
        continue;
      }
      const all = Array.from({ length: times.count }, (_, nth) => times.first + nth * intervalMs);
      const found = evaluate(rule, memory, plan.read(own), all);
      const health = found.hasNoData ? 'no_data' : 'ok';
      const evaluatedAt = new Date(all.at(-1) ?? now);
      const alerting = { projectId: project.id, rule, snapshot: toSnapshot(rule, stored.version) };
      evaluations.push({
        outcome: { ...base, health, evaluatedAt, lastError: '', memory: found.memory, ...countPhases(found.memory) },
        changes: found.changes.map((change) => toAlertChange(alerting, change)),
      });
      if (yielder.isDue()) await yielder.yield();
    }
    for (let start = 0; start < evaluations.length; start += BATCH)
      await this.#store(evaluations.slice(start, start + BATCH));
  }

  /** The states of rules and what they mean for alerts are stored together, of those rules that are still held. */
  async #store(evaluations: readonly Evaluation[]): Promise<void> {
    await this.relational.client.$transaction(async (tx: Prisma.TransactionClient) => {
      const held = await this.claims.held(
        tx,
        evaluations.map(({ outcome }) => outcome),
      );
      const own = evaluations.filter(({ outcome }) => held.has(outcome.ruleId));
      const changes = own.flatMap((evaluation) => evaluation.changes);
      if (changes.length > 0) await this.alerts.apply(tx, changes);
      await this.claims.store(
        tx,
        own.map(({ outcome }) => outcome),
      );
    });
  }

  #othersOf(projectId: string, rules: readonly ClaimedRule[]) {
    const ids = new Set(rules.flatMap((stored) => toRule(stored).definition.composite?.ruleIds ?? []));
    return ids.size === 0 ? new Map() : this.claims.rules(projectId, [...ids]);
  }
}
