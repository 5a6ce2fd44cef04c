import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate, timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { ScheduleSchema } from '@svc/contract';
import type { OncallSchedule } from '@svc/relational';
import { storedLayers } from './schedules/schedules.service.js';
import type { StoredLayer } from './schedules/stored-layer.js';

type ScheduleMessage = MessageInitShape<typeof ScheduleSchema>;

export function toScheduleMessage(row: OncallSchedule): ScheduleMessage {
  const { id, version, createdBy, createdAt, updatedAt } = row;
  return {
    ...toUnstoredMessage({ ...row, layers: storedLayers(row) }),
    id,
    version,
    createdBy,
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
  };
}

/** A schedule without what it gets when it is stored. */
export function toUnstoredMessage({
  projectId,
  name,
  timeZone,
  layers,
}: Pick<OncallSchedule, 'projectId' | 'name' | 'timeZone'> & {
  readonly layers: readonly StoredLayer[];
}): ScheduleMessage {
  return {
    projectId,
    name,
    timeZone,
    layers: layers.map(({ startMs, endMs, users, restrictions, ...layer }) => ({
      name: layer.name,
      users: [...users],
      rotationLength: layer.rotationLength,
      startAt: timestampFromMs(startMs),
      ...(endMs !== undefined && { endAt: timestampFromMs(endMs) }),
      ...(layer.handoffTime !== undefined && { handoffTime: layer.handoffTime }),
      restrictions: restrictions.map((restriction) => ({ ...restriction })),
      concurrency: layer.concurrency,
    })),
  };
}
