import assert from 'node:assert/strict';
import { OtherVersionError } from '@svc/columnar';
import { EmbeddedPostgresError, StateInUseError } from '@svc/relational';
import { startFailure } from './start-failure.js';
import { UnusableStateDirectory } from './state-directory.js';

const CONFIG = { SVC_HTTP_PORT: 8080, SVC_INGEST_PORT: 4318, SVC_OTLP_GRPC_PORT: 4317, SVC_METRICS_PORT: undefined };
const failure = (code: string, port: number) => Object.assign(new Error(`listen ${code}`), { code, port });

describe('startFailure', () => {
  it('names the port that is in use and its setting', () => {
    for (const [port, setting] of [
      [8080, 'SVC_HTTP_PORT'],
      [4318, 'SVC_INGEST_PORT'],
      [4317, 'SVC_OTLP_GRPC_PORT'],
    ] as const)
      assert.equal(
        startFailure(failure('EADDRINUSE', port), CONFIG),
        `Port ${port} is in use by another program. Stop that program, or choose another port with ${setting}.`,
      );
  });

  it('names the ports that need no privileges', () => {
    assert.match(
      startFailure(failure('EACCES', 80), { ...CONFIG, SVC_HTTP_PORT: 80 }) ?? '',
      /above 1023 with SVC_HTTP_PORT/,
    );
  });

  it('names the process that uses the state directory', () => {
    assert.equal(
      startFailure(new StateInUseError(4711), CONFIG),
      'The process 4711 uses this state directory. Stop it, or choose another directory with SVC_STATE_DIR.',
    );
  });

  it('says that another version wrote the data', () => {
    assert.match(startFailure(new OtherVersionError('0009_x'), CONFIG) ?? '', /^Another version wrote the data/);
  });

  it('shows what Postgres printed when it cannot start', () => {
    const failure = new EmbeddedPostgresError('The embedded Postgres did not start.', 'FATAL:  no room\n');
    assert.equal(startFailure(failure, CONFIG), 'The embedded Postgres did not start.\nFATAL:  no room');
  });

  it('says that the state directory cannot be used', () => {
    assert.equal(startFailure(new UnusableStateDirectory('/data is read-only.'), CONFIG), '/data is read-only.');
  });

  it('leaves any other failure to the log', () => {
    assert.equal(startFailure(new Error('unforeseen'), CONFIG), undefined);
  });
});
