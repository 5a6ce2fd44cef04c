import type { Update } from '../url/use-search-state.js';
import type { AiState } from './fields.js';

export interface TabProps {
  readonly state: AiState;
  readonly update: Update<AiState>;
}
