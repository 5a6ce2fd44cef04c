export { estimateBytes, takeFitting, MAX_ANSWER_BYTES } from './answer-size.js';
export { SliceSizes } from './slice-sizes.js';
export { toPagination } from './pagination.message.js';
export { WindowCursors } from './window-cursors.js';
