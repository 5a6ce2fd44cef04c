import { Inject, Injectable } from '@nestjs/common';
import type { InvestigationWindowInput } from '@svc/contract';
import type { Scope, Window } from '@svc/investigations';
import { readMentions, type Mentions } from '@svc/questions';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { CatalogLoader } from '../../ai/index.js';

const MAX_WINDOW_MS = 24 * 3_600_000;
const ALL_SERVICES = /\b(?:all|every|any) services?\b|\beverywhere\b/i;

/** The place and the time that a text and a window name. */
export type Narrowing = Partial<Pick<Scope, 'window' | 'services'>> & {
  /** Null for all environments. */
  readonly environment?: string | null;
};

/** A text of a caller that says where and when to look, and the window of the same request. */
export interface NarrowingRequest {
  /** Name of the field with the text. */
  readonly field: 'question' | 'message';
  readonly text: string;
  readonly window: InvestigationWindowInput | undefined;
}

/** Reads names and times from the words of callers. They only say where and when to look. */
@Injectable()
export class NarrowingReader {
  constructor(
    private readonly catalogs: CatalogLoader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError invalid_request for a window that is empty, in the future or too long. */
  async read({ field, text, window }: NarrowingRequest, call: Call): Promise<Narrowing> {
    const now = this.clock();
    const given = window && toWindow(window, now);
    const { index } = await this.catalogs.load(call);
    const mentions = readMentions(text, index, { now, zone: 'UTC' });
    return { ...toPlace(mentions, text), ...toTime(given, mentions, field) };
  }
}

/** The scope with what a text has changed. @param base the scope before. */
export function narrow(base: Scope, { window, services, environment }: Narrowing): Scope {
  const { environment: before, ...rest } = base;
  const kept = environment === undefined ? before : (environment ?? undefined);
  return {
    ...rest,
    ...(services && { services }),
    ...(kept !== undefined && { environment: kept }),
    ...(window && { window, isWindowGiven: true }),
  };
}

export function isNarrowing({ window, services, environment }: Narrowing): boolean {
  return window !== undefined || services !== undefined || environment !== undefined;
}

function toPlace(mentions: Mentions, text: string): Narrowing {
  const services = mentions.names('service');
  const [environment, ...others] = mentions.names('environment');
  const isEverywhere = ALL_SERVICES.test(text);
  return {
    ...(isEverywhere ? { services: [] } : services.length > 0 && { services }),
    ...(environment !== undefined && { environment: others.length > 0 ? null : environment }),
  };
}

function toTime(given: Window | undefined, { window }: Mentions, field: string): Narrowing {
  if (given) return { window: given };
  if (!window) return {};
  if (window.to - window.from > MAX_WINDOW_MS)
    throw invalidField(field, 'names more than 24 hours; name a shorter time, or set window');
  return { window: { start: window.from, end: window.to } };
}

function toWindow({ start, end }: InvestigationWindowInput, now: number): Window {
  const window = { start: toMs(start), end: Math.min(toMs(end), now) };
  if (window.start >= now) throw invalidField('window.start', 'must be in the past');
  if (window.start >= window.end) throw invalidField('window.end', 'must be later than window.start');
  if (window.end - window.start > MAX_WINDOW_MS) throw invalidField('window', 'must be at most 24 hours long');
  return window;
}

const toMs = (time: InvestigationWindowInput['start']): number =>
  time ? Number(time.seconds) * 1_000 + Math.floor(time.nanos / 1_000_000) : 0;
