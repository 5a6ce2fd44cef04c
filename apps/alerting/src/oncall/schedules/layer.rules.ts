import type { ScheduleLayerInput, ScheduleRestrictionInput } from '@svc/contract';
import { invalidField } from '@svc/service-error';
import { readTime } from '../times.js';
import { parseRotationLength } from './rotation-length.js';
import type { StoredLayer, StoredRestriction } from './stored-layer.js';

/** Users in all layers of a schedule, counting each place. */
const MAX_PLACES = 1_000;
/** Restrictions in all layers of a schedule. */
const MAX_RESTRICTIONS = 100;

/**
 * The layers of a request as they are stored.
 *
 * @throws ServiceError invalid_request naming the field.
 */
export function checkedLayers(layers: readonly ScheduleLayerInput[]): StoredLayer[] {
  const names = new Set<string>();
  let [places, restrictions] = [0, 0];
  return layers.map((layer, index) => {
    const path = `layers[${index}]`;
    if (names.has(layer.name)) throw invalidField(`${path}.name`, 'must be unique in the schedule');
    names.add(layer.name);
    places += layer.users.length;
    if (places > MAX_PLACES) throw invalidField(`${path}.users`, `must be at most ${MAX_PLACES} in all layers`);
    restrictions += layer.restrictions.length;
    if (restrictions > MAX_RESTRICTIONS)
      throw invalidField(`${path}.restrictions`, `must be at most ${MAX_RESTRICTIONS} in all layers`);
    return checkedLayer(layer, path);
  });
}

function checkedLayer(layer: ScheduleLayerInput, path: string): StoredLayer {
  const { name, users, rotationLength, startAt, endAt, handoffTime, restrictions, concurrency = 1 } = layer;
  if (!parseRotationLength(rotationLength))
    throw invalidField(
      `${path}.rotation_length`,
      'must be a duration such as 12h, 1d, 1w, 1mo or P1D, at most 366 days',
    );
  const startMs = readTime(startAt, `${path}.start_at`, 0);
  const endMs = endAt && readTime(endAt, `${path}.end_at`, 0);
  if (endMs !== undefined && endMs <= startMs) throw invalidField(`${path}.end_at`, 'must be after start_at');
  return {
    name,
    users,
    rotationLength,
    startMs,
    concurrency,
    ...(endMs !== undefined && { endMs }),
    ...(handoffTime !== undefined && { handoffTime }),
    restrictions: restrictions.map((restriction, nth) =>
      checkedRestriction(restriction, `${path}.restrictions[${nth}]`),
    ),
  };
}

function checkedRestriction(restriction: ScheduleRestrictionInput, path: string): StoredRestriction {
  const { type, startDay, startTime, endDay, endTime } = restriction;
  for (const [name, day] of [
    ['start_day', startDay],
    ['end_day', endDay],
  ] as const)
    if ((type === 'weekly') !== (day !== undefined))
      throw invalidField(`${path}.${name}`, type === 'weekly' ? 'is required' : 'is not allowed in a daily window');
  return {
    type,
    startTime,
    endTime,
    ...(startDay !== undefined && { startDay }),
    ...(endDay !== undefined && { endDay }),
  };
}
