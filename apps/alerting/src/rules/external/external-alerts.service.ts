import { Inject, Injectable } from '@nestjs/common';
import type { ExternalAlertsReceiveRequest } from '@svc/contract';
import { WIRES, type ExternalAlert, type JsonMapping, type Wire } from '@svc/external-alerts';
import { isId, writeJson, type Relational, type Transaction } from '@svc/relational';
import type { Call } from '@svc/rpc';
import { CLOCK, EventLoopYielder, RELATIONAL, type Clock } from '@svc/runtime';
import { invalidField, requireFound, ServiceError, type ErrorDetail } from '@svc/service-error';
import { LRUCache } from 'lru-cache';
import { AlertChanges, type AlertActor } from '../../alerts/index.js';
import { compileTest, takesWire, type LabelsTest } from '../evaluation/external-taking.js';
import { countPhases, storedMemory, toRule, toSnapshot } from '../evaluation/stored-rule.js';
import { RulesRepository, type StoredRule } from '../rules.repository.js';
import { toKey } from './series-of-alert.js';
import { TakenAlerts, type Taken } from './taken-alerts.js';
import { Translator } from './translator.js';

/** Compiled matchers of rules, by rule and version. */
const CACHED = 1_000;

export interface Accepted {
  readonly dedupKeys: string[];
  readonly faults: ErrorDetail[];
}

/** The alerts of a request that rules take. */
interface Taking {
  readonly projectId: string;
  readonly wire: Wire;
  /** One for each key. */
  readonly alerts: readonly ExternalAlert[];
  /** The only rule that takes them; undefined for any. */
  readonly ruleId: string | undefined;
}

/** Lets rules take the alerts of other products. A request is one transaction, and a repeated one changes nothing. */
@Injectable()
export class ExternalAlertsService {
  readonly #tests = new LRUCache<string, LabelsTest>({ max: CACHED });

  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    private readonly rules: RulesRepository,
    private readonly translator: Translator,
    private readonly alerts: AlertChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError invalid_request; not_found for a rule that takes no JSON; quota_exceeded if a rule has too many alerts. */
  async receive({ context }: Pick<Call, 'context'>, request: ExternalAlertsReceiveRequest): Promise<Accepted> {
    const projectId = context.project?.id;
    if (projectId === undefined) throw new ServiceError('internal', { cause: new Error('alerts belong to a project') });
    const { ruleId, body, action, identifier, identifierType } = request;
    const wire = toWire(request.wire);
    const mapping = wire === 'json' ? await this.#mapping(projectId, ruleId) : null;
    const sent = { wire, body, mapping, action, identifier, identifierType, nowMs: this.clock() };
    const { alerts, faults } = await this.translator.translate(projectId, sent);
    const ofEach = [...new Map(alerts.map((alert) => [toKey(alert), alert])).values()];
    const found = await this.relational.client.$transaction((tx) =>
      this.#take(tx, toActor(context), { projectId, wire, alerts: ofEach, ruleId: mapping ? ruleId : undefined }),
    );
    if (found.full > 0)
      throw new ServiceError('quota_exceeded', {
        message:
          'A rule has as many alerts as its max_groups allows, or as its labels have room for. The other alerts count.',
      });
    const dedupKeys = alerts.map(({ dedupKey }) => dedupKey);
    const missed = {
      path: 'body',
      reason: `has firing alerts that no enabled rule of the kind external takes: ${found.untaken}`,
    };
    return { dedupKeys, faults: [...faults, ...(found.untaken > 0 ? [missed] : [])] };
  }

  async #mapping(projectId: string, ruleId: string): Promise<JsonMapping> {
    const stored = requireFound(isId(ruleId) ? await this.rules.find(projectId, ruleId) : null);
    const { external } = toRule(stored).definition;
    if (!stored.isEnabled || !external?.json) throw new ServiceError('not_found');
    return external.json;
  }

  /** Locks the rules before any alert, in the order of evaluations. */
  async #take(
    tx: Transaction,
    actor: AlertActor,
    { projectId, wire, alerts, ruleId }: Taking,
  ): Promise<{ untaken: number; full: number }> {
    const candidates = await tx.alertRule.findMany({
      where: { projectId, kind: 'external', isEnabled: true, ...(ruleId !== undefined && { id: ruleId }) },
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    const outcomes = new Map<ExternalAlert, Taken>();
    const changes = [];
    for (const { id } of candidates) {
      const stored = await this.rules.take(tx, id);
      if (!stored?.isEnabled) continue;
      const taking = this.#open(stored, actor);
      const isTaken = await takeAll(taking.series, alerts, outcomes);
      changes.push(...taking.series.changes);
      if (isTaken || (alerts.length === 0 && taking.takesWire(wire))) await remember(tx, stored, taking);
    }
    if (changes.length > 0) await this.alerts.apply(tx, changes);
    const firing = alerts.filter(({ status }) => status === 'firing');
    const count = (wanted: Taken): number =>
      firing.filter((alert) => (outcomes.get(alert) ?? 'unknown') === wanted).length;
    return { untaken: count('unknown'), full: count('full') };
  }

  #open(stored: StoredRule, actor: AlertActor) {
    const rule = toRule(stored);
    const { external } = rule.definition;
    const name = `${stored.id} ${stored.version}`;
    const test = this.#tests.get(name) ?? compileTest(rule);
    this.#tests.set(name, test);
    const { evaluatedAt = null, receivedAt = null } = stored.state ?? {};
    // Never at or before a time that was evaluated, or before another request.
    const at = Math.max(this.clock(), (evaluatedAt?.getTime() ?? 0) + 1, receivedAt?.getTime() ?? 0);
    const alerting = { projectId: stored.projectId, rule, snapshot: toSnapshot(rule, stored.version) };
    return {
      at,
      series: new TakenAlerts(alerting, test, storedMemory(stored.state), at, actor),
      takesWire: (wire: Wire) => external !== null && takesWire(external, wire),
    };
  }
}

/** @returns whether the rule takes an alert. */
async function takeAll(
  series: TakenAlerts,
  alerts: readonly ExternalAlert[],
  outcomes: Map<ExternalAlert, Taken>,
): Promise<boolean> {
  await series.prepare(alerts);
  const yielder = new EventLoopYielder();
  let isTaken = false;
  for (const alert of alerts) {
    const outcome = series.take(alert);
    isTaken ||= outcome !== 'unknown';
    // A rule without room is a fault although another one has taken the alert.
    if (outcome !== 'unknown' && outcomes.get(alert) !== 'full') outcomes.set(alert, outcome);
    if (yielder.isDue()) await yielder.yield();
  }
  return isTaken;
}

async function remember(
  tx: Transaction,
  { id }: StoredRule,
  { at, series: { memory } }: { readonly at: number; readonly series: TakenAlerts },
): Promise<void> {
  await tx.alertRuleState.update({
    where: { ruleId: id },
    data: { memory: writeJson(memory), receivedAt: new Date(at), ...countPhases(memory) },
  });
}

function toWire(text: string): Wire {
  const wire = WIRES.find((known) => known === text);
  if (!wire) throw invalidField('wire', `must be one of ${WIRES.join(', ')}`);
  return wire;
}

function toActor({ principalType, principalId, principalName }: Call['context']): AlertActor {
  return { type: principalType === 'user' ? 'user' : 'api_key', id: principalId, name: principalName };
}
