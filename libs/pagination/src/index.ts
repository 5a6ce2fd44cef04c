export { createCursors, type CursorBounds, type Cursors, type FilterValue, type Position } from './cursors.js';
export {
  keysetList,
  NEWEST_FIRST,
  type Key,
  type KeyFields,
  type KeysetList,
  type KeysetOrder,
} from './keyset-list.js';
export { cutPage, pageLimit, type Page, type PageLimits } from './page.js';
export { toTimeRange } from './time-range.js';
export { createResumeIds, type ResumeIds, type ResumeIdsFactory, type StreamBounds } from './resume-ids.js';
