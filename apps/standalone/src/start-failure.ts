import { OtherVersionError } from '@svc/columnar';
import { EmbeddedPostgresError, StateInUseError } from '@svc/relational';
import type { StandaloneConfig } from './standalone.settings.js';
import { UnusableStateDirectory } from './state-directory.js';

const PORTS = ['SVC_HTTP_PORT', 'SVC_INGEST_PORT', 'SVC_OTLP_GRPC_PORT', 'SVC_METRICS_PORT'] as const;

/**
 * Explains why the service cannot start and how to avoid the problem; undefined for an unknown failure, whose stack is
 * needed to understand it.
 */
export function startFailure(
  cause: unknown,
  config: Pick<StandaloneConfig, (typeof PORTS)[number]>,
): string | undefined {
  if (cause instanceof StateInUseError)
    return `The process ${cause.pid} uses this state directory. Stop it, or choose another directory with SVC_STATE_DIR.`;
  if (cause instanceof EmbeddedPostgresError || cause instanceof UnusableStateDirectory) return cause.message;
  if (cause instanceof OtherVersionError)
    return 'Another version wrote the data of this state directory. Start that version, or restore a backup: see docs/operating/upgrade.md.';
  const { code, port } = cause as NodeJS.ErrnoException & { readonly port?: number };
  const setting = PORTS.find((name) => port !== undefined && config[name] === port);
  if (setting && code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop that program, or choose another port with ${setting}.`;
  if (setting && code === 'EACCES')
    return `Port ${port} cannot be opened by this user. Choose a port above 1023 with ${setting}.`;
  return undefined;
}
