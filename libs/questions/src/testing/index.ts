export { ASKED_AT, type QuestionCase } from './expectation.js';
export { HELD_OUT } from './held-out.js';
export { SHOP } from './shop-catalog.js';
export { TUNED } from './tuned.js';
