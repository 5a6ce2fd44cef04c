export { translateLokiPush, type LokiFormat } from './translate.js';
