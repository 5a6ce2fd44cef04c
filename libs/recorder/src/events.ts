import { CONSOLE_PLUGIN, type RecordedEvent } from './contract.js';

/** Types of events of rrweb. */
export const FULL_SNAPSHOT = 2;
export const INCREMENTAL = 3;
export const META = 4;
const PLUGIN = 6;

/** Sources of events that a person causes: pointer, clicks, scrolling, resizing, typing, touches, media and drags. */
const ACTIVE_SOURCES = [1, 2, 3, 4, 5, 6, 7, 12];

/** Whether a person caused the event. The service counts the same events as activity. */
export function isActive({ type, data }: RecordedEvent): boolean {
  return (type as number) === INCREMENTAL && ACTIVE_SOURCES.includes((data as { source: number }).source);
}

/** Whether the event is an error of the console, an exception or a rejection that was not handled. */
export function isError({ type, data }: RecordedEvent): boolean {
  if ((type as number) !== PLUGIN) return false;
  const { plugin, payload } = data as { plugin: string; payload?: { level?: string } };
  return plugin === CONSOLE_PLUGIN && payload?.level === 'error';
}
