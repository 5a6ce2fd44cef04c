export { typedAttributes } from './typed-attributes.js';
