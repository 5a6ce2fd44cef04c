import { choice, flag, list, text, type Fields } from '../url/codec.js';

export const SORTS = ['name', 'requests', 'errors', 'p50', 'p95', 'p99', 'seen'] as const;
export type Sort = (typeof SORTS)[number];

/** The state of the page of services. */
export interface ServicesState {
  readonly view: 'list' | 'map';
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  /** Part of the name of the services that are listed. */
  readonly name: string;
  /** The selection in the map: the ID of a node, or the IDs of both ends of a connection. */
  readonly open: readonly string[];
  /** Whether the map is shown as tables. */
  readonly table: boolean;
}

export const SERVICES_FIELDS: Fields<ServicesState> = {
  view: choice(['list', 'map'], 'list'),
  sort: choice(SORTS, 'requests'),
  order: choice(['asc', 'desc'], 'desc'),
  name: text(),
  open: list(),
  table: flag(),
};
