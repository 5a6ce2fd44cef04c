export { ContentModule } from './content.module.js';
export { ContentReader, type StepPlace } from './content-reader.js';
export { selectContent, type ContentRow } from './content.query.js';
export { LargeValues } from './large-values.js';
export { toContent } from './step-sources.js';
