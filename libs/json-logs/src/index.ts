export { translateJsonLogs, type JsonLogsFormat } from './translate.js';
