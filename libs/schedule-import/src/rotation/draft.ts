import type { Place } from '../model/report.js';
import type { Rotation } from './rotation.js';

/** A rotation with its place in the source. */
export interface Track extends Rotation {
  readonly name: string;
  readonly place: Place;
  /** Precedence: people of a lower level are not on duty while those of a higher one are. People of the same level are on duty together. */
  readonly level: number;
}

/** A single time of duty. */
export interface Single {
  readonly name: string;
  readonly place: Place;
  readonly level: number;
  readonly person: string;
  /** Inclusive start in milliseconds since 1970. */
  readonly start: number;
  /** Exclusive end. */
  readonly end: number;
  /** The track or tracks that it replaces for its time; all of the schedule with an empty list. Without it, it is on duty as well. */
  readonly replaces?: readonly Place[];
}

/** What a schedule of another product has, before it is fitted to ours. */
export interface Draft {
  readonly name: string;
  readonly zone: string;
  readonly place: Place;
  readonly tracks: readonly Track[];
  readonly singles: readonly Single[];
  /** Whether a level has one person at a time, as with us: what comes later in the list then wins over what comes before. */
  readonly isExclusive?: boolean;
}
