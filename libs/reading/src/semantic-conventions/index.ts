export { currentName, MAX_SPELLINGS, RENAMED_ATTRIBUTES, spellings, spellingsByPrefix } from './spellings.js';
