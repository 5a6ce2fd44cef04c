import { isConsoleError, requestsOf, shortUrl } from '../block/describe.js';
import { EVENT_TYPE, isObject, numberOf, objectOf, SOURCE, sourceOf, type RecordedEvent } from '../events/event.js';
import { PageTree, type PageElement } from './page-tree.js';
import { targetOf, type Target } from './targets.js';

/** `MouseInteractions` of @rrweb/types. A tap ends with a click as well, so that its other events are not counted. */
const INTERACTION = { mouseDown: 1, click: 2, focus: 5, blur: 6, touchStart: 7 } as const;
/** The least status of an answer by which a server says that it failed. */
const SERVER_ERROR = 500;
/** Events by which a page reacts. Canvases are among them in case that a project records them. */
const REACTIONS = new Set<number | undefined>([
  SOURCE.mutation,
  SOURCE.scroll,
  SOURCE.viewportResize,
  SOURCE.input,
  SOURCE.mediaInteraction,
  SOURCE.styleSheetRule,
  SOURCE.canvasMutation,
  SOURCE.styleDeclaration,
  SOURCE.selection,
  SOURCE.adoptedStyleSheet,
]);

/** Times are in milliseconds since 1970 on the clock of the browser. */
export interface Click {
  readonly atMs: number;
  /** Pixels from the left and from the top of the window. */
  readonly x: number;
  readonly y: number;
  readonly target: Target;
  /** Whether the click before it hit the same element, one inside it or one around it, on the same page. */
  readonly isRepeat: boolean;
  /** The page, redacted. */
  readonly url: string;
}

export interface Failure {
  readonly atMs: number;
  /** What failed, as the beginning of a sentence. */
  readonly reason: string;
}

/** What happened in a window. All lists are in the order of time, and times are in milliseconds since 1970 on the clock of the browser. */
export interface WindowCourse {
  readonly clicks: readonly Click[];
  /** When the page reacted to anything. */
  readonly reactions: readonly number[];
  /** When a selection changed. */
  readonly selections: readonly number[];
  readonly failures: readonly Failure[];
  /** When nothing was seen any more: the page ended, was hidden, or its next events are missing. */
  readonly ends: readonly number[];
}

const ascending = (times: readonly number[]): number[] => times.toSorted((a, b) => a - b);

/** Follows a window through its events, of which it keeps only what signals need. */
export class WindowFollower {
  private readonly clicks: Click[] = [];
  private readonly reactions: number[] = [];
  private readonly selections: number[] = [];
  private readonly failures: Failure[] = [];
  private readonly ends: number[] = [];
  readonly #page = new PageTree();
  #url = '';
  /** What the last click hit on this page. */
  #hit: readonly PageElement[] = [];
  /** Whether a person has begun a click, which moves the focus. */
  #isPressed = false;
  #lastMs: number | undefined;

  /** @param event the next one in the order of time. */
  follow(event: RecordedEvent): void {
    const { timestamp: atMs, type, data } = event;
    const source = sourceOf(event);
    if (type === EVENT_TYPE.meta) this.#begin(event);
    else if (type === EVENT_TYPE.custom && isHiding(event)) this.ends.push(atMs);
    else if (type === EVENT_TYPE.plugin) this.#report(event);
    else if (source === SOURCE.mouseInteraction) this.#interact(event, numberOf(data, 'type'));
    else if (source === SOURCE.selection) this.selections.push(atMs);
    if (REACTIONS.has(source)) this.reactions.push(atMs);
    this.#page.apply(event);
    this.#lastMs = atMs;
  }

  /**
   * What happened in the window until now.
   *
   * @param errors when errors were reported for the session.
   * @param gaps after which times events are missing.
   */
  course(errors: readonly number[], gaps: readonly number[]): WindowCourse {
    const reported = errors.map((atMs) => ({ atMs, reason: 'an error was reported' }));
    const last = this.#lastMs === undefined ? [] : [this.#lastMs];
    return {
      clicks: this.clicks.toSorted((a, b) => a.atMs - b.atMs),
      reactions: ascending(this.reactions),
      selections: ascending(this.selections),
      failures: [...reported, ...this.failures].toSorted((a, b) => a.atMs - b.atMs),
      ends: ascending([...this.ends, ...gaps, ...last]),
    };
  }

  /** A page begins, in the same window or after a while; what happened after the last event of the one before is not known. */
  #begin({ timestamp, data }: RecordedEvent): void {
    if (this.#lastMs !== undefined) this.ends.push(this.#lastMs);
    this.reactions.push(timestamp);
    this.#hit = [];
    if (isObject(data) && typeof data['href'] === 'string') this.#url = shortUrl(data['href']);
  }

  #interact(event: RecordedEvent, kind: number | undefined): void {
    if (kind === INTERACTION.mouseDown || kind === INTERACTION.touchStart) this.#isPressed = true;
    else if (kind === INTERACTION.click) this.#click(event);
    // The page moves the focus, or another window or a dialog of the browser has taken it.
    else if ((kind === INTERACTION.focus || kind === INTERACTION.blur) && !this.#isPressed)
      this.reactions.push(event.timestamp);
  }

  #click({ timestamp: atMs, data }: RecordedEvent): void {
    const path = this.#page.path(numberOf(data, 'id'));
    const target = targetOf(this.#page, path);
    const isRepeat = isNested(path, this.#hit);
    const place = { x: numberOf(data, 'x') ?? 0, y: numberOf(data, 'y') ?? 0 };
    this.clicks.push({ atMs, ...place, target, isRepeat, url: this.#url });
    // A page opens the dialog for files, or saves one, by a click of its own on an element that nobody sees.
    if (target.isUnseen && !this.#isPressed) this.reactions.push(atMs);
    this.#isPressed = false;
    this.#hit = path;
  }

  /** What plugins report: errors in the console, and requests when they are answered. */
  #report(event: RecordedEvent): void {
    const { timestamp: atMs } = event;
    if (isConsoleError(event)) this.failures.push({ atMs, reason: 'the console had an error' });
    for (const request of requestsOf(event)) {
      this.reactions.push(atMs - (numberOf(request, 'duration') ?? 0), atMs);
      const status = numberOf(request, 'status') ?? numberOf(request, 'responseStatus') ?? 0;
      if (status >= SERVER_ERROR) this.failures.push({ atMs, reason: `a request was answered with ${status}` });
    }
  }
}

function isNested(a: readonly PageElement[], b: readonly PageElement[]): boolean {
  const [hitA] = a;
  const [hitB] = b;
  if (!hitA || !hitB) return false;
  return a.some(({ id }) => id === hitB.id) || b.some(({ id }) => id === hitA.id);
}

/**
 * Whether a recorder says that the window is hidden, which rrweb does not: in a custom event `window hidden`, as that of PostHog does, or
 * in `visibilitychange` with the state.
 */
function isHiding({ data }: RecordedEvent): boolean {
  const tag = isObject(data) ? data['tag'] : undefined;
  return tag === 'window hidden' || (tag === 'visibilitychange' && objectOf(data, 'payload')?.['state'] === 'hidden');
}
