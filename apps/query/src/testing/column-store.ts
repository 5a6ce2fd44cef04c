/** An embedded engine of its own with the current schema, in a directory that goes with it. */
export { temporaryStore as startTestColumnStore, type TemporaryStore as TestColumnStore } from '@svc/columnar/testing';
