import type { LogFields } from './log-fields.js';

/**
 * Severity numbers of OpenTelemetry by the level names that loggers write, in lower case. If systems differ, the most common use
 * decides: `critical` is .NET's, Python's and Windows' highest level, while `crit` and `alert` are syslog's.
 */
const NUMBERS: Readonly<Record<string, number>> = {
  trace: 1,
  trace2: 2,
  trace3: 3,
  trace4: 4,
  verbose: 1,
  finest: 1,
  finer: 2,
  silly: 1,
  debug: 5,
  debug2: 6,
  debug3: 7,
  debug4: 8,
  fine: 5,
  config: 8,
  info: 9,
  info2: 10,
  info3: 11,
  info4: 12,
  information: 9,
  informational: 9,
  notice: 10,
  warn: 13,
  warn2: 14,
  warn3: 15,
  warn4: 16,
  warning: 13,
  error: 17,
  error2: 18,
  error3: 19,
  error4: 20,
  err: 17,
  severe: 17,
  crit: 18,
  alert: 19,
  critical: 21,
  fatal: 21,
  fatal2: 22,
  fatal3: 23,
  fatal4: 24,
  emerg: 21,
  emergency: 21,
  panic: 21,
};
const LONGEST = 16;
const numbers = new Map(Object.entries(NUMBERS));

/** The severity number of a record: its own, otherwise that of its level name. */
export function storedSeverity(bytes: Buffer, { severityNumber, severityStart, severityEnd }: LogFields): number {
  if (severityNumber !== 0 || severityEnd === severityStart) return severityNumber;
  return parseSeverity(bytes, severityStart, severityEnd);
}

/** The level of an error by the severity number of its log record; without one it is an error. */
export function errorLevel(severity: number): string {
  if (severity === 0) return 'error';
  return ['debug', 'debug', 'info', 'warning', 'error', 'fatal'][Math.floor((severity - 1) / 4)] ?? 'error';
}

/** The severity number of a level name in any case; 0 for an unknown name. */
function parseSeverity(bytes: Buffer, start: number, end: number): number {
  if (end - start > LONGEST) return 0;
  return numbers.get(bytes.toString('latin1', start, end).trim().toLowerCase()) ?? 0;
}
