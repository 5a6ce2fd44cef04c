import { toJsonText, type AttributeList, type Json, type JsonObject } from '@svc/otlp/wire';
import { toNestedValue } from '../fields/nested-value.js';
import type { Output } from '../fields/output.js';
import { toObjects } from '../fields/read-fields.js';

/** Most breadcrumbs that are kept, which is the default of SDKs, and the characters of all together. */
const MOST = 100;
const LONGEST = 16 * 1024;

/** Adds the last breadcrumbs as one list. Those that do not fit are counted. */
export function addBreadcrumbs(list: AttributeList, value: Json | undefined, output: Output): void {
  const breadcrumbs = toObjects(value);
  const kept: JsonObject[] = [];
  let length = 2;
  for (const breadcrumb of breadcrumbs.toReversed()) {
    length += toJsonText(breadcrumb).length + 1;
    if (length > LONGEST || kept.length === MOST) break;
    kept.push(breadcrumb);
  }
  output.drop('breadcrumb', breadcrumbs.length - kept.length);
  if (kept.length > 0) list.set('sentry.breadcrumbs', toNestedValue(kept.toReversed()));
}
