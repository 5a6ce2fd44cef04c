import { useApi } from '../api/hooks.js';
import type { LogField } from '../gen/api.js';
import { useScope } from '../scope/scope.js';

const NONE: readonly LogField[] = [];

/** The fields that records of the time range have, with their frequent values, for completion. */
export function useLogFields(): readonly LogField[] {
  const { query } = useScope();
  const { data } = useApi('GET /logs/fields', { query }, { staleTime: 60_000 });
  return data?.fields ?? NONE;
}
