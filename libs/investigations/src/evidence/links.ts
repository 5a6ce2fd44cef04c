import type { FactParameters } from '../facts/facts.js';
import type { Entity, Window } from '../model.js';

/** Paths of public operations that show what a check has read. */
const BASE = '/api/v1';

function query(values: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

export const serviceMapPath = ({ environment }: FactParameters): string =>
  `${BASE}/services/map${query({ environment })}`;

export function requestsPath({ environment }: FactParameters, entity?: Entity): string {
  return entity
    ? `${BASE}/services/${encodeURIComponent(entity.name)}/red${query({ environment })}`
    : `${BASE}/services${query({ environment })}`;
}

export const tracesPath = ({ environment }: FactParameters, entity?: Entity): string =>
  `${BASE}/traces${query({ service: entity?.type === 'service' ? entity.name : undefined, environment })}`;

/** The operation that shows the critical path of one trace. */
export const criticalPathPath = (traceId: string): string => `${BASE}/traces/${traceId}/critical-path`;

export const logsPath = ({ environment }: FactParameters, entity?: Entity): string =>
  `${BASE}/logs/patterns${query({ service: entity?.type === 'service' ? entity.name : undefined, environment })}`;

export const agentRunsPath = ({ environment }: FactParameters, entity?: Entity): string =>
  `${BASE}/agent-runs${query({ agent: entity?.name, environment })}`;

/** The most characters of the name of an attribute that the operation takes. */
const MAX_LABEL = 200;

/** The values of a metric of a service by its attributes, of which the operation takes four. */
export function metricPath(
  { environment }: FactParameters,
  metric: string,
  service: string,
  labels: readonly string[],
) {
  const named = labels.filter((label) => label.length > 0 && label.length <= MAX_LABEL);
  const groupBy = named.slice(0, 4).map((label) => label.replaceAll(/[\\,]/g, '\\$&'));
  return `${BASE}/metrics/${encodeURIComponent(metric)}/query${query({ service, environment, group_by: groupBy.join(',') })}`;
}

export const metricsPath = (): string => `${BASE}/metrics`;
export const groupsPath = (): string => `${BASE}/groups`;
export const issuesPath = (): string => `${BASE}/issues`;
export function settingsPath(): string {
  return `${BASE}/settings/config`;
}

export const flagsPath = (): string => `${BASE}/flags`;
export const releasesPath = (): string => `${BASE}/releases`;

/** Lists of rules and settings, by the beginning of the operations that change them; all others change the project. */
const SETTING_PATHS: readonly (readonly [operation: string, path: string])[] = [
  ['alert_rules.', `${BASE}/alerts/rules`],
  ['silences.', `${BASE}/alerts/silences`],
  ['inhibition.', `${BASE}/alerts/inhibition`],
  ['settings.codehost', `${BASE}/settings/codehost`],
  ['settings.', settingsPath()],
  ['channels.', `${BASE}/notifications/channels`],
  ['escalation.', `${BASE}/escalation-policies`],
  ['account.security', `${BASE}/account/security`],
];
const PROJECTS_PATH = `${BASE}/projects`;

/** The list that shows what an operation has changed. */
export const settingPath = (operation: string): string =>
  SETTING_PATHS.find(([start]) => operation.startsWith(start))?.[1] ?? PROJECTS_PATH;

const WITHOUT_WINDOW: ReadonlySet<string> = new Set([
  ...[flagsPath(), releasesPath(), metricsPath(), groupsPath(), PROJECTS_PATH],
  ...SETTING_PATHS.map(([, path]) => path),
]);

const OF_ONE_TRACE = /\/traces\/[0-9a-f]{32}\/critical-path$/;

/** The path with the window, but for operations of one trace or that list everything, which refuse parameters that they do not have. */
export function withWindow(path: string, { start, end }: Window): string {
  if (WITHOUT_WINDOW.has(path) || OF_ONE_TRACE.test(path)) return path;
  const separator = path.includes('?') ? '&' : '?';
  return `${path}${separator}start_time=${new Date(start).toISOString()}&end_time=${new Date(end).toISOString()}`;
}
