import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { writeJson, type DomainEvent, type Relational, type Transaction } from '@svc/relational';
import { CLOCK, LOGGER, RELATIONAL, type Clock } from '@svc/runtime';
import { EventReader } from '@svc/work';
import { AlertChanges } from '../../alerts/index.js';
import { toTiming } from '../definition/definition.js';
import { advance } from '../evaluation/advance.js';
import { toAlertChange } from '../evaluation/end-series.js';
import { newSeries, seriesKey, type SeriesMemory } from '../evaluation/series-memory.js';
import { countPhases, storedMemory, toRule, toSnapshot } from '../evaluation/stored-rule.js';
import { RulesRepository, type StoredRule } from '../rules.repository.js';
import { KINDS_BY_EVENT, toEventSeries } from './event-series.js';

/** Lets rules that follow events act on them: each event exactly once, in the transaction that moves the reader. */
@Injectable()
export class RuleEvents implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #reader: EventReader;

  constructor(
    @Inject(RELATIONAL) relational: Relational,
    private readonly rules: RulesRepository,
    private readonly alerts: AlertChanges,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#reader = new EventReader('alert-rules', { relational, logger }, (events, tx) => this.act(events, tx));
  }

  onApplicationBootstrap(): void {
    this.#reader.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#reader.stop();
  }

  async act(events: readonly DomainEvent[], tx: Transaction): Promise<void> {
    const known = events.filter(({ type }) => KINDS_BY_EVENT.has(type));
    if (known.length === 0) return;
    const kinds = [...new Set(known.flatMap(({ type }) => KINDS_BY_EVENT.get(type) ?? []))];
    const projectIds = [...new Set(known.map(({ projectId }) => projectId))];
    const following = await tx.alertRule.findMany({
      where: { isEnabled: true, kind: { in: kinds }, projectId: { in: projectIds } },
      select: { id: true },
      // Evaluations lock the rules in the same order.
      orderBy: { id: 'asc' },
    });
    for (const { id } of following) {
      const rule = await this.rules.take(tx, id);
      if (rule?.isEnabled) await this.#actOn(rule, known, tx);
    }
  }

  async #actOn(stored: StoredRule, events: readonly DomainEvent[], tx: Transaction): Promise<void> {
    const rule = toRule(stored);
    const timing = toTiming(rule.definition);
    const alerting = { projectId: stored.projectId, rule, snapshot: toSnapshot(rule, stored.version) };
    const own = events.flatMap((event) => {
      const series = event.projectId === stored.projectId ? toEventSeries(rule, event) : undefined;
      return series ? { event, series } : [];
    });
    if (own.length === 0) return;
    // Never at or before a time that was evaluated.
    const at = Math.max(this.clock(), (stored.state?.evaluatedAt?.getTime() ?? 0) + 1);
    const memory = new Map(storedMemory(stored.state).map((series) => [seriesKey(series.labels), series]));
    const changes = own.flatMap(({ event, series: { labels, about } }) => {
      const key = seriesKey(labels);
      const before = { ...(memory.get(key) ?? newSeries(labels, at)), ...(about !== undefined && { about }) };
      const verdict = event.type === 'anomaly.resolved' ? 'ok' : 'breach';
      const { memory: after, change } = advance(before, verdict, at, rule.definition, timing);
      remember(memory, key, { ...after, seenAt: at });
      return change ? [toAlertChange(alerting, { ...change, labels, about, at, value: verdict === 'ok' ? 0 : 1 })] : [];
    });
    if (changes.length > 0) await this.alerts.apply(tx, changes);
    const kept = [...memory.values()].slice(-rule.definition.maxGroups);
    await tx.alertRuleState.update({
      where: { ruleId: stored.id },
      data: { memory: writeJson(kept), ...countPhases(kept) },
    });
  }
}

function remember(memory: Map<string, SeriesMemory>, key: string, series: SeriesMemory): void {
  if (series.phase === 'inactive') memory.delete(key);
  else memory.set(key, series);
}
