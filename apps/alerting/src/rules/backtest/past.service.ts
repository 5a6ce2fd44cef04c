import { Injectable } from '@nestjs/common';
import type { Call } from '@svc/rpc';
import { followsEvents, toTiming, type Rule } from '../definition/definition.js';
import { Measurements } from '../engine/measurements.js';
import type { Measured } from '../evaluation/evaluate.js';
import { toPlan, type Times } from '../evaluation/plan.js';
import { followPast } from './past-events.js';
import { PastEventsRepository } from './past-events.repository.js';
import { toTestTimes } from './test-times.js';

/** Maximum number of windows over all series of a rule. */
const MAX_WINDOWS = 10_000;
/** Events are kept for this time. */
const EVENTS_KEPT_MS = 7 * 86_400_000;

/** A rule with the times at which it is tested. It has no more series than can be shown. */
export interface Tested {
  readonly rule: Rule;
  readonly times: Times;
}

export function toTested(rule: Rule, nowMs: number): Tested {
  const times = toTestTimes(rule, nowMs);
  const shown = Math.max(1, Math.floor(MAX_WINDOWS / times.count));
  const maxGroups = Math.min(rule.definition.maxGroups, shown);
  return { times, rule: { ...rule, definition: { ...rule.definition, maxGroups } } };
}

/** Past measurements of rules, except composite ones, which only reference other rules. */
@Injectable()
export class PastService {
  constructor(
    private readonly measurements: Measurements,
    private readonly events: PastEventsRepository,
  ) {}

  /** Returns an error that the measurement of a rule has, or what each of the rules would have seen. */
  async measure(tested: readonly Tested[], call: Call): Promise<readonly Measured[] | { readonly error: string }> {
    const plans = tested.map(({ rule, times }) => (followsEvents(rule.kind) ? undefined : toPlan(rule, times)));
    const questions = plans.flatMap((plan) => plan?.questions ?? []);
    const results = questions.length === 0 ? [] : await this.measurements.measure(questions, call.context, call.signal);
    const error = results.find((result) => result.error !== '')?.error;
    if (error !== undefined) return { error };
    const measured: Measured[] = [];
    let next = 0;
    for (const [nth, one] of tested.entries()) {
      const plan = plans[nth];
      const own = results.slice(next, (next += plan?.questions.length ?? 0));
      measured.push(plan ? plan.read(own) : await this.#follow(call.project.id, one));
    }
    return measured;
  }

  async #follow(projectId: string, { rule, times }: Tested): Promise<Measured> {
    const last = times.first + (times.count - 1) * times.stepMs;
    const { windowMs } = toTiming(rule.definition);
    // All known events of an anomaly matter, because it stays open until it is resolved.
    const from = rule.kind === 'anomaly' ? last - EVENTS_KEPT_MS : times.first - Math.max(windowMs, times.stepMs);
    const { events, isTruncated } = await this.events.read(projectId, rule.kind, new Date(from), new Date(last));
    const measured = followPast(rule, events, times);
    return { ...measured, isTruncated: measured.isTruncated || isTruncated };
  }
}
