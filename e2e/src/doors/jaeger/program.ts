import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually, freePorts } from '@svc/testing';

/** The path of the program jaeger-all-in-one 1.76; undefined without one, because to build it takes longer than the whole suite. */
export function jaegerProgram(): string | undefined {
  return process.env['SVC_TEST_JAEGER'];
}

/** Starts a Jaeger with a store in memory. */
export async function startJaeger(program: string) {
  const [http = 0, admin = 0, otlp = 0, otlpGrpc = 0, grpc = 0, collector = 0, collectorGrpc = 0] = await freePorts(7);
  const child = spawn(
    program,
    [
      `--query.http-server.host-port=127.0.0.1:${http}`,
      `--query.grpc-server.host-port=127.0.0.1:${grpc}`,
      `--admin.http.host-port=127.0.0.1:${admin}`,
      `--collector.otlp.http.host-port=127.0.0.1:${otlp}`,
      `--collector.otlp.grpc.host-port=127.0.0.1:${otlpGrpc}`,
      `--collector.http-server.host-port=127.0.0.1:${collector}`,
      `--collector.grpc-server.host-port=127.0.0.1:${collectorGrpc}`,
    ],
    { stdio: 'ignore', env: { ...process.env, SPAN_STORAGE_TYPE: 'memory' } },
  );
  const queryUrl = `http://127.0.0.1:${http}`;
  await eventually('Jaeger answers', async () => (await fetch(`${queryUrl}/api/services`)).ok);
  return {
    queryUrl,
    otlpUrl: `http://127.0.0.1:${otlp}`,
    async [Symbol.asyncDispose](): Promise<void> {
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
