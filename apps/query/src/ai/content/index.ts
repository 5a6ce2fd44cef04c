export { ContentModule } from './content.module.js';
export { ContentReader, type StepPlace } from './content-reader.js';
