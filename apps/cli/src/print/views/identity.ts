import { isObject, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';
import { printPairs } from '../layout/lines.js';
import { oneLine } from '../layout/sanitize.js';
import type { Page } from '../layout/table.js';

/** Prints who the credential is, and its scopes by resource on one line each: `logs  read, delete`. */
export function printIdentity(answer: Json, page: Page): string {
  if (!isObject(answer)) return '\n';
  const principal = child(answer, 'principal');
  const facts: readonly (readonly [string, string])[] = [
    ['Signed in as', [principal['name'], principal['email']].map(plainText).filter(Boolean).join(', ')],
    ['Kind', plainText(principal['type'])],
    ['Organization', plainText(child(answer, 'organization')['name'])],
    ['Role', plainText(answer['role'])],
    ['Project', plainText(answer['project_id'])],
  ];
  const scopes = scopesByResource(answer['scopes']).map(([resource, verbs]) => [resource, verbs.join(', ')] as const);
  const known = facts.filter(([, value]) => value !== '');
  return [
    printPairs(known.map(safe), page),
    `\n${page.colors.bold('Scopes')}\n`,
    printPairs(scopes.map(safe), page),
  ].join('');
}

const safe = ([name, value]: readonly [string, string]): [string, string] => [oneLine(name), oneLine(value)];

function child(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isObject(value) ? value : {};
}

function scopesByResource(scopes: Json | undefined): [string, string[]][] {
  const resources = new Map<string, string[]>();
  for (const scope of Array.isArray(scopes) ? (scopes as readonly Json[]).map(plainText) : []) {
    const [resource = '', verb = ''] = scope.split(':');
    resources.set(resource, [...(resources.get(resource) ?? []), verb]);
  }
  return [...resources].sort(([a], [b]) => (a < b ? -1 : 1));
}
