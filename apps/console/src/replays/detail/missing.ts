import type { ReplayDetails } from '../../gen/api.js';
import { formatCount, formatDuration } from '../../time/amounts.js';
import { nameWindow } from '../parts/windows.js';

const REASONS: Readonly<Record<string, string>> = {
  not_mirrored: 'of origins that the project does not copy',
  redacted_address: 'whose address was masked',
  pending: 'that will be copied soon',
  blocked_address: 'at addresses that the service may not ask',
  redirected: 'that lead to another origin',
  too_large: 'that are too large',
  wrong_type: 'that are no picture, font or style sheet',
  limit: 'for which the project has no room',
  not_fetched: 'that were not fetched in time',
  failed: 'that could not be fetched',
};

/** Sentences about the parts of a recording that cannot be shown. */
export function describeMissing(details: ReplayDetails): readonly string[] {
  const { windows, warnings, missing_assets: assets } = details;
  const clocks = windows
    .filter(({ clock_shift_ms: shift }) => shift !== 0)
    .map(({ window_id: id, clock_shift_ms: shift }) => {
      const direction = shift > 0 ? 'behind' : 'ahead';
      return `${nameWindow(windows, id)}: the clock of the browser was ${formatDuration(Math.abs(shift), 'ms')} ${direction}; its times are corrected.`;
    });
  const files = Object.entries(assets?.reasons ?? {}).map(
    ([reason, count]) =>
      `Pictures, fonts or style sheets ${REASONS[reason] ?? reason} are missing: ${formatCount(count)}.`,
  );
  return [...warnings, ...clocks, ...files];
}

const MASKED: Readonly<Record<string, string>> = {
  text: 'texts',
  input: 'inputs',
  attribute: 'attributes',
  url: 'values in addresses',
  console: 'texts of the console',
  network: 'details of requests',
  removed: 'removed parts',
};

/** Says how much was replaced before the recording was stored. */
export function describeMasked({ masked, rules_version: version }: ReplayDetails): string {
  const counts = Object.entries(masked).filter(([, count]) => count > 0);
  if (counts.length === 0) return `Nothing had to be masked, by version ${version} of the rules.`;
  const names = counts.map(([kind, count]) => `${formatCount(count)} ${MASKED[kind] ?? kind}`);
  return `Masked before it was stored, by version ${version} of the rules: ${names.join(', ')}.`;
}
