export {
  ExportFiles,
  exportPrefix,
  fileExtension,
  resultKey,
  type Checkpoint,
  type ExportResult,
  type WritableExport,
  type WriteContext,
  type WrittenSoFar,
} from './export-files.js';
export { ExportFilesModule } from './export-files.module.js';
