import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { commandLines, cutLine, joinFacts, wrapLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import type { Page } from '../../layout/table.js';
import { clockText, counted, decimal, toSecond, wholeNumber } from '../../layout/units.js';
import { flags, issueCourse, statusPaint } from './issue-list.js';
import { printExceptions } from './stack.js';

/** Prints an issue like a crash report: its title, status, impact, latest stack and the commands to continue with. */
export function printIssue(answer: Json, page: Page): string {
  const issue = isObject(answer) ? answer : {};
  const parts = [
    heading(issue, page),
    status(issue, page),
    impact(issue, page),
    latest(issue, page),
    next(issue, page),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
    .join('\n');
}

function heading(issue: JsonObject, page: Page): string[] {
  const { colors } = page;
  const about = facts([text(issue, 'culprit'), text(issue, 'platform'), text(issue, 'level')], ' · ');
  const mergedFrom = text(issue, 'merged_from');
  return [
    ...(mergedFrom === '' ? [] : [wrapLine(`The issue ${mergedFrom} was merged into ${text(issue, 'id')}:`, page)]),
    colors.bold(colors.red(wrapLine(text(issue, 'title'), page))),
    colors.dim(cutLine(about, page)),
  ];
}

function status(issue: JsonObject, page: Page): string[] {
  const { colors } = page;
  const reason = isObject(issue['reason']) ? issue['reason'] : {};
  const name = text(issue, 'status');
  const marked = [name, ...flags(issue)].join(', ');
  const since = readTime(reason, 'at');
  const lines = [
    joinFacts([statusPaint(name, colors)(colors.bold(marked)), since === '' ? '' : `since ${since}`], '  ', page),
    text(reason, 'text'),
    resolution(issue),
    snooze(issue),
    forecast(issue),
    facts([`version ${text(issue, 'version')}`, assignee(issue)], ', '),
  ];
  const [first = '', ...others] = lines.filter((line) => line !== '');
  return [first, ...others.map((line) => wrapLine(line, page))];
}

function resolution(issue: JsonObject): string {
  const { resolution: found } = issue;
  if (!isObject(found) || found['kind'] !== 'next_release') return '';
  const release = text(found, 'release');
  return `Only errors of releases after ${release === '' ? 'the resolution' : release} count as a regression.`;
}

function snooze(issue: JsonObject): string {
  const { snooze: found } = issue;
  if (!isObject(found)) return '';
  const field = (name: string): string => wholeNumber(found[name] ?? '0');
  if (found['until'] !== undefined) return `Snoozed until ${readTime(found, 'until')}.`;
  if (found['occurrences'] !== undefined)
    return `Snoozed for ${field('occurrences')} events, ${field('occurrences_so_far')} so far.`;
  if (found['users'] !== undefined) return `Snoozed for ${field('users')} persons, ${field('users_so_far')} so far.`;
  return found['escalating'] === true ? 'Snoozed until it happens more often than its forecast.' : 'Snoozed forever.';
}

function forecast(issue: JsonObject): string {
  const { forecast: found } = issue;
  if (!isObject(found)) return '';
  const basis = found['basis'] === 'project' ? 'other issues of the project' : 'its last seven days';
  return `Escalates above ${decimal(found['threshold'] ?? 0)} events an hour, as estimated from ${basis}.`;
}

function assignee(issue: JsonObject): string {
  const id = text(issue, 'assignee_id');
  return id === '' ? 'not assigned' : `assigned to ${id}`;
}

function impact(issue: JsonObject, page: Page): string[] {
  const figures = isObject(issue['figures']) ? issue['figures'] : {};
  const day = `${count(figures, 'events', 'event')} and ${count(figures, 'users', 'user')} in 24 hours`;
  const total = `${count(issue, 'total_events', 'event')}, about ${count(issue, 'total_users', 'user')} in all`;
  const places = objectsAt(issue, 'places');
  const course = issueCourse(issue).trimEnd();
  return [
    page.colors.bold('Impact'),
    cutLine(`  ${total}`, page),
    `${cutLine(`  ${day}`, page, course.length + 2)}${course === '' ? '' : `  ${page.colors.yellow(course)}`}`,
    cutLine(`  first seen ${seen(issue, 'first')}`, page),
    cutLine(`  last seen  ${seen(issue, 'last')}`, page),
    ...listed('environments', places, 'environment', page),
    ...listed('services    ', places, 'service_name', page),
    ...listed('releases    ', places, 'release', page),
    ...ticketLines(issue, page),
    ...recordingLines(issue, page),
    ...(Number(issue['merged_sources'] ?? 0) > 0 ? [`  ${count(issue, 'merged_sources', 'merged issue')}`] : []),
  ];
}

function ticketLines(issue: JsonObject, page: Page): string[] {
  return objectsAt(issue, 'tickets').map((ticket) => {
    const name = text(ticket, 'external_id') || text(ticket, 'sync_state');
    return cutLine(
      `  ticket       ${facts([text(ticket, 'provider'), name, text(ticket, 'external_url')], ' ')}`,
      page,
    );
  });
}

/** The sessions to watch, and from where: `recording    0198a3 at 02:13.4`. */
function recordingLines(issue: JsonObject, page: Page): string[] {
  return objectsAt(issue, 'recordings').map((recording) => {
    const place = clockText(Number(recording['offset_ms'] ?? 0));
    return cutLine(`  recording    ${text(recording, 'session_id')} at ${place}`, page);
  });
}

function seen(issue: JsonObject, which: 'first' | 'last'): string {
  const release = text(issue, `${which}_release`);
  return facts([readTime(issue, `${which}_seen`), release === '' ? '' : `in ${release}`], ' ');
}

const MAX_NAMES = 5;

function listed(title: string, places: readonly JsonObject[], field: string, page: Page): string[] {
  const names = [...new Set(places.map((place) => text(place, field)).filter((name) => name !== ''))];
  if (names.length === 0) return [];
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return [cutLine(`  ${title} ${names.slice(0, MAX_NAMES).join(', ')}${more}`, page)];
}

function latest(issue: JsonObject, page: Page): string[] {
  const event = issue['latest_event'];
  if (!isObject(event)) return ['No event is retained.'];
  const where = facts([readTime(event, 'timestamp'), text(event, 'environment'), text(event, 'service_name')], '  ');
  return [
    page.colors.bold('Latest event'),
    page.colors.dim(cutLine(`  ${where}`, page)),
    ...printExceptions(objectsAt(event, 'exceptions'), plainText(event['raw_stacktrace']), page),
  ];
}

function next(issue: JsonObject, page: Page): string[] {
  const event = isObject(issue['latest_event']) ? issue['latest_event'] : {};
  const [id, version] = [text(issue, 'id'), text(issue, 'version')];
  const isOpen = ['new', 'ongoing'].includes(text(issue, 'status'));
  const [trace, person] = [text(event, 'trace_id'), text(event, 'distinct_id')];
  const commands = [
    `svc issues ${isOpen ? 'resolve' : 'reopen'} ${id} --expected-version ${version}`,
    ...(trace === '' ? [] : [`svc traces get ${trace}`]),
    ...(person === '' ? [] : [`svc persons get ${/^[\w.@:+-]+$/.test(person) ? person : JSON.stringify(person)}`]),
  ];
  return [page.colors.bold('Next'), ...commands.flatMap((command) => commandLines(command, page))];
}

function count(from: JsonObject, field: string, noun: string): string {
  return counted(from[field] ?? 0, noun);
}

const text = (from: JsonObject, field: string): string => oneLine(plainText(from[field]));
const readTime = (from: JsonObject, field: string): string => toSecond(text(from, field));
const facts = (all: readonly string[], separator: string): string => all.filter((fact) => fact !== '').join(separator);
