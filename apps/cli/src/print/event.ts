import type { EventView, OutputMode } from './view.js';
import type { ServerEvent } from '../http/follow-events.js';
import type { Io } from '../runtime/io.js';
import { isObject } from '../values/json.js';
import type { Page } from './layout/table.js';

/** Events that say nothing about the records. */
const SILENT = ['heartbeat', 'end'];

/**
 * A line for each event: what a person reads, or for programs the record as JSON. What is no record goes to standard error there,
 * so that a program gets records and nothing else.
 */
export function printEvent(
  event: ServerEvent,
  { view, mode, page, io }: { view: EventView; mode: OutputMode; page: Page; io: Pick<Io, 'stdout' | 'stderr'> },
): void {
  const { name, data } = event;
  if (mode === 'table') io.stdout.write(view.line(event, page));
  else if (name === view.record) io.stdout.write(`${JSON.stringify(data)}\n`);
  else if (!SILENT.includes(name))
    io.stderr.write(`${JSON.stringify({ event: name, ...(isObject(data) ? data : {}) })}\n`);
}

/** A word to a person at a terminal; a program that reads a pipe need not know. */
export function noteReconnect(delayMs: number, { stderr }: Pick<Io, 'stderr'>): void {
  if (stderr.isTerminal)
    stderr.write(`svc: the connection was lost; trying again in ${(delayMs / 1000).toFixed(1)} s\n`);
}
