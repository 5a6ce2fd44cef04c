import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually, ROOT } from '@svc/testing';
import type { TlsFiles } from './through.js';

export interface ProxyAddresses {
  /** Ports of the proxy for the two names. */
  readonly http: number;
  readonly ingest: number;
}

/** Ports of the service. */
export interface ServicePorts extends ProxyAddresses {
  readonly grpc: number;
}

export interface ProxyProgram {
  readonly name: string;
  /** The language of its block in docs/operating/proxy.md. */
  readonly language: string;
  /** Completes the block to a whole configuration. */
  configure(block: string, files: TlsFiles, directory: string): string;
  readonly options: (file: string, directory: string) => readonly string[];
}

export const PROXIES: readonly ProxyProgram[] = [
  {
    name: 'nginx',
    language: 'nginx',
    configure: (block, files, directory) =>
      [
        `daemon off; pid ${directory}/nginx.pid; error_log stderr warn; ${process.getuid?.() === 0 ? 'user root;' : ''}`,
        'events {}',
        `http { access_log off; ${temporaryPaths(directory)}`,
        block
          .replaceAll(/ssl_certificate .*;/g, `ssl_certificate ${files.certificateFile};`)
          .replaceAll(/ssl_certificate_key .*;/g, `ssl_certificate_key ${files.keyFile};`),
        '}',
      ].join('\n'),
    options: (file, directory) => ['-c', file, '-p', directory, '-e', 'stderr'],
  },
  {
    name: 'caddy',
    language: 'caddyfile',
    configure: (block, files) =>
      '{\n admin off\n auto_https disable_redirects\n}\n' +
      block.replaceAll(/^\S+ \{$/gm, `$&\n    tls ${files.certificateFile} ${files.keyFile}`),
    options: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

/** The block of the documentation with the ports of this machine instead of the usual ones, and `localhost` for both names. */
async function readBlock(language: string, proxy: ProxyAddresses, service: ServicePorts): Promise<string> {
  const page = await readFile(path.join(ROOT, 'docs/operating/proxy.md'), 'utf8');
  const block = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)?.[1];
  if (block === undefined) throw new Error(`docs/operating/proxy.md has no block for ${language}`);
  const listening = [proxy.http, proxy.ingest];
  return block
    .replaceAll(/listen 443 /g, () => `listen 127.0.0.1:${listening.shift()} `)
    .replace(/^ingest\.svc\.example\.com \{/m, `localhost:${proxy.ingest} {`)
    .replace(/^svc\.example\.com \{/m, `localhost:${proxy.http} {`)
    .replaceAll(/server_name .*;/g, 'server_name localhost;')
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${service.http}`)
    .replaceAll('127.0.0.1:4318', `127.0.0.1:${service.ingest}`)
    .replaceAll('127.0.0.1:4317', `127.0.0.1:${service.grpc}`);
}

function temporaryPaths(directory: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${directory}/${kind};`)
    .join(' ');
}

export interface RunningProxy {
  stop(): Promise<void>;
}

/** Starts a proxy as docs/operating/proxy.md configures it. */
export async function startProxy(
  program: ProxyProgram,
  executable: string,
  {
    files,
    directory,
    proxy,
    service,
  }: {
    files: TlsFiles;
    directory: string;
    proxy: ProxyAddresses;
    service: ServicePorts;
  },
): Promise<RunningProxy> {
  const file = path.join(directory, `${program.name}.conf`);
  await writeFile(file, program.configure(await readBlock(program.language, proxy, service), files, directory));
  const env = { PATH: process.env['PATH'], HOME: directory };
  const child = spawn(executable, program.options(file, directory), { stdio: ['ignore', 'ignore', 'pipe'], env });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill();
    await exited;
  };
  try {
    await eventually(`${program.name} listens`, async () => {
      if (child.exitCode !== null) throw new Error(complaints);
      return await fetch(`http://127.0.0.1:${proxy.http}`).then(
        () => true,
        // A port that speaks TLS ends the connection.
        (error: Error) => !String(error.cause).includes('ECONNREFUSED'),
      );
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/** Returns the path of a program; system directories are not always on the PATH of a user. */
export function findProgram(name: string): string | undefined {
  const directories = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  return directories.map((directory) => path.join(directory, name)).find((file) => existsSync(file));
}
