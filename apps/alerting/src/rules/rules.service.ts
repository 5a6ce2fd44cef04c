import { Inject, Injectable } from '@nestjs/common';
import type { AlertRulesCreateRequest, AlertRulesDeleteRequest, AlertRulesUpdateRequest } from '@svc/contract';
import { writeJson, type Relational, type Transaction } from '@svc/relational';
import type { Call } from '@svc/rpc';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { checkVersion, requireFound, ServiceError } from '@svc/service-error';
import { AlertChanges } from '../alerts/index.js';
import { checkDefinition } from './definition/check-definition.js';
import type { Rule, RuleDefinition, RuleKind } from './definition/definition.js';
import { readDefinition, withTiming, type RuleRequest } from './definition/read-definition.js';
import { endSeries, keptSeries } from './evaluation/end-series.js';
import { countPhases, storedMemory, toRule, toSnapshot } from './evaluation/stored-rule.js';
import { References } from './references.js';
import { RulesRepository, type RuleContent, type StoredRule } from './rules.repository.js';
import { firstDue } from './schedule.js';

@Injectable()
export class RulesService {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    private readonly rules: RulesRepository,
    private readonly references: References,
    private readonly alerts: AlertChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get(projectId: string, id: string): Promise<StoredRule> {
    return requireFound(await this.rules.find(projectId, id));
  }

  async create(call: Call, request: AlertRulesCreateRequest): Promise<StoredRule> {
    const { context, project } = call;
    const content = await this.#check(call, request);
    const owner = { projectId: project.id, createdBy: context.principalId, createdAt: content.updatedAt };
    return this.rules.insert(owner, content, this.#dueAt(project.id, content));
  }

  /** Alerts whose labels stay the same continue; the others end, as all do when the rule is disabled. */
  async update(call: Call, request: AlertRulesUpdateRequest): Promise<StoredRule> {
    const { project } = call;
    const { version } = await this.get(project.id, request.ruleId);
    checkVersion(version, request.version, 'version');
    const content = await this.#check(call, request, request.ruleId);
    return this.relational.client.$transaction(async (tx) => {
      const current = await this.#take(tx, request.ruleId, request.version);
      const before = toRule(current);
      const after: Rule = { ...before, ...toEvaluated(content) };
      const memory = storedMemory(current.state);
      const kept = content.isEnabled ? keptSeries(before, after, memory) : [];
      const ended = memory.filter((series) => !kept.includes(series));
      const reason = content.isEnabled ? 'rule_changed' : 'rule_disabled';
      await this.alerts.apply(tx, endSeries(toEnded(current), ended, reason, content.updatedAt));
      return this.rules.replace(tx, current.id, content, {
        dueAt: this.#dueAt(project.id, content),
        memory: writeJson(kept),
        ...countPhases(kept),
      });
    });
  }

  async delete({ project }: Call, { ruleId, expectedVersion }: AlertRulesDeleteRequest): Promise<void> {
    const { version } = await this.get(project.id, ruleId);
    const expected = expectedVersion ?? version;
    await this.relational.client.$transaction(async (tx) => {
      const current = await this.#take(tx, ruleId, expected);
      const ended = endSeries(toEnded(current), storedMemory(current.state), 'rule_deleted', new Date(this.clock()));
      await this.alerts.apply(tx, ended);
      await this.rules.delete(tx, ruleId);
    });
  }

  /** A rule that is not stored. */
  async toUnsaved(call: Call, request: RuleRequest): Promise<Rule> {
    return { id: '', ...toEvaluated(await this.#check(call, request)) };
  }

  /** @throws ServiceError version_conflict, or not_found if the rule was deleted meanwhile. */
  async #take(tx: Transaction, ruleId: string, expected: bigint): Promise<StoredRule> {
    const current = requireFound(await this.rules.take(tx, ruleId));
    checkVersion(current.version, expected, 'version');
    return current;
  }

  async #check(call: Call, request: RuleRequest, ruleId?: string): Promise<RuleContent> {
    const kind = request.kind as RuleKind;
    const resolved = await this.references.resolve(readDefinition(request), call, ruleId);
    const definition = withTiming(kind, { ...resolved, investigate: toInvestigate(request, call) });
    checkDefinition(kind, definition);
    return {
      name: request.name,
      kind: request.kind,
      definition,
      severity: request.severity || 'warning',
      isEnabled: request.enabled ?? true,
      updatedAt: new Date(this.clock()),
    };
  }

  #dueAt(projectId: string, content: RuleContent): Date | null {
    return content.isEnabled ? firstDue(projectId, content, this.clock()) : null;
  }
}

/** @throws ServiceError permission_denied for a caller who may not start investigations. */
function toInvestigate({ investigate }: RuleRequest, { context }: Call): RuleDefinition['investigate'] {
  if (investigate !== true) return null;
  if (!context.scopes.includes('investigations:write')) {
    const message = 'A rule that starts investigations requires the scope investigations:write.';
    throw new ServiceError('permission_denied', { message });
  }
  return { by: context.principalId, scopes: context.scopes.filter((scope) => scope.endsWith(':read')) };
}

const toEvaluated = ({ name, severity, kind, definition }: RuleContent): Omit<Rule, 'id'> => ({
  name,
  definition,
  severity: severity as Rule['severity'],
  kind: kind as RuleKind,
});

const toEnded = (row: StoredRule) => ({
  projectId: row.projectId,
  rule: toRule(row),
  snapshot: toSnapshot(toRule(row), row.version),
});
