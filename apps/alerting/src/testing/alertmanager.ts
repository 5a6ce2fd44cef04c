import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { eventually, freePort } from '@svc/test-servers';

const PROGRAMS = ['prometheus-alertmanager', 'alertmanager'];

/** Notification of a group that Alertmanager sent. */
export interface SentNotification {
  readonly groupLabels: Readonly<Record<string, string>>;
  readonly alerts: readonly {
    readonly status: 'firing' | 'resolved';
    readonly labels: Readonly<Record<string, string>>;
  }[];
}

export interface SentAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly startsAt?: string;
  readonly endsAt?: string;
}

/** The program in `SVC_TEST_ALERTMANAGER`, or one on the path; undefined without any. */
export async function findAlertmanager(): Promise<string | undefined> {
  const given = process.env['SVC_TEST_ALERTMANAGER'];
  for (const program of given === undefined ? PROGRAMS : [given]) {
    const answer = await promisify(execFile)(program, ['--version']).catch(() => undefined);
    if (answer) return program;
  }
  return undefined;
}

interface AlertStatus {
  readonly silencedBy: readonly string[];
  readonly inhibitedBy: readonly string[];
}

/** An Alertmanager with one route, whose notifications come to a receiver of this process. */
export class Alertmanager {
  readonly sent: SentNotification[] = [];

  private constructor(
    private readonly directory: string,
    private readonly child: ChildProcess,
    private readonly receiver: Server,
    private readonly url: string,
  ) {}

  /** @param route without its receiver; JSON is YAML. */
  static async start(program: string, route: object, inhibitRules: readonly object[]): Promise<Alertmanager> {
    const directory = await mkdtemp(path.join(tmpdir(), 'svc-alertmanager-'));
    const receiver = createServer();
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    const webhook = { url: `http://127.0.0.1:${port}/`, send_resolved: true };
    const config = {
      route: { ...route, receiver: 'spec' },
      receivers: [{ name: 'spec', webhook_configs: [webhook] }],
      inhibit_rules: inhibitRules,
    };
    const file = path.join(directory, 'alertmanager.yml');
    await writeFile(file, JSON.stringify(config));
    const address = `127.0.0.1:${await freePort()}`;
    const child = spawn(
      program,
      [
        `--config.file=${file}`,
        `--storage.path=${path.join(directory, 'data')}`,
        `--web.listen-address=${address}`,
        '--cluster.listen-address=',
      ],
      { stdio: 'ignore' },
    );
    const server = new Alertmanager(directory, child, receiver, `http://${address}`);
    receiver.on('request', (request, response) => void server.#receive(request).then(() => response.end()));
    await eventually('Alertmanager is ready', async () => (await fetch(`http://${address}/-/ready`)).ok);
    return server;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const exited = once(this.child, 'exit');
      this.child.kill();
      await exited;
    }
    this.receiver.close();
    this.receiver.closeAllConnections();
    await rm(this.directory, { recursive: true });
  }

  async post(alerts: readonly SentAlert[]): Promise<void> {
    await this.#call('POST', '/alerts', alerts);
  }

  /** @returns the ID of the silence. */
  async silence(
    matchers: readonly { labelName: string; operator: string; value: string }[],
    endsAt: Date,
  ): Promise<string> {
    const { silenceID } = (await this.#call('POST', '/silences', {
      matchers: matchers.map(({ labelName: name, operator, value }) => ({
        name,
        value,
        isRegex: operator.endsWith('~'),
        isEqual: operator.startsWith('='),
      })),
      startsAt: new Date().toISOString(),
      endsAt: endsAt.toISOString(),
      createdBy: 'spec',
      comment: 'spec',
    })) as { silenceID: string };
    return silenceID;
  }

  async expire(silenceId: string): Promise<void> {
    await this.#call('DELETE', `/silence/${silenceId}`);
  }

  /** Labels of the alerts, the silences that match them and the alerts that inhibit them. */
  async alerts(): Promise<{ labels: Record<string, string>; status: AlertStatus }[]> {
    return (await this.#call('GET', '/alerts')) as {
      labels: Record<string, string>;
      status: AlertStatus;
    }[];
  }

  async #receive(request: IncomingMessage): Promise<void> {
    this.sent.push(JSON.parse(await text(request)) as SentNotification);
  }

  async #call(method: string, resource: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${this.url}/api/v2${resource}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const content = await answer.text();
    if (!answer.ok) throw new Error(`Alertmanager answered ${answer.status}: ${content}`);
    return content === '' ? undefined : (JSON.parse(content) as unknown);
  }
}
