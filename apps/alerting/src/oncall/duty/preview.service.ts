import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { SchedulesPreviewRequest, SchedulesPreviewResponseSchema } from '@svc/contract';
import type { Call } from '@svc/rpc';
import { CLOCK, EventLoopYielder, type Clock } from '@svc/runtime';
import { invalidField, ServiceError } from '@svc/service-error';
import { MembersRepository } from '../members.repository.js';
import { DAY_MS, duties, findZone, type Duty, type Interval } from '../resolver/index.js';
import { readTime } from '../times.js';
import { departures } from './departures.js';
import { fairness } from './fairness.js';
import { findGaps } from './gaps.js';
import { findOverlaps, type Overlap } from './overlaps.js';
import { PlansService } from './plans.service.js';

const DEFAULT_MS = 30 * DAY_MS;
const MAX_MS = 92 * DAY_MS;
/** Maximum number of shifts, and of overlaps with other schedules. */
const MAX_ITEMS = 5_000;

@Injectable()
export class PreviewService {
  constructor(
    private readonly plans: PlansService,
    private readonly members: MembersRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async preview(
    { context, project }: Call,
    request: SchedulesPreviewRequest,
  ): Promise<MessageInitShape<typeof SchedulesPreviewResponseSchema>> {
    const span = this.#readSpan(request);
    const { row, plan } = await this.plans.plan(project.id, request.scheduleId, span);
    if (plan.shifts.length > MAX_ITEMS) throw tooManyItems();
    const own = duties(plan.shifts);
    const members = await this.members.find(
      context.organizationId,
      own.map(({ userId }) => userId),
    );
    const present = own.filter(({ userId }) => members.has(userId));
    const overlaps = await this.#findOverlaps(project.id, row.id, present, span);
    const zone = findZone(row.timeZone);
    const name = (userId: string): string => members.get(userId) ?? '';
    return {
      scheduleId: row.id,
      timeZone: row.timeZone,
      ...toTimes(span),
      shifts: present.map((duty) => ({
        userId: duty.userId,
        name: name(duty.userId),
        layer: duty.layer,
        source: duty.source,
        ...toTimes(duty),
      })),
      gaps: findGaps(plan, members).map(({ reason, ...gap }) => ({ reason, ...toTimes(gap) })),
      overlaps: overlaps.map(({ userId, scheduleId, scheduleName, ...overlap }) => ({
        userId,
        scheduleId,
        scheduleName,
        ...toTimes(overlap),
      })),
      fairness: fairness(present, (ms) => zone.wallAt(ms)).map((share) => ({ ...share, name: name(share.userId) })),
      warnings: departures(own, members),
    };
  }

  async #findOverlaps(
    projectId: string,
    scheduleId: string,
    present: readonly Duty[],
    span: Interval,
  ): Promise<Overlap[]> {
    const byUser = Map.groupBy(present, ({ userId }) => userId);
    const yielder = new EventLoopYielder(1);
    const found: Overlap[] = [];
    for (const other of await this.plans.planOthers(projectId, scheduleId, new Set(byUser.keys()), span)) {
      found.push(...findOverlaps(byUser, other));
      if (found.length > MAX_ITEMS) throw tooManyItems();
      if (yielder.isDue()) await yielder.yield();
    }
    return found.sort((a, b) => a.start - b.start);
  }

  #readSpan(request: SchedulesPreviewRequest): Interval {
    const start = readTime(request.start, 'start', this.clock());
    const end = readTime(request.end, 'end', start + DEFAULT_MS);
    if (end <= start) throw invalidField('end', 'must be after the start');
    if (end - start > MAX_MS) throw invalidField('end', 'must be at most 92 days after the start');
    return { start, end };
  }
}

const tooManyItems = (): ServiceError =>
  new ServiceError('query_too_expensive', {
    message: `The span has more than ${MAX_ITEMS} shifts; choose a shorter one.`,
  });

const toTimes = ({ start, end }: Interval) => ({ start: timestampFromMs(start), end: timestampFromMs(end) });
