export { typedAttributes, typeLetters } from './typed-attributes.js';
