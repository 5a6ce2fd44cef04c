import { toJsonText, type Json } from '@svc/otlp/wire';
import type { Output } from '../fields/output.js';
import { toObjects } from '../fields/read-fields.js';

/** Most breadcrumbs that are kept, which is the default of SDKs, and the characters of all together. */
const MOST = 100;
const LONGEST = 16 * 1024;

/** The last breadcrumbs as one JSON array; undefined without any. Those that do not fit are counted. */
export function writeBreadcrumbs(value: Json | undefined, output: Output): string | undefined {
  const breadcrumbs = toObjects(value);
  const kept: string[] = [];
  let length = 2;
  for (const breadcrumb of breadcrumbs.toReversed()) {
    const text = toJsonText(breadcrumb);
    length += text.length + 1;
    if (length > LONGEST || kept.length === MOST) break;
    kept.push(text);
  }
  output.drop('breadcrumb', breadcrumbs.length - kept.length);
  return kept.length === 0 ? undefined : `[${kept.toReversed().join(',')}]`;
}
