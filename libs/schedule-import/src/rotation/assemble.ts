import { LayerNames, scheduleName } from '../model/names.js';
import type { Report } from '../model/report.js';
import type { ImportedSchedule, LayerBody, OverrideBody } from '../model/schedule.js';
import { present } from './check.js';
import { distribute, hides, type Plan } from './distribute.js';
import type { Draft, Single } from './draft.js';
import { rfc3339, toLayers } from './layers.js';
import { isSingle, type Part } from './overlap.js';

/** Longest override, in milliseconds. */
const MAX_OVERRIDE_MS = 366 * 86_400_000;
/** Layers, restrictions and overrides of a schedule. */
const MAX = { layers: 100, restrictions: 100, overrides: 500 };

/** Fits a schedule of another product to ours: one or more schedules, which have the same people on duty together. */
export function assemble(draft: Draft, nowMs: number, report: Report): ImportedSchedule[] {
  const current = present(draft, nowMs, report);
  const plans = distribute(current, nowMs, report).filter(({ layers }) => layers.length > 0);
  const replacing = current.singles.filter(({ replaces }) => replaces);
  for (const single of replacing)
    if (!plans.some((plan) => replacesIn(single, plan)))
      report.add(single.place, 'dropped', single.name, 'The rotation that it replaces was not translated.');
  return plans.map((plan, index) => write(plan, index, draft.name, replacing, nowMs, report));
}

function write(
  { zone, layers: parts, overrides: added, head }: Plan,
  index: number,
  name: string,
  replacing: readonly Single[],
  nowMs: number,
  report: Report,
): ImportedSchedule {
  const layers = toLayerBodies(parts, zone, nowMs, report);
  if (index > 0 && head)
    report.add(
      head.place,
      'changed',
      head.name,
      'It is on duty at the same time as others, so it is in a schedule of its own: name both in a level of the escalation policy.',
    );
  const overrides = [...added, ...replacing.filter((single) => replacesIn(single, { layers: parts }))];
  for (const single of overrides)
    if (single.replaces && parts.some((part) => hides(single, part, zone)))
      report.add(single.place, 'changed', single.name, 'It also replaces other layers of the schedule for its time.');
  const title = index === 0 ? scheduleName(name) : scheduleName(`${name}: ${head?.name ?? ''}`, ` (${index + 1})`);
  return {
    schedule: { name: title, time_zone: zone, layers },
    overrides: limited(overrides, report).flatMap(toOverrides),
  };
}

/** The layers of the parts; if there are too many, those of the highest precedence. */
function toLayerBodies(parts: readonly Part[], zone: string, nowMs: number, report: Report): LayerBody[] {
  const names = new LayerNames();
  const all = parts.map((part) => ({ part, bodies: toBodies(part, names, zone, nowMs) }));
  let [layers, restrictions] = [0, 0];
  const kept = all.toReversed().filter(({ part, bodies }) => {
    const windows = bodies.reduce((sum, body) => sum + (body.restrictions?.length ?? 0), 0);
    const fits = layers + bodies.length <= MAX.layers && restrictions + windows <= MAX.restrictions;
    report.take(bodies.length);
    if (!fits) report.add(part.place, 'dropped', part.name, 'A schedule has at most 100 layers and 100 restrictions.');
    else [layers, restrictions] = [layers + bodies.length, restrictions + windows];
    return fits;
  });
  return kept.toReversed().flatMap(({ bodies }) => bodies);
}

function toBodies(part: Part, names: LayerNames, zone: string, nowMs: number): LayerBody[] {
  if (!isSingle(part)) return toLayers(part, () => names.next(part.name), nowMs);
  const { person, start, end } = part;
  const length = { unit: 'minutes', count: 7 * 1_440 } as const;
  const once = { zone, users: [person], length, origin: 0, from: start, until: end, windows: [] };
  return toLayers(once, () => names.next(part.name), nowMs);
}

function replacesIn({ replaces }: Single, { layers }: Pick<Plan, 'layers'>): boolean {
  return replaces?.length === 0 || layers.some(({ place }) => replaces?.includes(place));
}

function limited(overrides: readonly Single[], report: Report): readonly Single[] {
  for (const { place, name } of overrides.slice(MAX.overrides))
    report.add(place, 'dropped', name, 'A schedule has at most 500 overrides that have not ended.');
  return overrides.slice(0, MAX.overrides);
}

/** An override lasts at most 366 days, so a longer one is several. */
function toOverrides({ person, start, end }: Single): OverrideBody[] {
  const count = Math.ceil((end - start) / MAX_OVERRIDE_MS);
  return Array.from({ length: count }, (_, nth) => ({
    user_id: person,
    start: rfc3339(start + nth * MAX_OVERRIDE_MS),
    end: rfc3339(Math.min(end, start + (nth + 1) * MAX_OVERRIDE_MS)),
  }));
}
