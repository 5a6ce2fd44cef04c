import { randomUUID } from 'node:crypto';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import type { Measurement } from '@svc/contract';
import { createLogger } from '@svc/observability';
import { createRelational, type Relational } from '@svc/relational';
import type { TemporaryDatabase } from '@svc/relational/testing';
import { alertsBench } from '../../testing/alerts-bench.js';
import type { RuleDefinition, RuleKind } from '../definition/definition.js';
import { ClaimsRepository } from '../engine/claims.repository.js';
import { Evaluator } from '../engine/evaluator.js';
import { Measurements } from '../engine/measurements.js';
import { RuleEngine } from '../engine/rule-engine.js';
import { ExternalAlertsService } from '../external/external-alerts.service.js';
import { Translator } from '../external/translator.js';
import { RulesRepository } from '../rules.repository.js';
import { firstDue } from '../schedule.js';
import type { Answer } from './measuring.js';
import { createRule } from './rules.js';

export type RulesBench = ReturnType<typeof rulesBench>;

/**
 * The evaluation of rules as one process does it, without timers: a spec says when it runs.
 *
 * @param relational may fail at the statements that a spec chooses.
 * @param address of what measures.
 */
export function rulesBench(relational: Relational, clock: { nowMs: number }, address: string) {
  const now = (): number => clock.nowMs;
  const { changes, flush, actions } = alertsBench(relational, clock);
  const claims = new ClaimsRepository(relational);
  const measurements = new Measurements({ address });
  const evaluator = new Evaluator(relational, claims, measurements, changes, now);
  const engine = new RuleEngine(claims, evaluator, now, createLogger({ service: 'test', level: 'silent' }));
  const translator = new Translator();
  const rules = new RulesRepository(relational);
  return {
    engine,
    flush,
    actions,
    external: new ExternalAlertsService(relational, rules, translator, changes, now),
    stop: async () => {
      measurements.onModuleDestroy();
      await translator.onModuleDestroy();
    },
  };
}

/** A project of its own. @returns its ID. */
export async function addProject({ client }: Relational): Promise<string> {
  const { id: organizationId } = await client.organization.create({ data: { name: 'Example' } });
  const project = { organizationId, slug: `p-${randomUUID()}`, name: 'Project' };
  return (await client.project.create({ data: project })).id;
}

/** Stores a rule that is evaluated for the first time at the next time after now. @returns its ID. */
export async function storeRule(
  relational: Relational,
  { projectId, nowMs }: { readonly projectId: string; readonly nowMs: number },
  definition: Partial<RuleDefinition>,
  ruleKind: RuleKind = 'threshold',
): Promise<string> {
  const rule = createRule(definition, ruleKind);
  const { name, severity, kind } = rule;
  const now = new Date(nowMs);
  const content = { name, severity, kind, isEnabled: true, updatedAt: now, definition: rule.definition };
  const owner = { projectId, createdBy: 'k', createdAt: now };
  return (await new RulesRepository(relational).insert(owner, content, firstDue(projectId, rule, nowMs))).id;
}

/** Figures of series as a function of the time at which a window ends. */
export const played =
  (script: (endMs: number) => Readonly<Record<string, number>>) =>
  ({ firstEnd, count, stepSeconds }: Measurement): Answer => {
    const first = firstEnd ? timestampMs(firstEnd) : 0;
    const windows = Array.from({ length: count }, (_, nth) => script(first + nth * stepSeconds * 1_000));
    const services = [...new Set(windows.flatMap((window) => Object.keys(window)))];
    return {
      series: services.map((service) => ({
        labels: { service_name: service },
        values: windows.map((window) => window[service] ?? 0),
        samples: windows.map(() => 10n),
      })),
    };
  };

/** Keeps the evaluated times of all rules in the order in which they were stored, whichever process stored them. */
export async function recordEvaluations({
  relational,
  ownerUrl,
}: TemporaryDatabase): Promise<(ruleId: string) => Promise<number[]>> {
  const owner = createRelational({ url: ownerUrl, poolSize: 1 });
  for (const statement of [
    'CREATE TABLE spec_evaluations (nth bigserial PRIMARY KEY, rule_id uuid NOT NULL, at timestamptz NOT NULL)',
    `CREATE FUNCTION spec_record_evaluation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
     BEGIN INSERT INTO spec_evaluations (rule_id, at) VALUES (NEW.rule_id, NEW.evaluated_at); RETURN NEW; END $$`,
    `CREATE TRIGGER spec_evaluated AFTER UPDATE ON alert_rule_states FOR EACH ROW
     WHEN (OLD.evaluated_at IS DISTINCT FROM NEW.evaluated_at) EXECUTE FUNCTION spec_record_evaluation()`,
    'GRANT SELECT ON spec_evaluations TO PUBLIC',
  ])
    await owner.client.$executeRawUnsafe(statement);
  await owner.close();
  return async (ruleId) => {
    const rows = await relational.client.$queryRaw<{ at: Date }[]>`
      SELECT at FROM spec_evaluations WHERE rule_id = ${ruleId}::uuid ORDER BY nth`;
    return rows.map(({ at }) => at.getTime());
  };
}
