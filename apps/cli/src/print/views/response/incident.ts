import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { commandLines, cutLine, joinFacts, wrapLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import type { Page } from '../../layout/table.js';
import { counted, toSecond } from '../../layout/units.js';
import { describeDeploy, describeFlag, toNotes } from './changes.js';
import { incidentStatusPaint, seconds, severityPaint } from './incident-list.js';
import { printEntry } from './timeline-entry.js';

/**
 * Prints an incident as a case file: its summary, linked issues, related changes, timeline, and the commands to
 * continue with.
 */
export function printIncident(answer: Json, page: Page): string {
  const incident = isObject(answer) ? answer : {};
  const parts = [
    [...heading(incident, page), ...escalation(incident, page)],
    links(incident, page),
    part(incident, 'deploys', 'Deploys', describeDeploy, page),
    part(incident, 'flag_changes', 'Flag changes', describeFlag, page),
    omitted(incident, page),
    timeline(incident, page),
    next(incident, page),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
    .join('\n');
}

function heading(incident: JsonObject, page: Page): string[] {
  const { colors } = page;
  const status = text(incident, 'status');
  const severity = severityPaint(incident['severity'] ?? 0, colors)(`severity ${text(incident, 'severity')}`);
  const reopened = Number(incident['reopen_count'] ?? 0);
  const times = [
    `created ${readTime(incident, 'created_at')}`,
    elapsed('acknowledged', incident, 'time_to_acknowledge_seconds'),
    elapsed('resolved', incident, 'time_to_resolve_seconds'),
    reopened === 0 ? '' : `reopened ${reopened === 1 ? 'once' : `${reopened} times`}`,
    `version ${text(incident, 'version')}`,
  ];
  const description = text(incident, 'description');
  return [
    colors.bold(wrapLine(`${text(incident, 'number')}  ${text(incident, 'title')}`, page)),
    `${incidentStatusPaint(status, colors)(colors.bold(status))}  ${severity}`,
    colors.dim(joinFacts(times, ' · ', page)),
    ...(description === '' ? [] : [wrapLine(description, page)]),
  ];
}

function elapsed(what: string, incident: JsonObject, field: string): string {
  const value = incident[field];
  return typeof value === 'number' ? `${what} after ${seconds(value)}` : '';
}

/** Whether users are paged, the progress of the escalation and its next step. */
function escalation(incident: JsonObject, page: Page): string[] {
  const found = incident['escalation'];
  if (!isObject(found)) return [];
  const [level, next] = [text(found, 'level'), text(found, 'next_level')];
  const parts = [
    `escalation ${text(found, 'state')}`,
    level === '' ? '' : `level ${level} paged in pass ${text(found, 'pass')}`,
    next === '' ? '' : `level ${next} at ${readTime(found, 'next_at')}`,
  ];
  return [cutLine(joined(parts, ' · '), page)];
}

function links(incident: JsonObject, page: Page): string[] {
  const all = objectsAt(incident, 'links');
  if (all.length === 0) return [];
  const lines = all.flatMap((link) => {
    const line = `  ${text(link, 'type').replaceAll('_', ' ')} ${text(link, 'ref')}`;
    const below = [describeLinked(incident, link), text(link, 'correlation_reason')];
    return [line, ...below.filter((each) => each !== '').map((each) => `    ${each}`)];
  });
  const notes = [...LINKED.values()].flatMap(({ part: field }) => toNotes(objectAt(incident, field)));
  return [page.colors.bold('Links'), ...[...lines, ...notes].map((line) => cutLine(line, page))];
}

/** The part of the case file with the targets of a type of links, and a function that describes one in a line. */
const LINKED: ReadonlyMap<string, { readonly part: string; readonly describe: (item: JsonObject) => string }> = new Map(
  [
    ['error_group', { part: 'issues', describe: describeIssue }],
    ['alert', { part: 'alerts', describe: describeAlert }],
    ['anomaly', { part: 'anomalies', describe: describeAnomaly }],
  ],
);

function describeLinked(incident: JsonObject, link: JsonObject): string {
  const linked = LINKED.get(text(link, 'type'));
  const items = linked ? objectsAt(objectAt(incident, linked.part), 'items') : [];
  const item = items.find((each) => text(each, 'id') === text(link, 'ref'));
  return linked && item ? linked.describe(item) : '';
}

function describeAlert(alert: JsonObject): string {
  const fields = ['name', 'severity', 'state', 'summary'].map((field) => text(alert, field));
  return joined([...fields, `since ${readTime(alert, 'started_at')}`], ' · ');
}

function describeAnomaly(finding: JsonObject): string {
  const labels = Object.values(objectAt(finding, 'labels')).map((value) => oneLine(plainText(value)));
  const what = joined([`${text(finding, 'detector')} ${text(finding, 'direction')}`, ...labels], ' of ');
  return joined(
    [what, text(finding, 'severity'), text(finding, 'status'), `since ${readTime(finding, 'started_at')}`],
    ' · ',
  );
}

function objectAt(from: JsonObject, field: string): JsonObject {
  const found = from[field];
  return isObject(found) ? found : {};
}

function describeIssue(issue: JsonObject): string {
  const affected = [
    count(issue, 'events', 'event'),
    count(issue, 'affected_persons', 'person'),
    count(issue, 'affected_accounts', 'account') + (issue['affected_accounts_truncated'] === true ? ' and more' : ''),
  ];
  return joined([text(issue, 'title'), text(issue, 'status'), ...affected], ' · ');
}

function part(
  incident: JsonObject,
  field: string,
  title: string,
  describe: (item: JsonObject) => string,
  page: Page,
): string[] {
  const found = incident[field];
  if (!isObject(found)) return [];
  const lines = [...objectsAt(found, 'items').map((item) => `  ${describe(item)}`), ...toNotes(found)];
  return lines.length === 0 ? [] : [page.colors.bold(title), ...lines.map((line) => cutLine(line, page))];
}

function omitted(incident: JsonObject, page: Page): string[] {
  const scopes = plainText(incident['omitted']);
  return scopes === '' ? [] : [page.colors.dim(cutLine(`Left out without the scopes ${oneLine(scopes)}.`, page))];
}

function timeline(incident: JsonObject, page: Page): string[] {
  const entries = objectsAt(incident, 'timeline');
  if (entries.length === 0) return [];
  const known = Object.entries(objectAt(incident, 'names'));
  const names = new Map(known.map(([id, name]) => [id, oneLine(plainText(name))]));
  const inner = { ...page, width: page.width === undefined ? undefined : page.width - 2 };
  const earlier = incident['timeline_truncated'] === true ? ['  ... earlier entries'] : [];
  return [
    page.colors.bold('Timeline'),
    ...earlier,
    ...entries.map((entry) => `  ${printEntry(entry, inner, names).trimEnd().replaceAll('\n', '\n  ')}`),
  ];
}

const NEXT: Readonly<Record<string, readonly string[]>> = {
  open: ['acknowledge', 'resolve'],
  acknowledged: ['resolve'],
  resolved: ['reopen'],
};

function next(incident: JsonObject, page: Page): string[] {
  const [id, version] = [text(incident, 'id'), text(incident, 'version')];
  const actions = (NEXT[text(incident, 'status')] ?? []).map(
    (action) => `svc incidents ${action} ${id} --expected-version ${version} --idempotency-key ${action}-${version}`,
  );
  const commands = [...actions, `svc incidents watch ${id}`];
  return [page.colors.bold('Next'), ...commands.flatMap((command) => commandLines(command, page))];
}

function count(from: JsonObject, field: string, noun: string): string {
  const number = from[field];
  if (number === undefined) return '';
  return counted(number, noun);
}

const text = (from: JsonObject, field: string): string => oneLine(plainText(from[field]));
const readTime = (from: JsonObject, field: string): string => toSecond(text(from, field));
const joined = (all: readonly string[], between: string): string => all.filter((each) => each !== '').join(between);
