import { isSpanContextValid, trace } from '@opentelemetry/api';
import { pino, stdSerializers, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { redactText } from '@svc/redaction';

/** Structured log of a service: JSON lines on standard output. */
export type Logger = Pick<PinoLogger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child'>;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
  readonly service: string;
  readonly level: LogLevel;
  /** Standard output when absent. */
  readonly destination?: DestinationStream;
}

/**
 * Paths that never reach a log, whoever passes them: credentials by any of their names. What customers send is not logged at
 * all; this is the second fence.
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
      serializers: { err: redactedError },
      redact: { paths: REDACTED, censor: '[REDACTED]' },
      mixin: currentTrace,
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}

/** What drivers say of a failure may hold the address they connect to, with its password, or a piece of a statement. */
function redactedError(error: unknown): unknown {
  // Anything can be thrown, and what is no error is left to the paths above.
  if (!(error instanceof Error)) return error;
  const { type, message, stack, ...others } = stdSerializers.err(error);
  return { ...others, type, message: redactText(message), stack: redactText(stack) };
}

function currentTrace(): Record<string, string> {
  const context = trace.getActiveSpan()?.spanContext();
  return context && isSpanContextValid(context) ? { trace_id: context.traceId, span_id: context.spanId } : {};
}
