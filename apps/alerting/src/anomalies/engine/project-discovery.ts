import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { enqueue, Jobs, Queue, type JobContext, type JobHandler } from '@svc/work';
import { DETECTORS } from '../detectors.js';
import { DETECTIONS } from './detection-job.js';
import { Measurer } from './measurer.js';
import { WatchedProjects } from './watched-projects.js';

type Nothing = Record<string, never>;

const DISCOVERY = new Queue<Nothing>({ name: 'anomaly-discovery' });
const INTERVAL_MS = 20_000;
const HOUR_MS = 3_600_000;
const WAITS_MS = 3 * HOUR_MS;
const SIGNALS: ReadonlySet<string> = new Set(DETECTORS.map(({ signal }) => signal));

/** Lets every project that sends data be watched; the others cost nothing. */
@Injectable()
export class ProjectDiscovery implements JobHandler<Nothing>, OnApplicationBootstrap {
  /**
   * Last time that this process enqueued the job of a project, by project number. Jobs can end, so they are enqueued
   * again every hour.
   */
  readonly #asked = new Map<number, number>();

  constructor(
    private readonly jobs: Jobs,
    private readonly measurer: Measurer,
    private readonly projects: WatchedProjects,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    jobs.register(DISCOVERY, this);
  }

  async onApplicationBootstrap(): Promise<void> {
    const job = { key: 'all', payload: {}, projectId: null, now: new Date(this.clock()) };
    await this.relational.client.$transaction((tx) => enqueue(tx, DISCOVERY, job));
  }

  async handle({ signal, fence }: JobContext<Nothing>): Promise<Date> {
    const now = this.clock();
    const active = (await this.measurer.activeProjects(signal))
      .filter(({ signals }) => signals.some((each) => SIGNALS.has(each)))
      .map(({ number }) => number);
    const isActive = new Set(active);
    for (const number of this.#asked.keys()) if (!isActive.has(number)) this.#asked.delete(number);
    const asking = active.filter((number) => now - (this.#asked.get(number) ?? -Infinity) >= HOUR_MS);
    for (const [number, projectId] of await this.projects.ids(asking)) {
      const payload = { projectId, waitsUntil: now + WAITS_MS };
      await this.relational.client.$transaction(async (tx) => {
        await fence(tx);
        await enqueue(tx, DETECTIONS, { key: projectId, payload, projectId, now: new Date(now) });
      });
      this.#asked.set(number, now);
    }
    if (asking.length > 0) this.jobs.wake(DETECTIONS);
    return new Date(now + INTERVAL_MS);
  }
}
