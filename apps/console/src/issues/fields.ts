import { choice, list, optionalText, text, type Field, type Fields } from '../url/codec.js';

export const STATUSES = ['new', 'ongoing', 'resolved', 'ignored', 'snoozed'] as const;
export type Status = (typeof STATUSES)[number];

/** The statuses of unresolved issues. */
const UNRESOLVED: readonly Status[] = ['new', 'ongoing'];
/** Stands for no filter in the address, because the absence of the parameter means the default. */
const ALL = 'all';

export const SORTS = ['last_seen', 'first_seen', 'events', 'users'] as const;

/** The list that is looked at on the page of issues. */
export interface IssuesState {
  readonly q: string;
  /** Statuses that are shown; all of them if empty. */
  readonly status: readonly Status[];
  readonly service: readonly string[];
  readonly release: readonly string[];
  /** ID of a member, or `none`; any if undefined. */
  readonly assignee: string | undefined;
  readonly sort: (typeof SORTS)[number];
  /** ID of the issue whose details are open. */
  readonly open: string | undefined;
}

export const ISSUES_FIELDS: Fields<IssuesState> = {
  q: text(),
  status: statuses(),
  service: list(),
  release: list(),
  assignee: optionalText(),
  sort: choice(SORTS, 'last_seen'),
  open: optionalText(),
};

function statuses(): Field<readonly Status[]> {
  return {
    read: (texts) => {
      const known = STATUSES.filter((status) => texts.includes(status));
      return known.length > 0 || texts.includes(ALL) ? known : UNRESOLVED;
    },
    write: (values) => {
      if (values.length === 0) return [ALL];
      return values.length === UNRESOLVED.length && UNRESOLVED.every((status) => values.includes(status)) ? [] : values;
    },
  };
}
