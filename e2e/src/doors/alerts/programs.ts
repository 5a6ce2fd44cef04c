import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, freePorts } from '@svc/testing';

/** A program that runs for a spec. */
export interface Program {
  readonly url: string;
  readonly directory: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** Prometheus, which is in the package of promtool, and Alertmanager. */
export function findPrograms(): { readonly prometheus: string; readonly alertmanager: string } {
  const besidePromtool = path.join(path.dirname(process.env['SVC_TEST_PROMTOOL'] ?? ''), 'prometheus');
  return {
    prometheus: existsSync(besidePromtool) ? besidePromtool : 'prometheus',
    alertmanager: process.env['SVC_TEST_ALERTMANAGER'] ?? 'prometheus-alertmanager',
  };
}

/**
 * Starts a program with the files of a directory of its own, and waits until it is ready.
 *
 * @param files contents by name; `config.yml` is the configuration. JSON is YAML.
 */
export async function startProgram(
  program: string,
  files: Readonly<Record<string, object>>,
  storage: string,
  more: readonly string[] = [],
): Promise<Program> {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-program-'));
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(directory, name), JSON.stringify(content));
  const [port] = (await freePorts(1)) as [number];
  const address = `127.0.0.1:${port}`;
  const options = [
    `--config.file=${path.join(directory, 'config.yml')}`,
    `${storage}=${path.join(directory, 'data')}`,
    `--web.listen-address=${address}`,
    ...more,
  ];
  const child = spawn(program, options, { stdio: 'ignore' });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    }
    await rm(directory, { recursive: true });
  };
  const url = `http://${address}`;
  await eventually(`${path.basename(program)} is ready`, async () => (await fetch(`${url}/-/ready`)).ok);
  return { url, directory, child, stop };
}
