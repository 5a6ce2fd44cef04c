import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate, timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { ScheduleSchema } from '@svc/contract';
import type { OncallSchedule } from '@svc/relational';
import { storedLayers } from './schedules/schedules.service.js';

export function toScheduleMessage(row: OncallSchedule): MessageInitShape<typeof ScheduleSchema> {
  const { id, projectId, name, timeZone, version, createdBy, createdAt, updatedAt } = row;
  return {
    id,
    projectId,
    name,
    timeZone,
    version,
    createdBy,
    layers: storedLayers(row).map(({ startMs, endMs, users, restrictions, ...layer }) => ({
      name: layer.name,
      users: [...users],
      rotationLength: layer.rotationLength,
      startAt: timestampFromMs(startMs),
      ...(endMs !== undefined && { endAt: timestampFromMs(endMs) }),
      ...(layer.handoffTime !== undefined && { handoffTime: layer.handoffTime }),
      restrictions: restrictions.map((restriction) => ({ ...restriction })),
      concurrency: layer.concurrency,
    })),
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
  };
}
