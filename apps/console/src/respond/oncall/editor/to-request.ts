import type {
  Schedule,
  ScheduleLayer,
  ScheduleLayerInputInput,
  ScheduleRestrictionInputInput,
  SchedulesCreateRequest,
} from '../../../gen/api.js';
import { isZone } from '../../../time/zone.js';
import { fromLocal } from '../../parts/local-time.js';
import { toText, type LayerDraft, type ScheduleDraft, type WindowDraft } from './draft.js';

const LENGTH = /^(?:\d+(?:h|d|w|mo)|PT\d+H|P\d+[DWM])$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/**
 * The schedule of a draft.
 *
 * @param base the schedule that the draft changes: times that the form shows unchanged keep their seconds.
 */
export function toRequest(draft: ScheduleDraft, base?: Schedule): SchedulesCreateRequest {
  const { name, zone, layers } = draft;
  const stored = base?.time_zone === zone ? base.layers : [];
  return {
    name: name.trim(),
    time_zone: zone,
    layers: layers.map((layer) => toLayer(layer, zone, stored)),
  };
}

function toLayer(layer: LayerDraft, zone: string, stored: readonly ScheduleLayer[]): ScheduleLayerInputInput {
  const { name, users, length, start, end, handoff, concurrency, windows } = layer;
  const times = stored.flatMap(({ start_at: first, end_at: last }) => [first, last]);
  const toInstant = (text: string): string =>
    times.find((at) => toText(at, zone) === text) ?? new Date(fromLocal(text, zone) ?? 0).toISOString();
  return {
    name: name.trim(),
    users,
    rotation_length: length.trim(),
    start_at: toInstant(start),
    ...(end !== '' && { end_at: toInstant(end) }),
    ...(handoff !== '' && { handoff_time: handoff }),
    restrictions: windows.map(toWindow),
    concurrency: Number(concurrency),
  };
}

function toWindow({ type, startDay, startTime, endDay, endTime }: WindowDraft): ScheduleRestrictionInputInput {
  const times = { type, start_time: startTime, end_time: endTime };
  return type === 'daily' ? times : { ...times, start_day: startDay, end_day: endDay };
}

/** The first reason why a draft is no schedule yet; undefined if it can be sent. */
export function findFault({ name, zone, layers }: ScheduleDraft): string | undefined {
  if (name.trim() === '') return 'Type a name.';
  if (!isZone(zone)) return 'Choose a time zone.';
  if (layers.length === 0) return 'Add a layer.';
  const names = layers.map((layer) => layer.name.trim());
  if (new Set(names).size < names.length) return 'Two layers have the same name.';
  for (const [index, layer] of layers.entries()) {
    const fault = findLayerFault(layer, zone);
    if (fault !== undefined) return `Layer ${index + 1}: ${fault}`;
  }
  return undefined;
}

function findLayerFault(layer: LayerDraft, zone: string): string | undefined {
  const { name, users, length, start, end, handoff, concurrency, windows } = layer;
  if (name.trim() === '') return 'type a name.';
  if (users.length === 0) return 'add a member.';
  if (!LENGTH.test(length.trim())) return 'a turn lasts a time such as 12h, 1d, 1w or 1mo.';
  const startMs = fromLocal(start, zone);
  if (startMs === undefined) return 'type the start of the first turn.';
  const endMs = end === '' ? Infinity : fromLocal(end, zone);
  if (endMs === undefined || endMs <= startMs) return 'it has to end after its start.';
  if (handoff !== '' && !TIME.test(handoff)) return 'the hand-off is a time such as 09:00.';
  if (!/^(?:[1-9]|10)$/.test(concurrency.trim())) return 'between 1 and 10 members are on call at once.';
  if (windows.some(({ startTime, endTime }) => !TIME.test(startTime) || !TIME.test(endTime)))
    return 'windows need times such as 09:00.';
  return undefined;
}
