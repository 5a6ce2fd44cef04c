import type { Schedule } from '../../../gen/api.js';
import { compareTexts, type Difference } from '../../parts/compare-texts.js';
import { describeRhythm, describeWindow } from '../describe-layer.js';
import { toDraft, type LayerDraft } from './draft.js';

/** The parts in which two versions of a schedule differ. */
export function compareSchedules(
  before: Schedule,
  now: Schedule,
  nameOf: (id: string) => string,
): readonly Difference[] {
  const toTexts = (schedule: Schedule): Readonly<Record<string, string>> => {
    const { name, zone, layers } = toDraft(schedule);
    const each = layers.map((layer, index) => {
      const windows = schedule.layers[index]?.restrictions.map(describeWindow) ?? [];
      return [`Layer ${layer.name}`, describeLayer(layer, windows, index, nameOf)] as const;
    });
    return { Name: name, 'Time zone': zone, ...Object.fromEntries(each), Version: String(schedule.version) };
  };
  return compareTexts(toTexts(before), toTexts(now));
}

function describeLayer(
  { users, length, handoff, start, end, concurrency }: LayerDraft,
  windows: readonly string[],
  index: number,
  nameOf: (id: string) => string,
): string {
  return [
    `${index + 1}.`,
    users.map(nameOf).join(', '),
    `every ${describeRhythm(length, handoff)}`,
    `from ${start.replace('T', ' ')}`,
    end !== '' && `until ${end.replace('T', ' ')}`,
    windows.length > 0 && windows.join('; '),
    concurrency !== '1' && `${concurrency} at once`,
  ]
    .filter(Boolean)
    .join(' · ');
}
