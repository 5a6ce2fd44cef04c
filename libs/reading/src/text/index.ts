export { cutText } from './cut-text.js';
