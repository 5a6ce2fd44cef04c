import { Replayer } from '@rrweb/replay';
import type { FrameCommand, FrameReport, RecordedEvent } from '../contract.js';
import { Assets } from './assets.js';
import { clockText } from './clock-text.js';
import { Pictures, type LostPicture } from './pictures.js';
import { Tamer } from './tame.js';

/** Between two reports of the state during play. */
const STATE_MS = 250;
/** What the player of rrweb gives the inner frame: no scripts, forms, windows or navigations of the page around it. */
const INNER_SANDBOX = 'allow-same-origin';
const UNPROTECTED = 'The recording is not shown, because its frame is not protected.';
/** Areas of what is not recorded. */
const PLACEHOLDERS = 'canvas, video, audio, object, embed { background: #8886; }';

/** Plays one recording at a time. */
export class Player {
  #replayer: Replayer | undefined;
  #pictures = new Pictures();
  #assets = new Assets();
  #tamer = this.#newTamer();
  /** The beginning of the recording, the first event of the replayer, and the last event, in milliseconds since 1970. */
  #startMs: number | undefined;
  #firstMs = 0;
  #lastMs = 0;
  #playing = false;
  /** Whether play has stopped only because no later events were there. */
  #isStarved = false;
  #isIncomplete = false;
  #speed = 1;
  #skipInactive = false;
  /** Where to begin once there is a picture. */
  #offsetMs = 0;
  #ticker: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly root: HTMLElement,
    readonly report: (report: FrameReport) => void,
    readonly createReplayer = (...options: ConstructorParameters<typeof Replayer>) => new Replayer(...options),
  ) {}

  handle(command: FrameCommand): void {
    switch (command.type) {
      case 'load':
        this.#unload();
        this.#startMs = command.startMs;
        return this.#add(command.events);
      case 'append':
        return this.#add(command.events);
      case 'skipInactive':
        this.#skipInactive = command.on;
        this.#replayer?.setConfig({ skipInactive: command.on });
        return;
      case 'play':
      case 'pause':
      case 'seek':
        return this.#move(command);
    }
  }

  #unload(): void {
    clearInterval(this.#ticker);
    this.#replayer?.destroy();
    this.#replayer = undefined;
    this.#pictures = new Pictures();
    this.#assets.revoke();
    this.#assets = new Assets();
    this.#tamer = this.#newTamer();
    this.#playing = false;
    this.#isStarved = false;
    this.#isIncomplete = false;
    this.#offsetMs = 0;
    this.#lastMs = 0;
  }

  #newTamer(): Tamer {
    const assets = this.#assets;
    return new Tamer((url) => assets.isOwn(url));
  }

  #add(received: readonly RecordedEvent[]): void {
    const events = received.filter((event) => !this.#assets.take(event));
    const [first] = events;
    if (first) this.#startMs ??= first.timestamp;
    this.#lastMs = events.reduce((last, { timestamp }) => Math.max(last, timestamp), this.#lastMs);
    const { events: shown, lost } = this.#pictures.arrange(
      events.map((event) => this.#tamer.tame(this.#assets.show(event))),
    );
    if (this.#replayer) this.#append(this.#replayer, shown);
    else if (shown.length > 0) this.#mount(shown);
    for (const picture of lost) this.#warnOfLost(picture);
    if (!this.#replayer && this.#pictures.isLost)
      this.#warn('There is no picture yet: the full snapshot was lost, or comes with later events.');
    this.#reportState();
  }

  #append(replayer: Replayer, events: readonly RecordedEvent[]): void {
    for (const event of events) replayer.addEvent(event as never);
    if (!this.#isStarved || events.length === 0) return;
    // The player of rrweb adds events in microtasks as well, which come before this one.
    queueMicrotask(() => {
      if (this.#replayer !== replayer || !this.#isStarved) return;
      this.#isStarved = false;
      this.#playing = true;
      this.#go(this.#now());
    });
  }

  #mount(events: readonly RecordedEvent[]): void {
    this.#firstMs = events[0]?.timestamp ?? 0;
    const replayer = this.createReplayer([...events] as never[], {
      root: this.root,
      speed: this.#speed,
      skipInactive: this.#skipInactive,
      // Canvases would need scripts in the inner frame.
      UNSAFE_replayCanvas: false,
      logger: { log: () => undefined, warn: () => this.#warnOfParts() },
      mouseTail: false,
      insertStyleRules: [PLACEHOLDERS],
    });
    if (!isSandboxed(replayer)) {
      replayer.destroy();
      throw new Error(UNPROTECTED);
    }
    replayer.on('resize', (size) => this.report({ type: 'resize', ...(size as { width: number; height: number }) }));
    replayer.on('finish', () => this.#stop());
    this.#replayer = replayer;
    if (this.#playing || this.#offsetMs > 0) this.#go(this.#offsetMs);
  }

  #move({ type, offsetMs, speed }: Extract<FrameCommand, { readonly type: 'play' | 'pause' | 'seek' }>): void {
    if (speed !== undefined) {
      this.#speed = speed;
      this.#replayer?.setConfig({ speed });
    }
    const target = offsetMs ?? this.#now();
    this.#isStarved = false;
    if (type !== 'seek') this.#playing = type === 'play';
    this.#go(target);
  }

  #go(offsetMs: number): void {
    this.#offsetMs = offsetMs;
    clearInterval(this.#ticker);
    const replayer = this.#replayer;
    try {
      if (replayer) this.#goTo(replayer, Math.max(0, offsetMs - this.#offsetOfFirst()));
    } finally {
      this.#reportState();
    }
  }

  #goTo(replayer: Replayer, localMs: number): void {
    if (!isSandboxed(replayer)) throw new Error(UNPROTECTED);
    if (!this.#playing) return replayer.pause(localMs);
    this.#ticker = setInterval(() => this.#reportState(), STATE_MS);
    replayer.play(localMs);
  }

  #stop(): void {
    clearInterval(this.#ticker);
    this.#isStarved ||= this.#playing;
    this.#playing = false;
    this.#reportState();
  }

  #now(): number {
    return this.#replayer ? this.#replayer.getCurrentTime() + this.#offsetOfFirst() : this.#offsetMs;
  }

  #offsetOfFirst(): number {
    return this.#firstMs - (this.#startMs ?? this.#firstMs);
  }

  #reportState(): void {
    const durationMs = Math.max(0, this.#lastMs - (this.#startMs ?? this.#lastMs));
    const offsetMs = Math.min(Math.max(0, this.#now()), durationMs);
    this.report({ type: 'state', offsetMs, durationMs, playing: this.#playing });
  }

  #warnOfLost({ fromMs, toMs }: LostPicture): void {
    const [from, to] = [fromMs, toMs].map((ms) => clockText(ms - (this.#startMs ?? ms)));
    this.#warn(
      fromMs < this.#firstMs
        ? `Begins at ${to}: the first picture was lost.`
        : `From ${from} to ${to}, the picture was lost.`,
    );
  }

  /** Once for each recording: one change that cannot be applied is followed by many. */
  #warnOfParts(): void {
    if (!this.#isIncomplete) this.#warn('A part of the recording cannot be shown.');
    this.#isIncomplete = true;
  }

  #warn(text: string): void {
    this.report({ type: 'warning', text });
  }
}

function isSandboxed({ iframe }: Replayer): boolean {
  return iframe.getAttribute('sandbox') === INNER_SANDBOX;
}
