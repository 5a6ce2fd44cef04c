import path from 'node:path';
import { configFromEnvironment, optional } from '@svc/config';
import { createRelational, isId, runningClusterUrl, type Project, type Relational } from '@svc/relational';
import { DATABASE_SETTINGS, STATE_SETTINGS } from '@svc/relational/settings';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { EXIT, type AdminContext, type ExitCode } from '../context.js';
import { awaiting } from '../responding.js';

/** The store keeps days of equal retention together, so there are few values. */
const RETENTION_DAYS = ['7', '14', '30', '60', '90', '180', '365'];

/** Without a URL, the service on one machine that runs on the state directory is meant. */
const SETTINGS = {
  ...STATE_SETTINGS,
  SVC_DATABASE_URL: optional(DATABASE_SETTINGS.SVC_DATABASE_URL),
} as const;

const SIGNALS = ['traces', 'logs', 'metrics', 'events'] as const;
type Signal = (typeof SIGNALS)[number];

interface Limits extends Partial<Record<`${Signal}RetentionDays`, string>> {
  readonly retentionDays?: string;
  /** null for the setting of all projects. */
  readonly quotaBytes?: bigint | null;
}

export function addProject(
  program: Command,
  { print, ...waiting }: AdminContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command('project <slug-or-id>')
    .description('Show or change how long the data of a project is kept and how much it may send.')
    .addOption(new Option('--retention-days <days>', 'days that new data is kept').choices(RETENTION_DAYS));
  for (const signal of SIGNALS)
    command.addOption(
      new Option(
        `--${signal}-retention-days <days>`,
        `the same for ${signal}; \`default\` for that of the project`,
      ).choices([...RETENTION_DAYS, 'default']),
    );
  command
    .option(
      '--quota-bytes <bytes>',
      'decompressed bytes within a window, `none`, or `default` for SVC_INGEST_QUOTA_BYTES',
      toQuota,
    )
    .action(async (name: string, limits: Limits) => {
      const relational = createRelational({ url: databaseUrl(), poolSize: 1 });
      try {
        print(describe(await awaiting('Postgres', waiting, () => change(relational, name, limits))));
        finish(EXIT.ok);
      } finally {
        await relational.close();
      }
    });
}

function databaseUrl(): string {
  const { SVC_DATABASE_URL, SVC_STATE_DIR } = configFromEnvironment(SETTINGS);
  return SVC_DATABASE_URL ?? runningClusterUrl(path.resolve(SVC_STATE_DIR, 'postgres'));
}

async function change({ client }: Relational, name: string, limits: Limits): Promise<Project> {
  const { retentionDays, quotaBytes } = limits;
  const [project, other] = await client.project.findMany({ where: isId(name) ? { id: name } : { slug: name } });
  if (!project) throw new Error(`There is no project ${name}.`);
  if (other) throw new Error(`Several organizations have a project ${name}. Give its ID.`);
  const signals = SIGNALS.flatMap((signal) => {
    const days = limits[`${signal}RetentionDays`];
    return days === undefined ? [] : [[`${signal}RetentionDays`, days === 'default' ? null : Number(days)] as const];
  });
  return client.project.update({
    where: { id: project.id },
    data: {
      ...(retentionDays !== undefined && { retentionDays: Number(retentionDays) }),
      ...(quotaBytes !== undefined && { ingestQuotaBytes: quotaBytes }),
      ...Object.fromEntries(signals),
    },
  });
}

function toQuota(text: string): bigint | null {
  if (text === 'default') return null;
  if (text === 'none') return 0n;
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('must be a number of bytes, `none` or `default`.');
  return BigInt(text);
}

function describe(project: Project): string {
  const { slug, retentionDays, ingestQuotaBytes } = project;
  const signals = SIGNALS.flatMap((signal) => {
    const days = project[`${signal}RetentionDays`];
    return days === null ? [] : [` (${signal} ${days})`];
  });
  return `${slug}: kept for ${retentionDays} days${signals.join('')}, quota ${describeQuota(ingestQuotaBytes)}`;
}

function describeQuota(bytes: bigint | null): string {
  if (bytes === null) return 'of the setting SVC_INGEST_QUOTA_BYTES';
  return bytes === 0n ? 'none' : `${bytes} bytes`;
}
