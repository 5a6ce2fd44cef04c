import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { oneLine } from '../../layout/sanitize.js';
import { counted } from '../../layout/units.js';

/** Display names of users and API keys by their IDs. */
export type Names = ReadonlyMap<string, string>;

interface Told {
  readonly data: JsonObject;
  /** The author; empty for a component of the service. */
  readonly who: string;
  readonly names: Names;
}

/** Says in one sentence what an entry of a timeline is about and who caused it. */
export function timelineSentence(entry: JsonObject, names: Names): string {
  const data = isObject(entry['data']) ? entry['data'] : {};
  const told = { data, who: describeActor(entry['actor'], names), names };
  const kind = text(entry['kind']);
  return SENTENCES[kind]?.(told) ?? otherSentence(kind, told);
}

/** Returns the IDs of the users and keys in entries, whose names a reader wants to see. */
export function namedIds(entries: readonly JsonObject[]): ReadonlySet<string> {
  const ids = entries.flatMap(({ actor, data }) => [
    ...(isObject(actor) && PEOPLE.has(text(actor['type'])) ? [text(actor['id'])] : []),
    ...(isObject(data) ? listAt(data, 'users') : []),
  ]);
  return new Set(ids);
}

/** Authors with names of their own. */
const PEOPLE: ReadonlySet<string> = new Set(['user', 'api_key']);

const SENTENCES: Readonly<Record<string, (told: Told) => string>> = {
  created: ({ data, who }) =>
    `${did(who, 'created the incident', 'The incident was created')}${after(' with severity ', data['severity'])}`,
  acknowledged: ({ who }) => did(who, 'acknowledged the incident', 'The incident was acknowledged'),
  resolved: ({ who }) => did(who, 'resolved the incident', 'The incident was resolved'),
  reopened: ({ data, who }) =>
    `${did(who, 'reopened the incident', 'The incident was reopened')}${after(': ', reason(data))}`,
  comment: ({ data, who }) => `${who || 'Comment'}: ${text(data['text'])}`,
  severity_changed: ({ data, who }) => changed('the severity', data, who),
  title_changed: ({ data, who }) => changed('the title', data, who),
  description_changed: ({ who }) => did(who, 'changed the description', 'The description was changed'),
  link_added: ({ data, who }) => `${did(who, 'linked', 'Linked')} ${target(data)}`,
  link_removed: ({ data, who }) => `${did(who, 'removed the link to', 'Removed the link to')} ${target(data)}`,
  alert_attached: ({ data }) => `Alert ${text(data['title'])} was attached${facts([data['summary'], data['reason']])}`,
  alert_fired: ({ data }) => `Alert ${text(data['title'])} fired${facts([data['summary']])}`,
  alert_resolved: ({ data }) =>
    `Alert ${text(data['title'])} was resolved${data['all_resolved'] === true ? '; no alert of the incident is left' : ''}`,
  investigation_attached: ({ data }) =>
    `The investigation ${text(data['investigation_id'])} was completed${after(': ', data['level'])}`,
  escalation_started: ({ data }) =>
    `The escalation started${Number(data['run'] ?? 1) > 1 ? ` for the ${ordinal(data['run'] ?? 1)} time` : ''}`,
  escalation_level_notified: levelSentence,
  escalation_no_one_oncall: ({ data }) => `Level ${text(data['level'])} reached no one${misses(data)}`,
  escalation_exhausted: ({ data }) =>
    `The escalation ended after ${counted(data['passes'] ?? 0, 'pass', 'passes')} without an acknowledgement`,
  escalation_stopped: ({ data }) => `The escalation stopped${after(': ', reason(data))}`,
};

function levelSentence({ data, names }: Told): string {
  const users = listAt(data, 'users').map((id) => names.get(id) ?? `user ${id}`);
  const channels = listAt(data, 'channels').length;
  const reached = [...users, ...(channels > 0 ? [counted(channels, 'channel')] : [])].join(', ');
  const pass = Number(data['pass'] ?? 1) > 1 ? ` again (pass ${text(data['pass'])})` : '';
  return `Level ${text(data['level'])} was paged${pass}${after(': ', reached)}${misses(data)}`;
}

function misses(data: JsonObject): string {
  const missed = objectsAt(data, 'missed').map(
    ({ type, reason: why }) => `a ${text(type)} (${text(why).replaceAll('_', ' ')})`,
  );
  return missed.length === 0 ? '' : `; not reached: ${missed.join(', ')}`;
}

/** Kinds that later versions of the service add are shown with their data. */
function otherSentence(kind: string, { data, who }: Told): string {
  const known = Object.entries(data).map(([name, value]) => `${name.replaceAll('_', ' ')} ${text(value)}`);
  const words = kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ');
  return `${words}${after(': ', known.join(', '))}${after(', by ', who)}`;
}

function describeActor(actor: Json | undefined, names: Names): string {
  if (!isObject(actor) || actor['type'] === 'system') return '';
  const id = text(actor['id']);
  if (!PEOPLE.has(text(actor['type']))) return id;
  return names.get(id) ?? `${actor['type'] === 'api_key' ? 'API key' : 'User'} ${id}`;
}

function changed(what: string, { from, to }: JsonObject, who: string): string {
  const passive = `${what.charAt(0).toUpperCase()}${what.slice(1)} was changed`;
  return `${did(who, `changed ${what}`, passive)} from ${text(from)} to ${text(to)}`;
}

const TARGETS: Readonly<Record<string, string>> = { error_group: 'issue' };

function target({ type, ref }: JsonObject): string {
  return `the ${TARGETS[text(type)] ?? text(type)} ${text(ref)}`;
}

function ordinal(number: Json): string {
  const count = Number(number);
  const suffix = { 1: 'st', 2: 'nd', 3: 'rd' }[count % 10];
  return `${count}${suffix === undefined || [11, 12, 13].includes(count % 100) ? 'th' : suffix}`;
}

function listAt(data: JsonObject, field: string): string[] {
  const list = data[field];
  return Array.isArray(list) ? (list as readonly Json[]).map(text) : [];
}

const did = (who: string, active: string, passive: string): string => (who === '' ? passive : `${who} ${active}`);
const after = (prefix: string, value: Json | undefined): string => (text(value) === '' ? '' : prefix + text(value));
const reason = (data: JsonObject): string => REASONS[text(data['reason'])] ?? text(data['reason']).replaceAll('_', ' ');
const REASONS: Readonly<Record<string, string>> = {
  ack_timeout: 'nobody resolved it in time after the acknowledgement',
};
const facts = (all: readonly (Json | undefined)[]): string => {
  const known = all.map((each) => text(each).replace(/\.$/, '')).filter((each) => each !== '');
  return known.length === 0 ? '' : `: ${known.join('; ')}`;
};
const text = (value: Json | undefined): string => oneLine(plainText(value));
