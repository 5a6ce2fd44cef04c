import type { Update } from '../../url/use-search-state.js';
import type { ReplaysState } from '../fields.js';

export interface ToolbarProps {
  readonly state: ReplaysState;
  readonly update: Update<ReplaysState>;
}
