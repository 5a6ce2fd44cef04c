import type { ColumnStore } from '@svc/columnar';
import { findProject } from '@svc/directory';
import type { FactName, FactRequest, FactResult, Facts, FactSource } from '@svc/investigations';
import { Scope } from '@svc/reading/statement';
import { requireFound } from '@svc/service-error';
import { readAgents } from './agents/agent-facts.js';
import { readAccounts, readAffected } from './bad-requests/affected.js';
import { readAttributes } from './bad-requests/attributes.js';
import { readShares } from './bad-requests/shares.js';
import { readChanges, type ChangeSources } from './changes/changes.js';
import { readIssues } from './changes/issues.js';
import { readSettings } from './changes/settings.js';
import { readMetrics } from './metrics/metric-facts.js';
import { readPaths } from './paths/path-facts.js';
import type { FactFamilies } from './reading/fact-families.js';
import { FactReader } from './reading/fact-reader.js';
import { readRequests } from './requests/request-facts.js';
import { readCalls, readOperations, readSteps } from './traces/trace-facts.js';

type Readings = { readonly [Name in FactName]: (reader: FactReader, families: FactFamilies) => Promise<Facts[Name]> };

const READINGS: Readings = {
  requests: (reader, { metrics }) => readRequests(reader, metrics),
  calls: (reader, { metrics }) => readCalls(reader, metrics),
  operations: readOperations,
  steps: readSteps,
  paths: readPaths,
  changes: (reader, families: ChangeSources) => readChanges(reader, families),
  attributes: (reader) => readAttributes(reader),
  shares: readShares,
  issues: (reader, { issues }) => readIssues(reader, issues),
  affected: readAffected,
  accounts: readAccounts,
  agents: readAgents,
  metrics: readMetrics,
  settings: (reader, { relational }) => readSettings(reader, relational),
};

const MS_PER_DAY = 86_400_000;

/** Reads the facts of projects from the stores. */
export class StoreFacts implements FactSource {
  constructor(private readonly families: FactFamilies & { readonly store: ColumnStore }) {}

  async read<Name extends FactName>(name: Name, request: FactRequest): Promise<FactResult<Facts[Name]>> {
    const project = await this.#project(request.projectId);
    const reader = new FactReader(this.families.store, Scope.of(project), request);
    const facts = await READINGS[name](reader, this.families);
    return { facts, bytesRead: reader.bytesRead };
  }

  async retentionStart(projectId: string, now: number): Promise<number> {
    const { retentionDays } = await this.#project(projectId);
    return now - retentionDays * MS_PER_DAY;
  }

  async #project(id: string) {
    return requireFound(await findProject(this.families.relational.client, id));
  }
}
