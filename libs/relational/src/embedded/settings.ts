import { accessSync, constants } from 'node:fs';

/** The programs of Postgres do not inherit the environment of this process, which contains secrets. */
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' };

/**
 * Settings of the server, passed at every start, so that a change here also applies to existing directories.
 * The values serve one machine with a small memory: about 40 MB resident when idle, in five processes.
 */
export const SERVER_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  timezone: 'UTC',
  max_connections: '60',

  shared_buffers: '32MB',
  huge_pages: 'off',
  maintenance_work_mem: '32MB',
  jit: 'off',
  max_wal_size: '256MB',
  min_wal_size: '32MB',

  // Disables processes that are not needed: I/O workers, parallel workers, the replication launcher, more than one vacuum worker.
  io_method: 'sync',
  max_worker_processes: '1',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  max_wal_senders: '0',
  wal_level: 'minimal',
  autovacuum_max_workers: '1',
  autovacuum_worker_slots: '1',

  // The text, values and details of a failed statement come from a caller and must not be logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/** POSIX shared memory needs /dev/shm on Linux, which some containers lack; Postgres needs that of System V in any case. */
export function sharedMemoryType(): 'posix' | 'sysv' {
  if (process.platform !== 'linux') return 'posix';
  try {
    accessSync('/dev/shm', constants.W_OK);
    return 'posix';
  } catch {
    return 'sysv';
  }
}
