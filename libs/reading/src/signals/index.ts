export { ERROR_FIELDS, ERROR_LEVELS } from './error-fields.js';
export { EVENT_ATTRIBUTES, EVENT_FIELDS } from './event-fields.js';
export { readableCulprit } from './readable-culprit.js';
export { selectIssueIds, toUuid, variantSet } from './issue-variants.js';
export { levelName, LEVELS } from './levels.js';
export { LOG_FIELDS } from './log-fields.js';
export { LOG_READER } from './log-reader.js';
export { KINDS, kindName, STATUSES, statusName, SPAN_FIELDS } from './span-fields.js';
