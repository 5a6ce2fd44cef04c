import { Inject, Injectable } from '@nestjs/common';
import { findProjects } from '@svc/directory';
import type { Project, Relational, Transaction } from '@svc/relational';
import { latestPresent, RELATIONAL } from '@svc/runtime';
import { DueWatch } from '@svc/work';
import type { StoredRule } from '../rules.repository.js';

/** Longer than the measurements of a batch take. */
const LEASE_MS = 60_000;

/** The latest end that a valid lease can have; anything later was granted before the clock was set back. */
const latestLease = (now: Date): Date => new Date(latestPresent(now.getTime()) + LEASE_MS);

export type ClaimedRule = StoredRule & { readonly state: NonNullable<StoredRule['state']> };

/** The state of a rule after an evaluation. */
export interface Outcome {
  readonly ruleId: string;
  readonly leaseToken: bigint;
  /** Null if nothing was evaluated. */
  readonly evaluatedAt: Date | null;
  readonly dueAt: Date;
  readonly health: string;
  readonly lastError: string;
  readonly pending: number;
  readonly firing: number;
  readonly memory: unknown;
}

@Injectable()
export class ClaimsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /**
   * Checks at this interval whether rules are due.
   * @param look returns the time, and whether to call back even if no rule is due.
   * @returns a function that stops the checks.
   */
  watch(everyMs: number, look: () => { readonly now: Date; readonly anyway: boolean }, wake: () => void): () => void {
    return DueWatch.of(this.relational).add({
      everyMs,
      select: (bind) => {
        const { now, anyway } = look();
        const { at, ahead } = { at: bind(now), ahead: bind(latestLease(now)) };
        return `
          SELECT 'rules' WHERE ${bind(anyway)}::boolean OR (
            SELECT due_at FROM alert_rule_states
            WHERE due_at <= ${at} AND (lease_until IS NULL OR lease_until < ${at} OR lease_until > ${ahead})
            ORDER BY due_at LIMIT 1) IS NOT NULL`;
      },
      wake,
    });
  }

  /**
   * Claims due rules, the longest overdue first. Other processes skip them until the lease ends. A lease that ends
   * after `latestLease` counts as ended.
   */
  async claim(now: Date, most: number): Promise<ClaimedRule[]> {
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const ahead = latestLease(now);
    const claimed = await this.relational.client.$queryRaw<{ ruleId: string }[]>`
      UPDATE alert_rule_states SET lease_until = ${leaseUntil}, lease_token = lease_token + 1
      WHERE rule_id IN (
        SELECT rule_id FROM alert_rule_states
        WHERE due_at <= ${now} AND (lease_until IS NULL OR lease_until < ${now} OR lease_until > ${ahead})
        ORDER BY due_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
      RETURNING rule_id AS "ruleId"`;
    if (claimed.length === 0) return [];
    const rules = await this.relational.client.alertRule.findMany({
      where: { id: { in: claimed.map(({ ruleId }) => ruleId) } },
      include: { state: true },
    });
    return rules.filter((rule): rule is ClaimedRule => rule.state !== null);
  }

  /** Makes all rules due. After the clock was set back, they would otherwise wait for times of the former clock. */
  async makeDue(now: Date): Promise<void> {
    await this.relational.client.$executeRaw`
      UPDATE alert_rule_states SET due_at = ${now} WHERE due_at > ${now}`;
  }

  projects(ids: readonly string[]): Promise<ReadonlyMap<string, Project>> {
    return findProjects(this.relational.client, ids);
  }

  /** The rules of one project with their states. */
  async rules(projectId: string, ids: readonly string[]): Promise<ReadonlyMap<string, StoredRule>> {
    const rows = await this.relational.client.alertRule.findMany({
      where: { projectId, id: { in: [...ids] } },
      include: { state: true },
    });
    return new Map(rows.map((row) => [row.id, row]));
  }

  /**
   * Locks the states, in the same order as every other caller, and returns the rules that are still held: they were not
   * changed, deleted or claimed again since the claim.
   */
  async held(
    tx: Transaction,
    outcomes: readonly Pick<Outcome, 'ruleId' | 'leaseToken'>[],
  ): Promise<ReadonlySet<string>> {
    const ids = outcomes.map(({ ruleId }) => ruleId);
    const rows = await tx.$queryRaw<{ ruleId: string; leaseToken: bigint }[]>`
      SELECT rule_id AS "ruleId", lease_token AS "leaseToken" FROM alert_rule_states
      WHERE rule_id = ANY(${ids}::uuid[]) ORDER BY rule_id FOR UPDATE`;
    const tokens = new Map(rows.map(({ ruleId, leaseToken }) => [ruleId, leaseToken]));
    return new Set(
      outcomes.filter(({ ruleId, leaseToken }) => tokens.get(ruleId) === leaseToken).map(({ ruleId }) => ruleId),
    );
  }

  /** Stores the outcomes and ends the leases. */
  async store(tx: Transaction, outcomes: readonly Outcome[]): Promise<void> {
    if (outcomes.length === 0) return;
    const rows = JSON.stringify(
      outcomes.map((outcome) => ({
        rule_id: outcome.ruleId,
        evaluated_at: outcome.evaluatedAt,
        due_at: outcome.dueAt,
        health: outcome.health,
        last_error: outcome.lastError,
        pending: outcome.pending,
        firing: outcome.firing,
        memory: outcome.memory,
      })),
    );
    await tx.$executeRaw`
      UPDATE alert_rule_states AS stored
      SET evaluated_at = COALESCE(found.evaluated_at, stored.evaluated_at), due_at = found.due_at, lease_until = NULL,
        health = found.health, last_error = found.last_error, pending = found.pending, firing = found.firing,
        memory = found.memory
      FROM json_to_recordset(${rows}::json) AS found(rule_id uuid, evaluated_at timestamptz, due_at timestamptz,
        health text, last_error text, pending int, firing int, memory json)
      WHERE stored.rule_id = found.rule_id`;
  }
}
