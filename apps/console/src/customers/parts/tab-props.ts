import type { Update } from '../../url/use-search-state.js';
import type { CustomersState } from '../fields.js';

export interface TabProps {
  readonly state: CustomersState;
  readonly update: Update<CustomersState>;
}
