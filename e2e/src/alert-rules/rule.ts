/** A definition without fields that have a default. */
export const RULE = {
  name: 'Too many errors',
  kind: 'threshold',
  query: { signal: 'logs', q: 'level:error' },
  condition: { op: 'gt', threshold: 2 },
};
