import { Inject, Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { fromMilliseconds, NANOSECONDS_PER_HOUR, type TimeRange } from '@svc/reading/time';
import type { Release } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { ReleasesRepository } from '../releases.repository.js';
import { deployVerdict, type DeployVerdict, type WindowFigures } from './deploy-verdict.js';
import { deployWindows, type DeployWindows } from './deploy-windows.js';
import { selectErrorCount, selectReleaseServices, selectRequestCount } from './deploy.query.js';

export interface DeployImpact extends DeployVerdict {
  readonly windows: DeployWindows;
  readonly services: readonly string[];
  readonly before: WindowFigures;
  readonly after: WindowFigures;
}

/** Services of a release show themselves within this time after its deploy. */
const LONGEST_LOOK = NANOSECONDS_PER_HOUR;

const NOTHING: WindowFigures = { errors: 0n, requests: 0n };

/** Compares the errors before and after a deploy. */
@Injectable()
export class DeployImpactService {
  constructor(
    private readonly releases: ReleasesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Undefined for a release without a deploy. */
  async impact({ projectId, release, deployedAt }: Release, reader: ProjectReader): Promise<DeployImpact | undefined> {
    if (!deployedAt) return undefined;
    const next = await this.releases.findNextDeploy(projectId, deployedAt);
    const at = fromMilliseconds(deployedAt.getTime());
    const windows = deployWindows(at, fromMilliseconds(this.clock()), next && fromMilliseconds(next.getTime()));
    if (windows.minutes === 0)
      return { ...deployVerdict(NOTHING, NOTHING, 0), windows, services: [], before: NOTHING, after: NOTHING };
    const services = await this.#services(release, windows.after, reader);
    const [before, after] = await Promise.all([
      this.#figures(windows.before, services, reader),
      this.#figures(windows.after, services, reader),
    ]);
    return { ...deployVerdict(before, after, windows.minutes), windows, services, before, after };
  }

  async #services(release: string, { from, to }: TimeRange, reader: ProjectReader): Promise<string[]> {
    const look = { from, to: to - from > LONGEST_LOOK ? from + LONGEST_LOOK : to };
    const rows = await reader.rows(selectReleaseServices(reader.scope, release, look));
    return rows.map(({ service }) => service);
  }

  async #figures(window: TimeRange, services: readonly string[], reader: ProjectReader): Promise<WindowFigures> {
    const [[counted], [served]] = await Promise.all([
      reader.rows(selectErrorCount(reader.scope, window, services)),
      reader.rows(selectRequestCount(reader.scope, window, services)),
    ]);
    return { errors: BigInt(counted?.errors ?? 0), requests: BigInt(Math.round(served?.requests ?? 0)) };
  }
}
