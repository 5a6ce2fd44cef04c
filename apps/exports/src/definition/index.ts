export {
  filterValues,
  FORMATS,
  SIGNALS,
  type ExportDefinition,
  type ExportFormat,
  type ExportOptions,
  type ExportSignal,
} from './export-definition.js';
export { parseDefinition } from './parse-definition.js';
