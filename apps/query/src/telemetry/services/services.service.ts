import { Inject, Injectable } from '@nestjs/common';
import type { ServicesListRequest, ServicesRedRequest } from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { nonEmpty, resolveWindow } from '@svc/reading/statement';
import {
  ceilTo,
  floorTo,
  fromMilliseconds,
  INTERVALS,
  isEmpty,
  NANOSECONDS_PER_DAY,
  NANOSECONDS_PER_HOUR,
  NANOSECONDS_PER_MINUTE,
  type TimeRange,
} from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField, notFound } from '@svc/service-error';
import type { BucketRow, ServiceRow } from './services.query.js';
import { ServicesRepository } from './services.repository.js';

export interface ListedServices {
  readonly rows: readonly ServiceRow[];
  readonly minutes: TimeRange;
  /** There are more services than a project can have on purpose. */
  readonly isTruncated: boolean;
}

export interface ServiceOverTime {
  readonly service: string;
  /** As the request has it, and in nanoseconds. */
  readonly interval: string;
  readonly width: bigint;
  /** Starts and ends with a bucket. */
  readonly range: TimeRange;
  /** Buckets in which the service sent a span. */
  readonly rows: readonly BucketRow[];
  readonly now: bigint;
}

/** A project has hundreds; ten thousand come from a sender that puts IDs into names. */
const MAX_SERVICES = 10_000;
/** A week of minutes fits; no chart shows more. */
const MAX_BUCKETS = 11_000n;

@Injectable()
export class ServicesService {
  constructor(
    private readonly services: ServicesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(request: Omit<ServicesListRequest, '$typeName'>, reader: ProjectReader): Promise<ListedServices> {
    const { from, to } = resolveWindow(request, reader.scope, this.clock());
    const minutes = { from: floorTo(from, NANOSECONDS_PER_MINUTE), to: ceilTo(to, NANOSECONDS_PER_MINUTE) };
    if (isEmpty(minutes)) return { rows: [], minutes, isTruncated: false };
    const rows = await this.services.list(minutes, nonEmpty(request.environment), MAX_SERVICES + 1, reader);
    return { rows: rows.slice(0, MAX_SERVICES), minutes, isTruncated: rows.length > MAX_SERVICES };
  }

  /** @throws ServiceError not_found if the service sent no span in the project's retention. */
  async red(request: ServicesRedRequest, reader: ProjectReader): Promise<ServiceOverTime> {
    const now = this.clock();
    const window = resolveWindow(request, reader.scope, now);
    const interval = request.interval || intervalFor(window);
    const width = INTERVALS.get(interval);
    if (width === undefined) throw invalidField('interval', 'must be one of 1m, 5m, 1h');
    const range = { from: floorTo(window.from, width), to: ceilTo(window.to, width) };
    if ((range.to - range.from) / width > MAX_BUCKETS) {
      throw invalidField('interval', `must be wider: the window would have more than ${MAX_BUCKETS} buckets`);
    }
    const { serviceName: service } = request;
    const selection = { scope: reader.scope, service, environments: nonEmpty(request.environment), range, width };
    const rows = isEmpty(range) ? [] : await this.services.buckets(selection, reader);
    if (rows.length === 0 && !(await this.services.isKnown(service, reader))) throw notFound();
    return { service, interval, width, range, rows, now: fromMilliseconds(now) };
  }
}

/** Chooses the interval so that there are at most 180, 288 or 720 buckets, which fit a chart. */
function intervalFor({ from, to }: TimeRange): string {
  if (to - from <= 3n * NANOSECONDS_PER_HOUR) return '1m';
  return to - from <= NANOSECONDS_PER_DAY ? '5m' : '1h';
}
