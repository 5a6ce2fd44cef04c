import { Inject, Injectable } from '@nestjs/common';
import {
  type AlertRule,
  type AlertRuleState,
  insertWithin,
  isId,
  nameContains,
  type Prisma,
  projectQuota,
  type Relational,
  type Transaction,
  writeJson,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import type { RuleDefinition } from './definition/definition.js';

/** Rules of one project. */
const MAX_RULES = 500;

export type StoredRule = AlertRule & { readonly state: AlertRuleState | null };

/** Content of a rule, as a request sets it. */
export type RuleContent = Pick<AlertRule, 'name' | 'severity' | 'kind' | 'isEnabled' | 'updatedAt'> & {
  readonly definition: RuleDefinition;
};

export interface RuleFilter {
  readonly projectId: string;
  /** '' for all. */
  readonly severity: string;
  /** Text that the name has to contain; '' for all. */
  readonly name: string;
}

@Injectable()
export class RulesRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Lists rules by name. */
  list(
    { projectId, severity, name }: RuleFilter,
    after: { readonly name: string; readonly id: string } | undefined,
    page: { readonly take: number; readonly skip: number },
  ): Promise<StoredRule[]> {
    const later = after ? { OR: [{ name: { gt: after.name } }, { name: after.name, id: { gt: after.id } }] } : {};
    return this.relational.client.alertRule.findMany({
      where: { projectId, ...(severity !== '' && { severity }), AND: [nameContains(name), later] },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      include: { state: true },
      ...page,
    });
  }

  async find(projectId: string, id: string): Promise<StoredRule | null> {
    if (!isId(id)) return null;
    return this.relational.client.alertRule.findFirst({ where: { id, projectId }, include: { state: true } });
  }

  /** Kinds of the given rules that exist in the project, by ID. */
  async kinds(projectId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.relational.client.alertRule.findMany({
      where: { projectId, id: { in: ids.filter(isId) } },
      select: { id: true, kind: true },
    });
    return new Map(rows.map(({ id, kind }) => [id, kind]));
  }

  /** @throws ServiceError quota_exceeded */
  insert(
    owner: Pick<AlertRule, 'projectId' | 'createdBy' | 'createdAt'>,
    { definition, ...content }: RuleContent,
    dueAt: Date | null,
  ): Promise<StoredRule> {
    const data = { ...owner, ...content, definition: writeJson(definition), state: { create: { dueAt } } };
    return insertWithin(this.relational, toQuota(owner.projectId), (tx) =>
      tx.alertRule.create({ data, include: { state: true } }),
    );
  }

  /**
   * Locks the state of a rule, and takes it from the process that evaluates it: what that process found is not stored any more. Undefined
   * if the rule is gone.
   */
  async take(tx: Transaction, ruleId: string): Promise<StoredRule | undefined> {
    const taken = await tx.alertRuleState.updateMany({
      where: { ruleId },
      data: { leaseToken: { increment: 1 }, leaseUntil: null },
    });
    if (taken.count === 0) return undefined;
    return (await tx.alertRule.findUnique({ where: { id: ruleId }, include: { state: true } })) ?? undefined;
  }

  replace(
    tx: Transaction,
    id: string,
    { definition, ...content }: RuleContent,
    state: { readonly dueAt: Date | null; readonly memory: Prisma.InputJsonValue; pending: number; firing: number },
  ): Promise<StoredRule> {
    const reset = { ...state, health: 'unknown', lastError: '' };
    return tx.alertRule.update({
      where: { id },
      data: { ...content, definition: writeJson(definition), version: { increment: 1 }, state: { update: reset } },
      include: { state: true },
    });
  }

  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.alertRule.delete({ where: { id } });
  }
}

const toQuota = projectQuota('alert-rules', MAX_RULES, (tx) => tx.alertRule);
