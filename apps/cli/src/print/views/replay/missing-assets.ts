import { isObject, objectsAt, plainText, type JsonObject } from '../../../runtime/values/json.js';
import { printTable, type Column, type Page } from '../../layout/table.js';
import { wholeNumber } from '../../layout/units.js';

const MISSING: readonly Column[] = [
  { title: 'MISSING', field: 'kind', paint: (_, colors) => colors.yellow },
  { title: 'ADDRESS', field: 'url', flexible: true },
  { title: 'REASON', field: 'reason' },
];

/** Pictures, fonts and style sheets that cannot be shown. */
export function missingAssets(details: JsonObject, page: Page): string[] {
  const missing = isObject(details['missing_assets']) ? details['missing_assets'] : {};
  const rows = objectsAt(missing, 'examples').map((row) => ({
    ...row,
    reason: plainText(row['reason']).replaceAll('_', ' '),
  }));
  const more = Number(missing['count'] ?? 0) - rows.length;
  const rest = more > 0 ? [`${page.colors.dim(`${wholeNumber(more)} more are missing.`)}\n`] : [];
  return [...(rows.length > 0 ? [printTable(MISSING, rows, page)] : []), ...rest];
}
