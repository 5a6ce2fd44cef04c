import { Injectable } from '@nestjs/common';
import type { Call } from '@svc/rpc';
import { EventLoopYielder } from '@svc/runtime';
import { alertLabels } from '../definition/definition.js';
import { ClaimsRepository } from '../engine/claims.repository.js';
import { compose, type ComposedSeries } from '../evaluation/compose.js';
import { evaluate, type Measured } from '../evaluation/evaluate.js';
import type { Times } from '../evaluation/plan.js';
import { seriesKey } from '../evaluation/series-memory.js';
import { toRule } from '../evaluation/stored-rule.js';
import { PastService, toTested, type Tested } from './past.service.js';
import { listTimes } from './test-times.js';

/** Past of a composite rule: combines the backtests of the rules that it references. */
@Injectable()
export class ComposedPastService {
  constructor(
    private readonly claims: ClaimsRepository,
    private readonly past: PastService,
  ) {}

  async measure({ rule, times }: Tested, nowMs: number, call: Call): Promise<Measured | { readonly error: string }> {
    const ruleIds = rule.definition.composite?.ruleIds ?? [];
    const stored = await this.claims.rules(call.project.id, ruleIds);
    // A disabled rule has no alerts.
    const parts = [...stored.values()].filter(({ isEnabled }) => isEnabled).map((one) => toTested(toRule(one), nowMs));
    const measured = await this.past.measure(parts, call);
    if ('error' in measured) return measured;
    const yielder = new EventLoopYielder(1);
    const all: ComposedSeries[] = [];
    for (const [nth, part] of parts.entries()) {
      const own = measured[nth];
      if (own) all.push(...replayRule(part, own, times));
      if (yielder.isDue()) await yielder.yield();
    }
    const composed = compose(rule.definition, all, times.count);
    const { maxGroups } = rule.definition;
    return {
      ...composed,
      series: composed.series.slice(0, maxGroups),
      isTruncated: composed.series.length > maxGroups || measured.some(({ isTruncated }) => isTruncated),
    };
  }
}

/** Whether each series of a rule would have fired at the times of another. */
function replayRule({ rule, times }: Tested, measured: Measured, at: Times): ComposedSeries[] {
  const firing = new Map<string, { readonly labels: Record<string, string>; readonly steps: Set<number> }>();
  evaluate(rule, [], measured, listTimes(times), ({ labels, at: time, phase }) => {
    if (phase !== 'firing') return;
    const key = seriesKey(labels);
    const own = firing.get(key) ?? { labels: alertLabels(rule, labels), steps: new Set() };
    firing.set(key, own);
    own.steps.add((time - times.first) / times.stepMs);
  });
  // The last evaluation of that rule that was not later.
  const steps = listTimes(at).map((time) => Math.min(times.count - 1, Math.floor((time - times.first) / times.stepMs)));
  return [...firing.values()].map(({ labels, steps: own }) => ({
    labels,
    ruleId: rule.id,
    isFiring: steps.map((step) => own.has(step)),
  }));
}
