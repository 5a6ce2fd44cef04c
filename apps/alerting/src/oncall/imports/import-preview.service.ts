import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Injectable } from '@nestjs/common';
import type { SchedulesImportedScheduleSchema } from '@svc/contract';
import type { Members } from '../members.repository.js';
import { DAY_MS, duties, finishYielding, planSteps, union, type Duty, type Interval } from '../resolver/index.js';
import { toLayer } from '../schedules/stored-layer.js';
import type { AssignedSchedule } from './assign.js';
import { overrideCreatedMs } from './import.repository.js';

const SPAN_MS = 14 * DAY_MS;
/** Shifts of all schedules of a response. */
const MAX_SHIFTS = 5_000;

type Preview = Pick<
  MessageInitShape<typeof SchedulesImportedScheduleSchema>,
  'start' | 'end' | 'shifts' | 'gaps' | 'overrideCount'
>;

/** Says who would be on duty, by the resolver that pages are sent by. */
@Injectable()
export class ImportPreviewService {
  /** @param names the members; a user who is not among them is a person who matches none. */
  async preview(schedules: readonly AssignedSchedule[], names: Members, nowMs: number): Promise<Preview[]> {
    const previews: Preview[] = [];
    let left = MAX_SHIFTS;
    for (const schedule of schedules) {
      const planned = await plan(schedule, nowMs);
      const shifts = planned.duties.slice(0, left);
      left -= shifts.length;
      const end = planned.duties[shifts.length]?.start ?? nowMs + SPAN_MS;
      previews.push({
        overrideCount: schedule.overrides.length,
        ...toTimes({ start: nowMs, end }),
        shifts: shifts.map((duty) => toShift(duty, names)),
        gaps: planned.gaps.filter((gap) => gap.start < end).map((gap) => ({ reason: 'uncovered', ...toTimes(gap) })),
      });
    }
    return previews;
  }
}

async function plan({ timeZone, layers, overrides }: AssignedSchedule, nowMs: number) {
  const span = { start: nowMs, end: nowMs + SPAN_MS };
  const created = overrides.map(({ userId, startMs, endMs }, nth) => ({
    id: String(nth),
    userId,
    start: startMs,
    end: endMs,
    createdMs: overrideCreatedMs(nowMs, nth, overrides.length),
  }));
  const found = await finishYielding(planSteps({ timeZone, layers: layers.map(toLayer) }, created, span));
  return { duties: duties(found.shifts), gaps: union(found.gaps) };
}

function toShift({ userId, layer, source, ...span }: Duty, names: Members) {
  const name = names.get(userId);
  return { userId: name === undefined ? '' : userId, name: name ?? userId, layer, source, ...toTimes(span) };
}

const toTimes = ({ start, end }: Interval) => ({ start: timestampFromMs(start), end: timestampFromMs(end) });
