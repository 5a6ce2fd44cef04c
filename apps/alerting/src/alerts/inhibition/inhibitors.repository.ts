import { Injectable } from '@nestjs/common';
import type { AlertInhibition, Transaction } from '@svc/relational';
import { EventLoopYielder } from '@svc/runtime';
import { LRUCache } from 'lru-cache';
import type { AlertLabels } from '../lifecycle/alert-change.js';
import type { AlertRow } from '../lifecycle/alert-row.js';
import { CompiledRules, type Sources } from './inhibition-rule.js';
import { InhibitionsRepository, storedRules } from './inhibitions.repository.js';

type Test = (alert: AlertRow) => boolean;

/** Active alerts of a project that may inhibit others: the latest of them count. */
const MAX_ACTIVE = 10_000;
const PAGE = 2_000;
/** Rules of projects, compiled. */
const CACHED = 100;

interface Active {
  readonly id: string;
  readonly startedAt: Date;
  readonly labels: AlertLabels;
  readonly severity: string;
}

/** Finds the alerts that others keep quiet, as the inhibition rules of Alertmanager do. */
@Injectable()
export class InhibitorsRepository {
  readonly #compiled = new LRUCache<string, CompiledRules>({ max: CACHED });

  constructor(private readonly inhibitions: InhibitionsRepository) {}

  /** A test whether an alert is inhibited. Acknowledged and silenced alerts inhibit as well; pending ones do not. */
  async of(tx: Transaction, alerts: readonly AlertRow[]): Promise<Test> {
    const firing = alerts.filter(({ state }) => state === 'firing');
    if (firing.length === 0) return () => false;
    const own = await this.inhibitions.ofProjects(tx, [...new Set(firing.map(({ projectId }) => projectId))]);
    const hasOwn = new Set(own.map(({ projectId }) => projectId));
    const byDefault = await this.#byDefault(
      tx,
      firing.filter(({ projectId }) => !hasOwn.has(projectId)),
    );
    const byProject = new Map<string, Sources>();
    for (const stored of own) {
      const targets = firing.filter(({ projectId }) => projectId === stored.projectId);
      const sources = await this.#sources(tx, stored, targets);
      if (sources) byProject.set(stored.projectId, sources);
    }
    return (alert) =>
      hasOwn.has(alert.projectId) ? (byProject.get(alert.projectId)?.inhibit(alert) ?? false) : byDefault(alert);
  }

  /** The rule of projects without their own: alerts keep the values of its labels as a key, which is indexed. */
  async #byDefault(tx: Transaction, alerts: readonly AlertRow[]): Promise<Test> {
    const inhibitable = alerts.filter(({ severity }) => severity !== 'critical');
    if (inhibitable.length === 0) return () => false;
    const wanted = inhibitable.map(({ projectId, inhibitionKey }) => ({ projectId, inhibitionKey }));
    const rows = await tx.$queryRaw<{ projectId: string; inhibitionKey: string }[]>`
      SELECT DISTINCT project_id AS "projectId", inhibition_key AS "inhibitionKey" FROM alerts
      JOIN json_to_recordset(${JSON.stringify(wanted)}::json) AS wanted("projectId" uuid, "inhibitionKey" text)
        ON project_id = wanted."projectId" AND inhibition_key = wanted."inhibitionKey"
      WHERE state <> 'resolved' AND state <> 'pending' AND severity = 'critical'`;
    const found = new Set(rows.map(toKey));
    return (alert) => alert.severity !== 'critical' && found.has(toKey(alert));
  }

  /** Reads the active alerts of a project that inhibit others; undefined if none of the targets can be inhibited. */
  async #sources(tx: Transaction, stored: AlertInhibition, targets: readonly AlertRow[]): Promise<Sources | undefined> {
    const rules = this.#rules(stored);
    const yielder = new EventLoopYielder(1);
    if (!targets.some((alert) => rules.canInhibit(alert))) return undefined;
    const sources = rules.newSources();
    let page: readonly Active[] = [];
    let count = 0;
    do {
      page = await this.#page(tx, stored.projectId, page.at(-1) ?? END);
      count += page.length;
      for (const alert of page) {
        sources.add(alert);
        if (yielder.isDue()) await yielder.yield();
      }
    } while (page.length === PAGE && count < MAX_ACTIVE);
    return sources;
  }

  #page(tx: Transaction, projectId: string, after: Pick<Active, 'id' | 'startedAt'>): Promise<Active[]> {
    return tx.$queryRaw<Active[]>`
      SELECT id, started_at AS "startedAt", labels, severity FROM alerts
      WHERE project_id = ${projectId}::uuid AND state <> 'resolved' AND state <> 'pending'
        AND (started_at, id) < (${after.startedAt}, ${after.id}::uuid)
      ORDER BY started_at DESC, id DESC LIMIT ${PAGE}`;
  }

  #rules(stored: AlertInhibition): CompiledRules {
    const key = `${stored.projectId} ${stored.createdAt.getTime()} ${stored.version}`;
    const known = this.#compiled.get(key);
    if (known) return known;
    const rules = new CompiledRules(storedRules(stored));
    this.#compiled.set(key, rules);
    return rules;
  }
}

/** Keyset position after every alert. */
const END = { startedAt: new Date(Date.UTC(9999, 0)), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

function toKey({ projectId, inhibitionKey }: Pick<AlertRow, 'projectId' | 'inhibitionKey'>): string {
  return `${projectId} ${inhibitionKey}`;
}
