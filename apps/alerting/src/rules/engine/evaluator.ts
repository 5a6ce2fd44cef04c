import { Inject, Injectable } from '@nestjs/common';
import type { MeasurementResult } from '@svc/contract';
import type { Project, Relational, Transaction } from '@svc/relational';
import { CLOCK, mapYielding, RELATIONAL, type Clock } from '@svc/runtime';
import { AlertChanges } from '../../alerts/index.js';
import { toRule } from '../evaluation/stored-rule.js';
import { ClaimsRepository, type ClaimedRule } from './claims.repository.js';
import { Measurements, projectContext } from './measurements.js';
import { evaluatePlanned, planRule, type Evaluation, type PlannedRule } from './planned-rule.js';

/** Rules whose states are stored by one transaction. */
const BATCH = 200;

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
    const others = await this.#referencedRules(project.id, rules);
    const planned = rules.map((stored) => planRule(project.id, stored, others, now));
    const asks = ({ plan }: PlannedRule): boolean => (plan?.questions.length ?? 0) > 0;
    // A request of another product ends the lease of a rule, which must not wait for the measurements of others.
    await this.#finish(
      await evaluateAll(
        planned.filter((one) => !asks(one)),
        [],
        now,
      ),
    );
    const asking = planned.filter(asks);
    await this.#finish(await evaluateAll(asking, await this.#measure(project, asking, signal), now));
  }

  async #finish(evaluations: readonly Evaluation[]): Promise<void> {
    for (let start = 0; start < evaluations.length; start += BATCH)
      await this.#store(evaluations.slice(start, start + BATCH));
  }

  async #measure(project: Project, planned: readonly PlannedRule[], signal: AbortSignal): Promise<MeasurementResult[]> {
    const questions = planned.flatMap(({ plan }) => plan?.questions ?? []);
    return questions.length === 0 ? [] : this.measurements.measure(questions, projectContext(project), signal);
  }

  /** Stores the states of rules together with the changes of alerts. Skips rules whose lease was lost. */
  async #store(evaluations: readonly Evaluation[]): Promise<void> {
    await this.relational.client.$transaction(async (tx: Transaction) => {
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

  /** The rules that composite rules refer to, by ID. */
  #referencedRules(projectId: string, rules: readonly ClaimedRule[]) {
    const ids = new Set(rules.flatMap((stored) => toRule(stored).definition.composite?.ruleIds ?? []));
    return ids.size === 0 ? new Map() : this.claims.rules(projectId, [...ids]);
  }
}

/** @param results the answers to the questions of all plans, in order */
async function evaluateAll(planned: readonly PlannedRule[], results: readonly MeasurementResult[], nowMs: number) {
  let next = 0;
  const withResults = planned.map((one) => ({
    one,
    own: results.slice(next, (next += one.plan?.questions.length ?? 0)),
  }));
  return mapYielding(withResults, ({ one, own }) => evaluatePlanned(one, own, nowMs), 1);
}
