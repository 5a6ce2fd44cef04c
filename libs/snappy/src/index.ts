export { snappyDecode, snappySize } from './decode.js';
