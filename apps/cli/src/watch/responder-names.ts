import type { Context } from '../command/command.js';
import { operationEntry, type OperationEntry } from '../command/request.js';
import { namedIds, type Names } from '../print/views/response/timeline-sentence.js';
import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../runtime/values/json.js';

/**
 * Returns the display names of the members and API keys of the organization. Without the scopes to read them there are none, and
 * views show IDs.
 */
export async function readNames(context: Context): Promise<Names> {
  const [members, keys] = await Promise.all([
    readList(operationEntry('members.list'), 'members', context),
    readList(operationEntry('api_keys.list'), 'api_keys', context),
  ]);
  const named = (list: readonly JsonObject[], id: string) =>
    list.map((item) => [plainText(item[id]), plainText(item['name'])] as const);
  return new Map([...named(members, 'user_id'), ...named(keys, 'id')].filter(([, name]) => name !== ''));
}

/** Adds the names of the people in the timeline of an incident to it. */
export async function withNames(incident: Json, context: Context): Promise<Json> {
  if (!isObject(incident) || namedIds(objectsAt(incident, 'timeline')).size === 0) return incident;
  return { ...incident, names: Object.fromEntries(await readNames(context)) };
}

async function readList({ path }: OperationEntry, field: string, context: Context): Promise<readonly JsonObject[]> {
  const { project } = context.settings();
  const query = project === undefined ? [] : [['project_id', project] as const];
  const answer = await context
    .api()
    .send({ method: 'GET', path, query, idempotent: true })
    .catch(() => null);
  return objectsAt(answer ?? null, field);
}
