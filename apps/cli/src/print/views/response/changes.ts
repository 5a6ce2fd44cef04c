import { plainText, type JsonObject } from '../../../runtime/values/json.js';
import { oneLine } from '../../layout/sanitize.js';
import { toSecond } from '../../layout/units.js';

/** A deploy near an incident or a finding. */
export function describeDeploy(deploy: JsonObject): string {
  return joined([readTime(deploy, 'deployed_at'), text(deploy, 'release'), text(deploy, 'author')]);
}

/** A change of a flag near an incident or a finding. */
export function describeFlag(flag: JsonObject): string {
  const state = flag['active'] === true ? 'active' : 'inactive';
  return joined([readTime(flag, 'changed_at'), text(flag, 'key'), `${text(flag, 'change')}, ${state} now`]);
}

/** Notes about a list: that it was truncated, or why it could not be read. */
export function toNotes(found: JsonObject): string[] {
  const error = text(found, 'error');
  return [...(found['truncated'] === true ? ['  and more'] : []), ...(error === '' ? [] : [`  ${error}`])];
}

const text = (from: JsonObject, field: string): string => oneLine(plainText(from[field]));
const readTime = (from: JsonObject, field: string): string => toSecond(text(from, field));
const joined = (all: readonly string[]): string => all.filter((each) => each !== '').join('  ');
