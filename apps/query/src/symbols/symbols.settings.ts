import { loadConfig, setting, type ConfigOf } from '@svc/config';

const MIB = 1024 * 1024;

/** Limits of symbol files and of their symbolication. */
export const SYMBOL_SETTINGS = {
  SVC_SYMBOLS_CACHE_BYTES: setting.integer({
    default: 256 * MIB,
    min: MIB,
    description: 'Bytes of symbol files that a process keeps in memory for symbolication',
  }),
  SVC_SYMBOLS_THREADS: setting.integer({
    default: 1,
    min: 1,
    max: 64,
    description: 'Symbolication threads of a process',
  }),
  SVC_SYMBOLS_MAX_UPLOAD_BYTES: setting.integer({
    default: 1024 * MIB,
    min: MIB,
    description: 'Maximum size of an uploaded mapping or of uploaded Apple debug symbols, in bytes',
  }),
  SVC_SYMBOLS_MAX_PROJECT_BYTES: setting.integer({
    default: 20 * 1024 * MIB,
    min: MIB,
    description: 'Maximum size of all symbol files of a project, in bytes as they were uploaded',
  }),
  SVC_SYMBOLS_MAX_UPLOADS: setting.integer({
    default: 4,
    min: 1,
    description: 'Maximum uploads of symbol files that a project may have at the same time',
  }),
} as const;

export type SymbolConfig = ConfigOf<typeof SYMBOL_SETTINGS>;

export const DEFAULT_SYMBOL_CONFIG: SymbolConfig = loadConfig(SYMBOL_SETTINGS, {});

/** Injection token of the values of the settings, if the process has them. */
export const SYMBOL_CONFIG = Symbol('SymbolConfig');
/** Injection token of the values of the settings, or of their defaults. */
export const SYMBOL_LIMITS = Symbol('SymbolLimits');
