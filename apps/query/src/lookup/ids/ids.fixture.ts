import { sharedStore } from '@svc/columnar/testing';
import { clock, NOW_MS, TelemetryWriter, testReader } from '@svc/reading/testing';
import { startTemporaryDatabase } from '@svc/relational/testing';
import { GroupsRepository, PersonDirectory, PropertiesRepository } from '../../customers/index.js';
import { CustomerWriter, personScope, testProjectId } from '../../customers/persons/persons.fixture.js';
import { firingAlert } from '../../investigations/testing/firing-alert.js';
import { FlagsRepository } from '../../product/index.js';
import { LogsRepository, TracesRepository } from '../../telemetry/index.js';
import { CustomerFinders } from './finders/customer-finders.js';
import { RecordFinders } from './finders/record-finders.js';
import { TelemetryFinders } from './finders/telemetry-finders.js';
import { IdsService } from './ids.service.js';

/** Lookups on stores of their own. */
export async function openLookups() {
  const [engine, database] = await Promise.all([sharedStore(), startTemporaryDatabase()]);
  const { relational } = database;
  const { client } = relational;
  const ids = new IdsService(
    new TelemetryFinders(new TracesRepository(), new LogsRepository(), clock),
    new RecordFinders(relational, new FlagsRepository(relational)),
    new CustomerFinders(new PersonDirectory(relational), new PropertiesRepository(), new GroupsRepository()),
  );
  const now = new Date(NOW_MS);
  const times = { createdAt: now, updatedAt: now };
  const customers = new CustomerWriter(engine.store);
  return {
    customers,
    telemetry: new TelemetryWriter(engine.store),
    resolve: (project: number, text: string, scopes: readonly string[]) =>
      ids.resolve(text, scopes, testReader(engine.store, personScope(project))),
    issue: async (project: number, id: string, mergedInto?: string) => {
      const texts = {
        title: `Issue ${id.slice(-1)}`,
        type: 'TypeError',
        culprit: '',
        platform: 'node',
        level: 'error',
      };
      const seen = { firstSeen: now, lastSeen: now, changedAt: now, ...(mergedInto !== undefined && { mergedInto }) };
      const owner = { projectId: testProjectId(project), projectNumber: project };
      await client.issue.create({ data: { id, state: 'new', reason: '', ...owner, ...texts, ...seen, ...times } });
    },
    incident: async (project: number, number: number, id: string, deletedAt: Date | null = null) => {
      const own = { id, number, title: 'Checkout fails', deletedAt, projectId: testProjectId(project) };
      await client.incident.create({ data: { ...own, severity: 2, state: 'open', createdBy: 'ann', ...times } });
    },
    alert: async (project: number, id: string) => {
      const own = { id, projectId: testProjectId(project), ruleId: id, labels: {}, startedAt: now, now };
      await client.alert.create({ data: firingAlert(own) });
    },
    anomaly: async (project: number, id: string) => {
      const times = { startedAt: now, lastSeenAt: now, openedAt: now };
      const measured = { observed: 900, expected: 100, score: 8, baseline: 'weeks', windows: 3 };
      const series = {
        detector: 'error_ratio',
        signal: 'traces',
        direction: 'up',
        labels: { service_name: 'checkout' },
      };
      const own = { id, projectId: testProjectId(project), occurrenceKey: id, state: 'open', severity: 'warning' };
      await client.anomalyFinding.create({ data: { ...own, ...series, ...measured, ...times } });
    },
    flag: async (project: number, key: string, name: string) => {
      const own = { key, name, projectId: testProjectId(project) };
      await client.flag.create({ data: { ...own, active: true, type: 'boolean', definition: {}, ...times } });
    },
    link: async (projectNumber: number, distinctId: string, canonical: string) => {
      const own = { projectNumber, distinctId, canonicalDistinctId: canonical, linkedTo: canonical };
      await client.personAlias.create({ data: own });
      await customers.merge(projectNumber, { [distinctId]: canonical });
    },
    stop: async () => {
      await database.stop();
      await engine[Symbol.asyncDispose]();
    },
  };
}

export type Lookups = Awaited<ReturnType<typeof openLookups>>;
