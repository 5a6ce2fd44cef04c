import { groupBy } from '../../../runtime/values/group-by.js';
import type { JsonObject } from '../../../runtime/values/json.js';

export interface PlacedSpan {
  readonly span: JsonObject;
  readonly depth: number;
}

/**
 * Orders spans depth first, by start time. A span whose parent is missing starts at the left edge, as does a span that is its own
 * ancestor, which broken senders produce: every span is shown exactly once.
 */
export function placeSpans(spans: readonly JsonObject[]): readonly PlacedSpan[] {
  const ids = new Set(spans.map(({ span_id }) => span_id));
  const children = groupBy(spans, ({ parent_span_id }) =>
    ids.has(parent_span_id ?? null) ? parent_span_id : undefined,
  );
  const placed = new Map<JsonObject, PlacedSpan>();
  for (const root of [...(children.get(undefined) ?? []), ...spans]) {
    const waiting: PlacedSpan[] = [{ span: root, depth: 0 }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (placed.has(next.span)) continue;
      placed.set(next.span, next);
      const { span, depth } = next;
      waiting.push(
        ...(children.get(span['span_id']) ?? []).map((child) => ({ span: child, depth: depth + 1 })).reverse(),
      );
    }
  }
  return [...placed.values()];
}
