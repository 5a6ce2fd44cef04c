import type { Update } from '../../url/use-search-state.js';
import type { RespondState } from '../fields.js';

export interface TabProps {
  readonly state: RespondState;
  readonly update: Update<RespondState>;
}
