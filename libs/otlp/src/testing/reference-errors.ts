import { referenceText, type DecodedPair } from './reference-text.js';

/** A stack whose type and message are known without a parser. */
export const KNOWN_STACK = {
  text: 'RangeError: too deep\n    at f (/srv/a.js:1:2)',
  type: 'RangeError',
  message: 'too deep',
};

/** Columns that only the parser and the grouping of stacks can compute, which have specs of their own. */
export const ANALYZED = ['variant', 'hashes', 'claims', 'culprit', 'platform'];

export interface ReportedException {
  readonly source: 'span' | 'log';
  readonly level: string;
  readonly timestamp: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Attributes of the report itself, and of the span around it. */
  readonly own: readonly DecodedPair[];
  readonly around: readonly DecodedPair[];
  /** The columns of the origin and the visitor. */
  readonly origin: Readonly<Record<string, unknown>>;
}

const WITHOUT = ['exception.type', 'exception.message', 'exception.stacktrace', 'exception.debug_ids', 'debug_ids'];

/** The row of an exception, or undefined if the attributes describe none. */
export function referenceError(report: ReportedException): Readonly<Record<string, unknown>> | undefined {
  const own = stored(report.own);
  const text = (key: string) => own.findLast(([name]) => name === key)?.[1] ?? '';
  const [type, message, stacktrace] = ['exception.type', 'exception.message', 'exception.stacktrace'].map(text);
  if (type === '' && message === '' && stacktrace === '') return undefined;
  const escaped = text('exception.escaped').toLowerCase();
  const around = stored(report.around).filter(([key]) => !own.some(([name]) => name === key));
  const attributes = [...own, ...around].filter(([key]) => !WITHOUT.includes(key));
  return {
    ...report.origin,
    source: report.source,
    level: report.level,
    timestamp: report.timestamp,
    trace_id: report.traceId,
    span_id: report.spanId,
    type: type || (stacktrace === KNOWN_STACK.text ? KNOWN_STACK.type : ''),
    message: message || (stacktrace === KNOWN_STACK.text ? KNOWN_STACK.message : ''),
    stacktrace,
    handled: escaped === '' ? '' : escaped === 'true' ? 'no' : 'yes',
    mechanism: '',
    dist: '',
    debug_ids: [[], []],
    groups: [[], []],
    attributes: [attributes.map(([key]) => key), attributes.map(([, value]) => value)],
    attribute_types: attributes
      .map(([key, , type]) => (type === '' || key.includes('\n') ? '' : `${type}${key}\n`))
      .join(''),
  };
}

type Stored = readonly [key: string, value: string, type: string];

/** Keys that occur several times, which the API does not allow, have the last type that is not a string. */
function stored(pairs: readonly DecodedPair[]): Stored[] {
  const types = new Map(
    pairs.map(({ key = '', value }) => [key, letter(value)] as const).filter(([, type]) => type !== ''),
  );
  return pairs.map(({ key = '', value }) => [key, referenceText(value), types.get(key) ?? '']);
}

function letter(value: DecodedPair['value'] = {}): string {
  const [kind] = Object.keys(value);
  const letters: Record<string, string> = {
    boolValue: 'b',
    intValue: 'i',
    doubleValue: 'd',
    arrayValue: 'j',
    kvlistValue: 'j',
  };
  return kind === undefined ? 'n' : (letters[kind] ?? '');
}
