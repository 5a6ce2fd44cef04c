import { choice, optionalText, type Fields } from '../../url/codec.js';

export const VIEWS = ['waterfall', 'logs', 'errors', 'related'] as const;
export type View = (typeof VIEWS)[number];

/** The state of the page of a trace. */
export interface TraceState {
  readonly view: View;
  /** ID of the span whose details are open. */
  readonly span: string | undefined;
  /** ID of the log record whose details are open. */
  readonly log: string | undefined;
}

export const TRACE_FIELDS: Fields<TraceState> = {
  view: choice(VIEWS, 'waterfall'),
  span: optionalText(),
  log: optionalText(),
};
