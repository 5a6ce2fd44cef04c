export { estimateBytes, takeFitting, MAX_ANSWER_BYTES } from './answer-size.js';
export { SliceSizes } from './slice-sizes.js';
export { ceilToDate, toListPosition, toStoredKey, type StoredKey } from './time-key.js';
export { toPagination, WindowCursors, type WindowedList } from './window-cursors.js';
