import type { Project } from '@svc/relational';

export type Signal = 'traces' | 'logs' | 'metrics' | 'events';

/** The signal whose records a resource of scopes consists of; others are made of several. */
const SIGNAL_OF_RESOURCE: ReadonlyMap<string, Signal> = new Map([
  ['traces', 'traces'],
  ['services', 'traces'],
  ['logs', 'logs'],
  ['metrics', 'metrics'],
  ['events', 'events'],
]);

type ProjectRetention = Pick<
  Project,
  'retentionDays' | 'tracesRetentionDays' | 'logsRetentionDays' | 'metricsRetentionDays' | 'eventsRetentionDays'
>;

/** Days for which new records of each signal are kept. */
export function retentionBySignal(project: ProjectRetention): Record<Signal, number> {
  return {
    traces: project.tracesRetentionDays ?? project.retentionDays,
    logs: project.logsRetentionDays ?? project.retentionDays,
    metrics: project.metricsRetentionDays ?? project.retentionDays,
    events: project.eventsRetentionDays ?? project.retentionDays,
  };
}

/** Days for which new records of any signal are kept. */
export const longestRetention = (project: ProjectRetention): number =>
  Math.max(...Object.values(retentionBySignal(project)));

/** Days for which the data that a request reads is kept: the longest of all signals if it reads several. */
export function getRetentionDays(days: Readonly<Record<Signal, number>>, resource: string | undefined): number {
  const signal = SIGNAL_OF_RESOURCE.get(resource ?? '');
  return signal === undefined ? Math.max(...Object.values(days)) : days[signal];
}
