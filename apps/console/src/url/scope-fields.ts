import { DEFAULT_RANGE } from '../time/range.js';
import { list, optionalText, text, type Fields } from './codec.js';

/** The part of an address that every page about a project has. */
export interface ScopeValues {
  /** Deployment environments; all of them if empty. */
  readonly env: readonly string[];
  /** Bounds of the time range, relative such as `-1h` and `now`, or absolute in ISO 8601. */
  readonly from: string;
  readonly to: string;
  /** Time zone of the page; that of the user if undefined. */
  readonly tz: string | undefined;
}

export const SCOPE_FIELDS: Fields<ScopeValues> = {
  env: list(),
  from: text(DEFAULT_RANGE.from),
  to: text(DEFAULT_RANGE.to),
  tz: optionalText(),
};
