import { choice, flag, list, text, type Fields } from '../url/codec.js';
import { SCOPE_FIELDS, type ScopeValues } from '../url/scope-fields.js';

/** The list of dashboards. */
export interface DashboardsState {
  /** Text that the names contain. */
  readonly name: string;
  /** Tags that are shown; all if empty. */
  readonly tag: readonly string[];
}

export const DASHBOARDS_FIELDS: Fields<DashboardsState> = { name: text(), tag: list() };

/** One dashboard. The values of its variables are in the address too, as `var.` and their name. */
export interface DashboardState {
  readonly edit: boolean;
  /** The time range of the dashboard or that of the page; the latter if the address has one and nothing is chosen. */
  readonly times: 'auto' | 'own' | 'page';
}

export const DASHBOARD_FIELDS: Fields<DashboardState> = {
  edit: flag(),
  times: choice(['auto', 'own', 'page'], 'auto'),
};

/** The time range of the page, and whether it applies. */
export const PAGE_RANGE_FIELDS: Fields<Pick<ScopeValues, 'from' | 'to'> & Pick<DashboardState, 'times'>> = {
  from: SCOPE_FIELDS.from,
  to: SCOPE_FIELDS.to,
  times: DASHBOARD_FIELDS.times,
};
