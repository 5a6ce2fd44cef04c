export { ProjectReader, type ReadingCall } from './project-reader.js';
export { ProjectReaders } from './project-readers.js';
