export { parseExactJson, toNumber } from './parse-exact-json.js';
