import { isSpanContextValid, trace } from '@opentelemetry/api';
import { redactText } from '@svc/redaction';
import { pino, stdSerializers, type DestinationStream, type Logger as PinoLogger } from 'pino';

/** The structured log of a service: JSON lines on standard output. */
export type Logger = Pick<PinoLogger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child'>;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
  readonly service: string;
  readonly level: LogLevel;
  /** Standard output by default. */
  readonly destination?: DestinationStream;
}

/**
 * Paths that are always removed from the log: credentials under any of their names. Data of customers is not logged at
 * all; this is an additional safeguard.
 */
const REDACTED = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'api_key',
  'headers.authorization',
  'headers.cookie',
  'headers["x-api-key"]',
  'headers["x-svc-api-key"]',
].flatMap((path) => [path, `*.${path}`]);

export function createLogger({ service, level, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: redactedError, cause: redactedError },
      redact: { paths: REDACTED, censor: '[REDACTED]' },
      mixin: currentTrace,
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}

/** Error messages of drivers may contain the address of the server with its password, or parts of a statement. */
function redactedError(error: unknown): unknown {
  // Anything can be thrown; values that are not errors are covered by the paths above.
  if (!(error instanceof Error)) return error;
  return redactedMembers(stdSerializers.err(error));
}

/** Drivers add properties with input to errors, such as the detail of a violated constraint. */
function redactedMembers(error: object): object {
  return Object.fromEntries(
    Object.entries(error).map(([name, value]: [string, unknown]) => [
      name,
      name === 'aggregateErrors' && Array.isArray(value)
        ? value.map((inner) => redactedMember(name, inner))
        : redactedMember(name, value),
    ]),
  );
}

function redactedMember(name: string, value: unknown): unknown {
  if (typeof value === 'string') return redactText(value, name);
  const isError = typeof value === 'object' && value !== null && 'message' in value && 'stack' in value;
  return isError ? redactedMembers(value) : value;
}

function currentTrace(): Record<string, string> {
  const context = trace.getActiveSpan()?.spanContext();
  return context && isSpanContextValid(context) ? { trace_id: context.traceId, span_id: context.spanId } : {};
}
