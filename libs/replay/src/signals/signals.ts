import type { RecordedEvent } from '../events/event.js';
import { firstFrom } from '../events/times.js';
import { RAGE_DEFAULTS, type RageSettings } from '../settings/settings.js';
import { WindowFollower, type Click, type WindowCourse } from './window-course.js';

/**
 * A page reacts to a click from this long before it, because menus open when the button of the mouse goes down, until this long after it,
 * after which nobody takes it for a reaction.
 */
const REACTION = { beforeMs: 300, afterMs: 3_000 } as const;
/** A person who clicks again within this time repeats a click, which is no other dead one. */
const REPEAT_MS = 1_000;
/** An error belongs to the click before it within this time. */
const ERROR_AFTER_MS = 2_000;
const MS_PER_SECOND = 1_000;

export type SignalKind = 'rage_click' | 'dead_click' | 'error_click';

/** Something in a window that annoyed a person. */
export interface Signal {
  readonly kind: SignalKind;
  /** Of the click, or of the first one of a burst: milliseconds since 1970 on the clock of the browser. */
  readonly atMs: number;
  /** Of the last click of a burst; the same as `atMs` otherwise. */
  readonly untilMs: number;
  /** The number of clicks of a burst; 1 otherwise. */
  readonly clicks: number;
  /** A short name of the element, `button#buy.primary`; '' if the page is not known. */
  readonly selector: string;
  /** The text or label of the element as it is stored, that is redacted; at most 80 characters. */
  readonly text: string;
  /** The page, redacted; '' if it is not known. */
  readonly url: string;
  /** Why it is one, in words. */
  readonly reason: string;
}

/**
 * The signals of a window, in the order of time. They need all of its events, so that they do not depend on how these were cut into chunks.
 *
 * @param events redacted, in any order.
 * @param errors when services and the page reported errors for the session, in milliseconds since 1970 on the clock of the browser.
 * @param gaps the times of the last events before missing chunks, in the same unit. What follows them is not known.
 */
export function findSignals(
  events: readonly RecordedEvent[],
  errors: readonly number[] = [],
  rage: RageSettings = RAGE_DEFAULTS,
  gaps: readonly number[] = [],
): Signal[] {
  const follower = new WindowFollower();
  for (const event of events.toSorted((a, b) => a.timestamp - b.timestamp)) follower.follow(event);
  return signalsOf(follower.course(errors, gaps), rage);
}

/** The signals of a window of which this happened, in the order of time. */
export function signalsOf(course: WindowCourse, rage: RageSettings = RAGE_DEFAULTS): Signal[] {
  const signals = [...rageClicks(course, rage), ...deadClicks(course), ...errorClicks(course)];
  return signals.toSorted((a, b) => a.atMs - b.atMs);
}

/** Bursts of clicks at one place. Steppers, fields and the selection of a text are clicked quickly by intent. */
function rageClicks({ clicks, selections }: WindowCourse, rage: RageSettings): Signal[] {
  return burstsOf(clicks, rage).flatMap((burst) => {
    const [first] = burst;
    const last = burst.at(-1);
    if (!first || !last || burst.length < rage.clicks) return [];
    if (burst.some(({ target }) => target.isEditable || target.isRepeated)) return [];
    if (firstFrom(selections, first.atMs) <= last.atMs) return [];
    const limits = `at most ${rage.gapMs} ms after the one before and ${rage.px} pixels from it`;
    const reason = `${burst.length} clicks at one place, each ${limits}; ${rage.clicks} are enough`;
    return [{ ...toSignal('rage_click', first, reason), clicks: burst.length, untilMs: last.atMs }];
  });
}

function burstsOf(clicks: readonly Click[], { gapMs, px }: RageSettings): Click[][] {
  const bursts: Click[][] = [];
  for (const click of clicks) {
    const burst = bursts.at(-1);
    const last = burst?.at(-1);
    const isNear = last !== undefined && Math.hypot(click.x - last.x, click.y - last.y) <= px;
    if (isNear && click.isRepeat && click.atMs - last.atMs <= gapMs) burst?.push(click);
    else bursts.push([click]);
  }
  return bursts;
}

/** Clicks on something that should do something, after which nothing happened although it would have been seen. */
function deadClicks({ clicks, reactions, ends }: WindowCourse): Signal[] {
  return clicks.flatMap((click, nth) => {
    const { target, atMs } = click;
    if (!target.isActionable || target.isEditable || target.isUnseen) return [];
    const before = clicks[nth - 1];
    if (before && click.isRepeat && atMs - before.atMs <= REPEAT_MS) return [];
    const isSeen = firstFrom(ends, atMs) >= atMs + REACTION.afterMs;
    const hasReaction = firstFrom(reactions, atMs - REACTION.beforeMs) <= atMs + REACTION.afterMs;
    if (!isSeen || hasReaction) return [];
    return [toSignal('dead_click', click, `nothing happened for ${REACTION.afterMs / MS_PER_SECOND} seconds`)];
  });
}

/** Clicks that an error followed. Each error belongs to the last click before it, and the first one of a click is its reason. */
function errorClicks({ clicks, failures }: WindowCourse): Signal[] {
  const reasons = new Map<Click, string>();
  let next = 0;
  for (const { atMs, reason } of failures) {
    while ((clicks[next]?.atMs ?? Infinity) <= atMs) next++;
    const click = clicks[next - 1];
    if (!click || reasons.has(click) || atMs - click.atMs > ERROR_AFTER_MS) continue;
    reasons.set(click, `${reason}, ${Math.round(atMs - click.atMs)} ms later`);
  }
  return [...reasons].map(([click, reason]) => toSignal('error_click', click, reason));
}

function toSignal(kind: SignalKind, { atMs, target, url }: Click, reason: string): Signal {
  return { kind, atMs, untilMs: atMs, clicks: 1, selector: target.selector, text: target.text, url, reason };
}
