import { PythonEnvironment, type Missing } from '@svc/testing';

/** The programs that read the files. */
export function installReaders(): Promise<PythonEnvironment | Missing> {
  return PythonEnvironment.install(['pyarrow==26.0.1', 'duckdb==2.0.1']);
}
