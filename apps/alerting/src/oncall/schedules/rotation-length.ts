import type { RotationLength } from '../resolver/index.js';

const MINUTES = { h: 60, d: 24 * 60, w: 7 * 24 * 60 } as const;
const MAX_MINUTES = 366 * MINUTES.d;
const MAX_MONTHS = 12;

/** Reads 12h, 1d, 2w, 1mo, PT12H, P1D, P2W or P1M. Undefined for anything else, for zero, and beyond 366 days or 12 months. */
export function parseRotationLength(text: string): RotationLength | undefined {
  const [, short = '', shortUnit = ''] = /^(\d{1,4})(h|d|w|mo)$/.exec(text) ?? [];
  const [, hours = ''] = /^PT(\d{1,4})H$/.exec(text) ?? [];
  const [, days = '', isoUnit = ''] = /^P(\d{1,4})([DWM])$/.exec(text) ?? [];
  const count = Number(short || hours || days);
  if (count === 0) return undefined;
  const unit = shortUnit || (hours === '' ? isoUnit.toLowerCase().replace('m', 'mo') : 'h');
  if (unit === 'mo') return count > MAX_MONTHS ? undefined : { unit: 'months', count };
  const minutes = count * MINUTES[unit as keyof typeof MINUTES];
  return minutes > MAX_MINUTES ? undefined : { unit: 'minutes', count: minutes };
}
