import type { ColumnStore } from '@svc/columnar';
import type { FactName, FactRequest, FactResult, Facts, FactSource } from '@svc/investigations';
import { Scope, type ProjectIdentity } from '@svc/reading/statement';
import type { MetricsRepository } from '../../../telemetry/index.js';
import { readRequests } from '../requests/request-facts.js';
import { readCalls, readOperations, readSteps } from '../traces/trace-facts.js';
import { FactReader } from './fact-reader.js';

/** The families that facts are read through. */
export interface FactFamilies {
  readonly store: ColumnStore;
  readonly metrics: MetricsRepository;
}

type Readings = {
  readonly [Name in FactName]?: (reader: FactReader, families: FactFamilies) => Promise<Facts[Name]>;
};

const READINGS: Readings = {
  requests: (reader, { metrics }) => readRequests(reader, metrics),
  calls: (reader, { metrics }) => readCalls(reader, metrics),
  operations: readOperations,
  steps: readSteps,
};

const MS_PER_DAY = 86_400_000;

/** Reads the facts of one project from the stores. */
export class StoreFacts implements FactSource {
  constructor(
    private readonly project: ProjectIdentity,
    private readonly families: FactFamilies,
  ) {}

  async read<Name extends FactName>(name: Name, request: FactRequest): Promise<FactResult<Facts[Name]>> {
    const reader = new FactReader(this.families.store, Scope.of(this.project), request);
    const read = READINGS[name];
    if (!read) throw new Error(`no reading ${name}`);
    const facts = await read(reader, this.families);
    return { facts, bytesRead: reader.bytesRead, queries: reader.queries };
  }

  retentionStart(_projectId: string, now: number): Promise<number> {
    return Promise.resolve(now - this.project.retentionDays * MS_PER_DAY);
  }
}
