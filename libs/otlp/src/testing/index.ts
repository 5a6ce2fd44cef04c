export { decodeRequest, encodeRequest } from './oracle.js';
