import type {
  LogsQueryResponse,
  SearchCorrelateResponse,
  SpanOutline,
  Trace,
  TraceCriticalPath,
} from '../../gen/api.js';
import { formatCount } from '../../time/amounts.js';

export interface OutlineFacts {
  /** The span without a parent that starts first, or the first span until one has arrived. */
  readonly root: SpanOutline | undefined;
  readonly services: number;
  /** Spans whose status is error. */
  readonly failed: number;
}

export function toOutlineFacts({ outline }: Pick<Trace, 'outline'>): OutlineFacts {
  const spans = outline?.spans ?? [];
  const byStart = (least: SpanOutline | undefined, span: SpanOutline): SpanOutline =>
    least === undefined || span.start_ns < least.start_ns ? span : least;
  const roots = spans.filter(({ parent }) => parent === undefined);
  return {
    root: (roots.length > 0 ? roots : spans).reduce<SpanOutline | undefined>(byStart, undefined),
    services: new Set(spans.map(({ service }) => service)).size,
    failed: spans.filter(({ status }) => status === 'error').length,
  };
}

interface Answers {
  readonly path: TraceCriticalPath | undefined;
  readonly pathError: Error | null;
  readonly logs: LogsQueryResponse | undefined;
  readonly logsError: Error | null;
  readonly related: SearchCorrelateResponse | undefined;
}

/** Sentences about what the answers beside the outline leave out, or why they are missing. */
export function toOmissions({ path, pathError, logs, logsError, related }: Answers): readonly string[] {
  const types = related?.types ?? [];
  return [
    path?.truncated === true &&
      `The critical path has ${formatCount(path.segment_count)} segments, of which ${formatCount(path.segments.length)} are shown.`,
    pathError && `The critical path could not be read: ${pathError.message}`,
    logs?.pagination?.has_more === true &&
      `The trace has more than ${formatCount(logs.logs.length)} log records; the earliest are shown.`,
    logsError && `The log records could not be read: ${logsError.message}`,
    ...types.map(({ type, error }) => error !== undefined && `The search for ${toWords(type)} has failed: ${error}`),
    ...types.map(({ type, truncated }) => truncated && `There are more ${toWords(type)} than are shown.`),
  ].filter((text) => typeof text === 'string');
}

function toWords(type: string): string {
  return type.replaceAll('_', ' ');
}
