import { analyzeError } from '@svc/stacks';
import type { AttributesColumn } from '../attributes/attributes-column.js';
import { PERSON_ROLES, SESSION_ROLES } from '../attributes/roles.js';
import type { StoredAttribute } from '../attributes/stored-attribute.js';
import type { Resource } from '../resource/resource.js';
import type { Scope } from '../resource/scope.js';
import type { RequestContext } from '../signal.js';
import type { WireReader } from '../wire/reader.js';
import { claimsFor } from './claims.js';
import type { ErrorRow, ErrorSource } from './error-row.js';
import { isException, readExceptionFields, remainingAttributes, type ExceptionFields } from './exception-fields.js';
import { readOrigin, type ErrorOrigin } from './origin.js';

/** The place of an error in a request. */
export interface ErrorContext {
  readonly reader: WireReader;
  readonly request: RequestContext;
  readonly resource: Resource;
  readonly scope: Scope;
}

/** The error that a span or a log record reports; positions are those of its IDs in the request, or -1. */
export interface ErrorReport {
  readonly source: ErrorSource;
  readonly timestampNs: bigint;
  readonly recordId: string;
  readonly level: string;
  readonly traceId: number;
  readonly spanId: number;
  readonly parentSpanId: number;
  /** The attributes of the report, followed by those of the span or record around it; the first with a key counts. */
  readonly attributes: readonly AttributesColumn[];
}

/** The errors of the requests of a block, before it is known which of them report the same throw. */
export class ErrorCollector {
  readonly rows: ErrorRow[] = [];
  private marked = 0;
  private origin: ErrorOrigin | undefined;

  /** Call before the reports of a scope. */
  scopeStart(): void {
    this.origin = undefined;
  }

  report(report: ErrorReport, context: ErrorContext): void {
    const [own, ...around] = report.attributes.map((column) => column.lastRow());
    const attributes = own?.() ?? [];
    const fields = readExceptionFields(attributes);
    if (!isException(fields)) return;
    this.origin ??= readOrigin(context.reader, context.resource, context.scope);
    const rest = remainingAttributes(attributes);
    const keys = new Set(attributes.map(({ key }) => key));
    const all = () => [
      ...rest,
      ...remainingAttributes(around.flatMap((read) => read())).filter(({ key }) => !keys.has(key)),
    ];
    this.rows.push(toRow(report, context, this.origin, fields, all));
  }

  mark(): void {
    this.marked = this.rows.length;
  }

  rollback(): void {
    this.rows.length = this.marked;
  }

  reset(): void {
    this.rows.length = 0;
    this.marked = 0;
  }
}

function toRow(
  report: ErrorReport,
  { reader, request }: ErrorContext,
  { platform, ...origin }: ErrorOrigin,
  fields: ExceptionFields,
  attributes: () => StoredAttribute[],
): ErrorRow {
  const { projectNumber, retentionDays } = request;
  const { source, timestampNs, recordId, level } = report;
  const { handled, mechanism, stacktrace, dist, debugIds } = fields;
  const { serviceName, release, scopeName } = origin;
  const isNamed = source === 'log' && scopeName !== '';
  const {
    stack: _stack,
    needsSymbols: _needsSymbols,
    ...error
  } = analyzeError({ ...fields, platform, serviceName, release, ...(isNamed && { logger: scopeName }) });
  const traceId = hexAt(reader, report.traceId, 16);
  const spanId = hexAt(reader, report.spanId, 8);
  const parentSpanId = hexAt(reader, report.parentSpanId, 8);
  return {
    ...origin,
    projectNumber,
    retentionDays,
    timestampNs,
    recordId,
    source,
    level,
    handled,
    mechanism,
    error,
    stacktrace,
    dist,
    debugIds,
    traceId,
    spanId,
    sessionId: visitor(report, SESSION_ROLES) || origin.sessionId,
    distinctId: visitor(report, PERSON_ROLES) || origin.distinctId,
    groups: [],
    attributes,
    claims: claimsFor(error, { projectNumber, serviceName, traceId, spanId, parentSpanId, messageId: '' }),
  };
}

function visitor({ attributes }: ErrorReport, roles: readonly number[]): string {
  for (const column of attributes) {
    const text = column.promotedText(roles);
    if (text !== '') return text;
  }
  return '';
}

function hexAt({ bytes }: WireReader, start: number, length: number): string {
  return start < 0 ? '' : bytes.toString('hex', start, start + length);
}
