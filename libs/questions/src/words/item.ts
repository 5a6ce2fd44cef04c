import type { Name } from '../catalog/catalog.js';
import type { Window } from '../time/window.js';

export type ItemKind =
  | 'subject'
  | 'find'
  | 'who'
  | 'count'
  | 'series'
  | 'interval'
  | 'level'
  | 'traceStatus'
  | 'issueStatus'
  | 'order'
  | 'extreme'
  | 'agg'
  | 'measure'
  | 'figure'
  | 'modelGroup'
  | 'runStatus'
  | 'vague'
  | 'to'
  | 'and'
  | 'or'
  | 'filler'
  | 'limit'
  | 'group'
  | 'name'
  | 'excluded'
  | 'text'
  | 'excludedText'
  | 'excludedLevel'
  | 'attribute'
  | 'longerThan'
  | 'operation'
  | 'person'
  | 'traceId'
  | 'window'
  | 'clock';

/** What consecutive tokens of a question mean. */
export interface Item {
  readonly kind: ItemKind;
  readonly value: string;
  /** Index of the first token, and of the token after the last. */
  readonly first: number;
  readonly after: number;
  /** The names of the catalog that the words can mean. */
  readonly names?: readonly Name[];
  /** Whether the words are only a part of these names, or one of several meanings of a time. */
  readonly isUncertain?: boolean;
  /** The windows that a time can mean. */
  readonly windows?: readonly Window[];
}
