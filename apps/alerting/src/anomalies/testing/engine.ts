import { createLogger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { startTemporaryDatabase } from '@svc/relational/testing';
import { Jobs, type JobContext } from '@svc/work';
import { WINDOW_MS } from '../detection/index.js';
import { anomalyCleanup } from '../engine/anomaly-cleanup.js';
import { DetectionJob, type Detection } from '../engine/detection-job.js';
import { DetectorPass } from '../engine/detector-pass.js';
import { Explanations } from '../engine/explanations.js';
import { FindingsWriter } from '../engine/findings-writer.js';
import { Measurer } from '../engine/measurer.js';
import { ProjectDiscovery } from '../engine/project-discovery.js';
import { WatchedProjects } from '../engine/watched-projects.js';
import { WindowsRepository } from '../engine/windows.repository.js';
import { FindingsRepository } from '../findings/findings.repository.js';
import { startScriptedQuery } from './scripted-query.js';

const DAY_MS = 24 * 3_600_000;
const logger = createLogger({ service: 'test', level: 'silent' });

export type AnomalyEngine = Awaited<ReturnType<typeof startEngine>>;

/** The engine on a database of its own, with a clock that moves only by hand and telemetry that is a function of time. */
export async function startEngine(now = '2026-03-01T12:01:00Z') {
  const [database, query] = await Promise.all([startTemporaryDatabase(), startScriptedQuery()]);
  const { relational } = database;
  const time = { nowMs: Date.parse(now) };
  const clock = (): number => time.nowMs;
  /** The parts of one process. */
  const newWorker = (store: Relational) => {
    const jobs = new Jobs(store, undefined, clock, logger);
    const measurer = new Measurer({ address: query.address });
    measurers.push(measurer);
    const projects = new WatchedProjects(store);
    const windows = new WindowsRepository(store);
    const pass = new DetectorPass(windows, new FindingsWriter(new FindingsRepository(store), clock));
    const explanations = new Explanations(measurer, store, clock);
    const job = new DetectionJob(jobs, projects, windows, measurer, pass, explanations, clock, logger);
    const discovery = new ProjectDiscovery(jobs, measurer, projects, store, clock);
    const cleanup = () =>
      anomalyCleanup().run({ relational: store, now: new Date(clock()), signal: AbortSignal.timeout(60_000) });
    const handle = (
      projectId: string,
      fence: JobContext<Detection>['fence'] = () => Promise.resolve(),
    ): Promise<Date | void> => {
      const payload = { projectId, waitsUntil: 0 };
      const claimed = { id: projectId, queue: '', key: projectId, payload, projectId, attempts: 1, lastError: null };
      return job.handle({ job: claimed, signal: AbortSignal.timeout(60_000), fence });
    };
    return { jobs, discovery, cleanup, handle };
  };
  const measurers: Measurer[] = [];
  const first = newWorker(relational);
  const { handle } = first;
  const organization = await relational.client.organization.create({ data: { name: 'Example' } });
  let number = 0;
  return {
    relational,
    time,
    stage: query.stage,
    ...first,
    newWorker,
    /** A project that exists for two months. */
    async addProject() {
      const createdAt = new Date(time.nowMs - 60 * DAY_MS);
      const data = { organizationId: organization.id, slug: `p${++number}`, name: 'P', createdAt };
      return relational.client.project.create({ data });
    },
    /** Evaluates the windows up to now, and then one after the other. */
    async run(projectId: string, more = 0): Promise<void> {
      await handle(projectId);
      for (let nth = 0; nth < more; nth++) {
        time.nowMs += WINDOW_MS;
        await handle(projectId);
      }
    },
    stop: async () => {
      for (const measurer of measurers) measurer.onModuleDestroy();
      await query.stop();
      await database.stop();
    },
  };
}
