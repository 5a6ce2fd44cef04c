import type { LogFilter } from '../log-query.js';

/** The draft of a rule that counts the records of a search, for the address of the form. */
export function toRuleDraft({ q = '', level = [], service = [], environment = [] }: LogFilter): string {
  const lists = { level: level.join(', '), service: service.join(', '), environment: environment.join(', ') };
  return JSON.stringify({ signal: 'logs', q, ...lists });
}
