import type { LogFilter } from '../log-query.js';

/** The filters of a search as saved searches and exports keep them: without times. */
export function toSavedQuery({ q, level, service, environment }: LogFilter): Readonly<Record<string, unknown>> {
  const members = { q, level, service, environment };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
