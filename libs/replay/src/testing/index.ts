export { element, hostileMarkup, text, type HostileMarkup, type MarkupNode } from './hostile-markup.js';
