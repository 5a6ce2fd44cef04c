import type { AuditEntry } from '../../gen/api.js';

/** The subject of an act: the values of its path, what it made, and details such as the fields that were set. */
export function describeTarget({ target, made_id: made, details }: AuditEntry): string {
  const parts = [
    ...Object.values(target),
    ...(made === undefined ? [] : [made]),
    ...Object.entries(details).map(([name, value]) => `${name}: ${value}`),
  ];
  return parts.join(', ');
}
