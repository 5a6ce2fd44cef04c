import { useApi } from '../../api/hooks.js';
import type { SpanField } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';

const NONE: readonly SpanField[] = [];

/** The fields that spans of the time range have, with their frequent values, for completion. */
export function useSpanFields(): readonly SpanField[] {
  const { query } = useScope();
  const { data } = useApi('GET /traces/fields', { query }, { staleTime: 60_000 });
  return data?.fields ?? NONE;
}
