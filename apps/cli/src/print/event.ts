import type { Io } from '../runtime/io.js';
import type { ServerEvent } from '../runtime/server-event.js';
import { isObject } from '../runtime/values/json.js';
import type { Page } from './layout/table.js';
import type { EventView, OutputMode } from './view.js';

/** Events that carry no information about the records. */
const SILENT = ['heartbeat', 'end'];

/**
 * Prints the events of one stream: readable text at a terminal, otherwise one record as JSON per line. Other events then go to
 * standard error, so that standard output contains only records.
 */
export function eventPrinter(
  view: EventView,
  { mode, page, io }: { mode: OutputMode; page: Page; io: Pick<Io, 'stdout' | 'stderr'> },
): (event: ServerEvent) => void {
  if (mode === 'table') {
    const show = view.start(page);
    return (event) => io.stdout.write(show(event));
  }
  return ({ name, data }) => {
    if (name === view.record) io.stdout.write(`${JSON.stringify(data)}\n`);
    else if (!SILENT.includes(name))
      io.stderr.write(`${JSON.stringify({ event: name, ...(isObject(data) ? data : {}) })}\n`);
  };
}

/** Reports the repetition of a request, only at a terminal. */
export function noteRetry(status: number, delayMs: number, { stderr }: Pick<Io, 'stderr'>): void {
  if (!stderr.isTerminal) return;
  stderr.write(`svc: the service responded with status ${status}; retrying in ${(delayMs / 1000).toFixed(1)} s\n`);
}

/** Reports a request that takes long, only at a terminal. */
export function noteSlowness({ stderr }: Pick<Io, 'stderr'>): void {
  if (stderr.isTerminal) stderr.write('svc: waiting for the service\n');
}

/** Reports a reconnect, only at a terminal. */
export function noteReconnect(delayMs: number, { stderr }: Pick<Io, 'stderr'>): void {
  if (stderr.isTerminal) stderr.write(`svc: connection lost; retrying in ${(delayMs / 1000).toFixed(1)} s\n`);
}
