import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { commandLines, cutLine, wrapLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import type { Page } from '../../layout/table.js';
import { counted, toSecond } from '../../layout/units.js';
import { anomalyPaint, showLabels, toScore } from './anomaly-list.js';
import { describeDeploy, describeFlag, toNotes } from './changes.js';
import { incidentStatusPaint } from './incident-list.js';

/** Prints a finding: the deviation, its attributes, the changes near it, and the next command. */
export function printAnomaly(answer: Json, page: Page): string {
  const finding = isObject(answer) ? answer : {};
  const parts = [
    heading(finding, page),
    differences(finding, page),
    changes(finding, 'deploys', 'Deploys', describeDeploy, page),
    changes(finding, 'flag_changes', 'Flag changes', describeFlag, page),
    omitted(finding, page),
    next(finding, page),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
    .join('\n');
}

function heading(finding: JsonObject, page: Page): string[] {
  const { colors } = page;
  const status = text(finding, 'status');
  const severity = text(finding, 'severity');
  const times = [
    `started ${time(finding, 'started_at')}`,
    `last seen ${time(finding, 'last_seen_at')}`,
    finding['resolved_at'] ? `resolved ${time(finding, 'resolved_at')}` : '',
    `version ${text(finding, 'version')}`,
  ];
  const figures = [
    text(finding, 'detector'),
    oneLine(showLabels(finding['labels'])),
    `score ${toScore(finding['score'] ?? '')}`,
    counted(finding['windows'] ?? 0, 'window'),
  ];
  const previous = text(finding, 'previous_id');
  return [
    colors.bold(wrapLine(text(finding, 'summary'), page)),
    `${incidentStatusPaint(status, colors)(colors.bold(status))}  ${anomalyPaint(severity, colors)(severity)}`,
    cutLine(joined(figures), page),
    colors.dim(cutLine(joined(times), page)),
    ...(previous === '' ? [] : [colors.dim(cutLine(`happened before: ${previous}`, page))]),
  ];
}

function differences(finding: JsonObject, page: Page): string[] {
  const lines = objectsAt(finding, 'differences').map((difference) => {
    const value = text(difference, 'value');
    const shares = `${percent(difference['share_before'])} → ${percent(difference['share_now'])}`;
    return `  ${text(difference, 'attribute')} ${value === '' ? '(absent)' : value}  ${shares}`;
  });
  return lines.length === 0
    ? []
    : [page.colors.bold('More frequent than before'), ...lines.map((line) => cutLine(line, page))];
}

function changes(
  finding: JsonObject,
  field: string,
  title: string,
  describe: (item: JsonObject) => string,
  page: Page,
): string[] {
  const found = finding[field];
  if (!isObject(found)) return [];
  const lines = [...objectsAt(found, 'items').map((item) => `  ${describe(item)}`), ...toNotes(found)];
  return lines.length === 0 ? [] : [page.colors.bold(title), ...lines.map((line) => cutLine(line, page))];
}

function omitted(finding: JsonObject, page: Page): string[] {
  const scopes = plainText(finding['omitted']);
  return scopes === '' ? [] : [page.colors.dim(cutLine(`Left out without the scopes ${oneLine(scopes)}.`, page))];
}

const NEXT: Readonly<Record<string, readonly string[]>> = { open: ['ack', 'resolve'], acknowledged: ['resolve'] };

function next(finding: JsonObject, page: Page): string[] {
  const actions = NEXT[text(finding, 'status')] ?? [];
  if (actions.length === 0) return [];
  const commands = actions.map((action) => `svc anomalies ${action} ${text(finding, 'id')}`);
  return [page.colors.bold('Next'), ...commands.flatMap((command) => commandLines(command, page))];
}

const percent = (share: Json | undefined): string => `${Math.round(Number(share ?? 0) * 100)} %`;
const text = (from: JsonObject, field: string): string => oneLine(plainText(from[field]));
const time = (from: JsonObject, field: string): string => toSecond(text(from, field));
const joined = (all: readonly string[]): string => all.filter((each) => each !== '').join(' · ');
