export { estimateBytes, takeFitting, MAX_ANSWER_BYTES } from './answer-size.js';
export { toPagination } from './pagination.message.js';
export { WindowCursors } from './window-cursors.js';
