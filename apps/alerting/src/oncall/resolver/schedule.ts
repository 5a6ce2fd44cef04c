/** The shape of schedules for the resolver. Times are milliseconds since 1970. */

/** Half-open interval from `start` to `end`, which is excluded. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** Length of a turn. Turns of a day or longer end at the same local time, shorter ones after the elapsed time. */
export interface RotationLength {
  readonly unit: 'minutes' | 'months';
  readonly count: number;
}

/** Local times at which a layer covers: a window in each day, or in each week from Monday 00:00. */
export interface Restriction {
  readonly periodDays: 1 | 7;
  readonly startMinute: number;
  /** Duration, at most one period. */
  readonly durationMinutes: number;
}

/** Keeps the users of one turn on duty after a change of the list, and says who follows. */
export interface Anchor {
  /** Number of the turn during which the list changed. */
  readonly turn: number;
  /** The users who stay on duty until that turn ends. */
  readonly held: readonly string[];
  /** Position in the list of the user who is first on duty in the following turn. */
  readonly next: number;
}

export interface Layer {
  readonly name: string;
  readonly users: readonly string[];
  readonly length: RotationLength;
  readonly startMs: number;
  readonly endMs?: number;
  /** Local minute of the day at which turns end; that of the start by default. */
  readonly handoffMinute?: number;
  /** None: the layer always covers. */
  readonly restrictions: readonly Restriction[];
  /** Number of users who are on duty at the same time. */
  readonly concurrency: number;
  readonly anchor?: Anchor;
}

export interface Schedule {
  /** IANA time zone of all local times. */
  readonly timeZone: string;
  /** The last layer that covers a time determines who is on duty. */
  readonly layers: readonly Layer[];
}

export interface Override extends Interval {
  readonly id: string;
  readonly userId: string;
  /** Creation time. If overrides overlap, the latest created wins; at the same time, the one with the greater ID. */
  readonly createdMs: number;
}

/** A time for which one layer or override determines who is on duty. */
export interface Shift extends Interval {
  readonly users: readonly string[];
  readonly source: 'layer' | 'override';
  /** Name of the layer; empty for an override. */
  readonly layer: string;
  /** When the turn or override began, which may be before the shift. */
  readonly turnStart: number;
}
