import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { CLOCK, LOGGER, type Clock } from '@svc/runtime';
import { Jobs, Queue, type JobContext, type JobHandler } from '@svc/work';
import { latestEnd, WINDOW_MS } from '../detection/index.js';
import { DETECTORS } from '../detectors.js';
import { DetectorPass, toQuestion, type Plan } from './detector-pass.js';
import { Explanations } from './explanations.js';
import { Measurer } from './measurer.js';
import { WatchedProjects, type WatchedProject } from './watched-projects.js';
import { WindowsRepository } from './windows.repository.js';

/** One job for each project that sends data. */
export interface Detection {
  readonly projectId: string;
  /** Milliseconds: before it, the job waits for data. */
  readonly waitsUntil: number;
}

export const DETECTIONS = new Queue<Detection>({ name: 'anomaly-detection', concurrency: 2 });

/** Delay after the end of a window, so that late records arrive before it is evaluated. */
const DELAY_MS = 60_000;
const RETRY_MS = 60_000;
/** A project is no longer watched after this time without data, unless something of it is not normal. */
const IDLE_MS = 3 * 3_600_000;
/** Projects take turns within this time, so that their measurements do not come all at once. */
const SPREAD_MS = 60_000;

/** Evaluates every window of a project once. */
@Injectable()
export class DetectionJob implements JobHandler<Detection> {
  constructor(
    jobs: Jobs,
    private readonly projects: WatchedProjects,
    private readonly windows: WindowsRepository,
    private readonly measurer: Measurer,
    private readonly pass: DetectorPass,
    private readonly explanations: Explanations,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    jobs.register(DETECTIONS, this);
  }

  async handle({ job, signal, fence }: JobContext<Detection>): Promise<Date | void> {
    const { projectId, waitsUntil } = job.payload;
    const project = await this.projects.find(projectId);
    if (!project) return;
    const latest = latestEnd(this.clock(), DELAY_MS);
    const isComplete = await this.#detect(project, latest, { signal, fence });
    await this.explanations.explain(project, { signal, fence });
    if (!isComplete) return new Date(this.clock() + RETRY_MS);
    const isWaiting = this.clock() < waitsUntil;
    if (!isWaiting && !(await this.windows.isBusy(projectId, new Date(this.clock() - IDLE_MS)))) return;
    return new Date(latest + WINDOW_MS + DELAY_MS + spread(projectId));
  }

  /** @returns whether everything could be measured. A detector that could not resolves nothing and catches up later. */
  async #detect(
    project: WatchedProject,
    latest: number,
    { signal, fence }: Pick<JobContext<Detection>, 'signal' | 'fence'>,
  ): Promise<boolean> {
    const plans = await Promise.all(DETECTORS.map((detector) => this.pass.plan(detector, project, latest, fence)));
    const questions = plans.flatMap(({ detector, runs }) => runs.map((run) => toQuestion(detector, run)));
    const results = await this.measurer.measure(questions, project, signal);
    const failed: Plan[] = [];
    let next = 0;
    for (const plan of plans) {
      signal.throwIfAborted();
      const own = results.slice(next, (next += plan.runs.length));
      if (own.length < plan.runs.length || own.some(({ error }) => error !== '')) failed.push(plan);
      else if (plan.due.length > 0) await this.pass.evaluate(plan, own, fence);
    }
    for (const { detector } of failed)
      this.logger.warn(
        { detector: detector.name, project: project.id },
        'could not measure windows for anomaly detection; retrying',
      );
    return failed.length === 0;
  }
}

/** Offset that spreads the jobs of projects over time; the same for every run of a project. */
const spread = (projectId: string): number => parseInt(projectId.slice(-6), 16) % SPREAD_MS;
