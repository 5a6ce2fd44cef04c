import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@svc/testing';
import { theService } from '../topology.js';
import { makeProject } from '../workspace/project.js';

export const run = promisify(execFile);

/** A shell of a user who follows a guide: with the profile that a first start writes, for a project of its own. */
export class GuideShell {
  readonly #home: string;

  private constructor(home: string) {
    this.#home = home;
  }

  static async open(): Promise<GuideShell> {
    const home = await mkdtemp(path.join(tmpdir(), 'svc-guide-'));
    const { httpUrl, ingestUrl, apiKey } = theService();
    const profile = {
      api_url: `${httpUrl}/api/v1`,
      ingest_url: ingestUrl,
      api_key: apiKey,
      project: (await makeProject()).id,
    };
    await mkdir(path.join(home, '.config/svc'), { recursive: true });
    await writeFile(path.join(home, '.config/svc/config.json'), JSON.stringify({ profiles: { default: profile } }));
    return new GuideShell(home);
  }

  /** Runs lines in a shell in which npm installs globally for this user only. @returns what they print. */
  async run(lines: string): Promise<string> {
    const { httpUrl, ingestUrl } = theService();
    const script = lines.replaceAll('http://127.0.0.1:8080', httpUrl).replaceAll('http://127.0.0.1:4318', ingestUrl);
    const home = this.#home;
    const env = { HOME: home, npm_config_prefix: home, PATH: `${home}/bin:${process.env['PATH']}` };
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: ROOT, env });
    return stdout;
  }

  close(): Promise<void> {
    return rm(this.#home, { recursive: true, force: true });
  }
}

/** The blocks of code of a language in a Markdown text. */
export function blocks(text: string, language: string): string[] {
  return Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')), ([, block = '']) => block);
}
