import { randomUUID } from 'node:crypto';
import { MemoryStore } from '@svc/cache';
import { sharedStore } from '@svc/columnar/testing';
import { createLogger } from '@svc/observability';
import { createCursors } from '@svc/pagination';
import { WindowCursors } from '@svc/reading/paging';
import { Scope, type ProjectIdentity } from '@svc/reading/statement';
import { testReader } from '@svc/reading/testing';
import type { DomainEvent, Issue } from '@svc/relational';
import { startTemporaryDatabase } from '@svc/relational/testing';
import type { Symbolicator } from '@svc/symbols';
import { eventually } from '@svc/test-servers';
import { Jobs, readEvents } from '@svc/work';
import { Announcements } from '../intake/announcements.js';
import { DueIssues } from '../intake/checks/due-issues.js';
import { EscalationChecks } from '../intake/checks/escalation-checks.js';
import { RegressionChecks } from '../intake/checks/regression-checks.js';
import { SnoozeChecks } from '../intake/checks/snooze-checks.js';
import { IntakePass, type PassResult } from '../intake/intake-pass.js';
import { IntakeRepository } from '../intake/intake.repository.js';
import { ProjectIntake, type IntakeTools } from '../intake/project-intake.js';
import { IssueFinder } from '../intake/variants/issue-finder.js';
import { CURRENT_GROUPING, VariantReader, type GroupingAlgorithm } from '../intake/variants/variant-reader.js';
import { DetailsService } from '../issues/details/details.service.js';
import { Forecaster } from '../issues/escalation/forecaster.js';
import { FiguresService } from '../issues/figures/figures.service.js';
import { SnoozeProgress } from '../issues/figures/snooze-progress.js';
import { IssueChanges } from '../issues/issue-changes.js';
import { IssueMirror } from '../issues/issue-mirror.js';
import { IssuesRepository } from '../issues/issues.repository.js';
import { ListRepository } from '../issues/list/list.repository.js';
import { ListService } from '../issues/list/list.service.js';
import { RankedIssues } from '../issues/list/ranked-issues.js';
import { MergeService } from '../issues/merging/merge.service.js';
import { Merges } from '../issues/merging/merges.js';
import { MergingRepository } from '../issues/merging/merging.repository.js';
import { TriageService, type Triager } from '../issues/triage.service.js';
import { ReleasesRepository } from '../releases/releases.repository.js';
import { ReleasesService } from '../releases/releases.service.js';
import { ErrorWriter } from './error-writer.js';

const LOGGER = createLogger({ service: 'query', level: 'silent' });
const HOUR_S = 3_600;

export type IssueWorld = Awaited<ReturnType<typeof openIssueWorld>>;

/** Intake, issues and releases on stores of their own. The time of issues moves only by hand; that of arrivals is real. */
export async function openIssueWorld(options: { grouping?: GroupingAlgorithm; symbolicator?: Symbolicator } = {}) {
  const [engine, database] = await Promise.all([sharedStore(), startTemporaryDatabase()]);
  const memory = new MemoryStore();
  const { store } = engine;
  const { relational } = database;
  const time = { nowMs: Date.now() };
  const clock = (): number => time.nowMs;
  const jobs = new Jobs(relational, memory.pubSub, clock, LOGGER);
  const issues = new IssuesRepository(relational);
  const changes = new IssueChanges();
  const releases = new ReleasesService(new ReleasesRepository(relational), clock);
  const merging = new MergingRepository();
  const merges = new Merges(merging, changes);
  const figures = new FiguresService(issues);
  const progress = new SnoozeProgress(issues);
  const repository = new IntakeRepository(relational);
  const newIntake = (grouping: GroupingAlgorithm): IntakePass =>
    new IntakePass(
      store,
      repository,
      new ProjectIntake(
        repository,
        new VariantReader(store, grouping, options.symbolicator),
        issues,
        new IssueFinder(repository),
        changes,
        releases,
        new RegressionChecks(changes, releases),
        clock,
      ),
    );
  const pass = newIntake(options.grouping ?? CURRENT_GROUPING);
  const snoozes = new SnoozeChecks(store, repository, changes, progress, clock);
  const tools: IntakeTools = { signal: new AbortController().signal, fence: () => Promise.resolve() };
  const mirror = new IssueMirror(jobs, relational, store);
  const listed = new ListRepository(relational);
  const cursors = new WindowCursors(createCursors('a secret for cursors in tests'));
  return {
    store,
    relational,
    time,
    tools,
    repository,
    pass,
    newIntake,
    issues,
    releases,
    merges,
    changes,
    writer: new ErrorWriter(store),
    triage: new TriageService(issues, changes, releases, jobs, clock),
    merging: new MergeService(issues, merging, merges, changes, jobs, clock),
    lists: new ListService(listed, new RankedIssues(listed), figures, cursors, clock),
    details: new DetailsService(issues, figures, progress, clock),
    due: new DueIssues(repository, changes, clock),
    escalations: () => new EscalationChecks(store, repository, changes, new Forecaster(issues), clock),

    readerFor: (project: ProjectIdentity) => testReader(store, Scope.of(project)),

    async newProject() {
      const organizationId = randomUUID();
      const id = randomUUID();
      const at = new Date();
      await relational.client.organization.create({ data: { id: organizationId, name: id, updatedAt: at } });
      const { number } = await relational.client.project.create({
        data: { id, organizationId, slug: id, name: id, updatedAt: at },
      });
      const scope = Scope.of({ id, number, retentionDays: 30 });
      const triager: Triager = { projectId: id, organizationId, principalId: randomUUID() };
      return { id, number, triager, reader: () => testReader(store, scope) };
    },

    /** Takes in everything that arrived in the last hour. */
    async takeIn(intake: IntakePass = pass): Promise<PassResult> {
      const result = await intake.takeAll(Math.floor(Date.now() / 1_000) - HOUR_S, new Set(), tools);
      for (const { project, issues: touched } of result.touched) await snoozes.apply(project, touched, tools);
      return result;
    },

    /** The issues of a project, the first one first. */
    all: (projectId: string): Promise<Issue[]> =>
      relational.client.issue.findMany({ where: { projectId }, orderBy: [{ createdAt: 'asc' }, { title: 'asc' }] }),

    /** The domain events of a project that channels can subscribe to, in their order, after everything was announced. */
    announced: (projectId: string, columns = store): Promise<DomainEvent[]> =>
      eventually('everything is announced', async () => {
        const announcements = new Announcements(repository, figures, columns, relational, clock, LOGGER);
        await relational.client.$transaction(async (tx) =>
          announcements.announce(await readEvents(tx, 'issue-announcements', 1_000), tx),
        );
        const found = await relational.client.domainEvent.findMany({ where: { projectId }, orderBy: { id: 'asc' } });
        const events = found.filter(({ type }) => type !== 'issue-transition');
        return events.filter(({ type }) => type.startsWith('issue.')).length === found.length - events.length && events;
      }),

    /** Their types. */
    async events(projectId: string): Promise<string[]> {
      return (await this.announced(projectId)).map(({ type }) => type);
    },

    async mirror(projectId: string, projectNumber: number): Promise<void> {
      const job = {
        id: '',
        queue: '',
        key: projectId,
        payload: { projectNumber },
        projectId,
        attempts: 1,
        lastError: null,
      };
      await mirror.handle({ job, ...tools });
    },

    async stop(): Promise<void> {
      await memory.close();
      await database.stop();
      await engine[Symbol.asyncDispose]();
    },
  };
}
