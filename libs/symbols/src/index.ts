export { RESYMBOLICATE } from './resymbolicate.js';
export { SymbolFileRefusal } from './columns/refusal.js';
export { Symbolicator, type SymbolicatorOptions } from './symbolicator/symbolicator.js';
export type {
  FrameSymbolication,
  SymbolicatedException,
  SymbolicatedFrame,
  SymbolicatedStack,
  Symbolication,
  SymbolicationRequest,
} from './symbolication.js';
export { BuildThread } from './build/build-thread.js';
export { checkNames } from './build/check-names.js';
export { SymbolStore, type NewSymbolFile, type StoredFiles, type SymbolStoreOptions } from './files/symbol-store.js';
export { listSymbolFiles } from './files/stored-files.js';
export type { SymbolFileKind } from './workers/lookup.js';
export type { FileNames } from './build/read-envelope.js';
