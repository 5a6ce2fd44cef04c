/**
 * Writes the parts of the chart that come from other places, because a chart cannot read outside of its folder: the
 * settings of each service, the dashboards, the alert rules, the configuration of ClickHouse and the tables of secrets
 * and values in its README. Needs a build.
 */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../tools.mjs';
import { CHART, readSchema, readValues } from './chart.mjs';
import { describeSecrets } from './describe-secrets.mjs';
import { describeValues } from './describe-values.mjs';

/** The name of each process in the chart and its app. */
const APPS = {
  gateway: 'gateway',
  ingest: 'ingest',
  query: 'query',
  alerting: 'alerting',
  exports: 'exports',
  integrations: 'integrations',
  migrate: 'admin',
};

/** Secrets that a process could do without in other installations: its store would be the default address on this machine. */
const NEEDED = new Set(['SVC_CLICKHOUSE_URL', 'SVC_REDIS_URL', 'SVC_METRICS_TOKEN']);

/** Only migrations get the role that owns the tables. */
const isForbidden = (name, variable) => name === 'gateway' && variable === 'SVC_DATABASE_OWNER_URL';

const declarations = {};
for (const [name, app] of Object.entries(APPS)) {
  const module = await import(path.join(ROOT, `apps/${app}/dist/${app}.settings.js`));
  const declared = Object.entries(module[`${app.toUpperCase()}_SETTINGS`])
    .filter(([variable]) => !isForbidden(name, variable))
    .map(([variable, setting]) => {
      const isNeeded = NEEDED.has(variable) || (!setting.optional && setting.default === undefined);
      return [variable, { secret: setting.secret, required: isNeeded, description: setting.description }];
    });
  declarations[name] = Object.fromEntries(declared);
}
const settings = JSON.stringify(declarations, (key, value) => (key === 'description' ? undefined : value), 2);
writeFileSync(path.join(CHART, 'files/settings.json'), `${settings}\n`);

for (const folder of ['dashboards', 'alerts', 'clickhouse']) {
  const copies = path.join(CHART, 'files', folder);
  const sources = path.join(ROOT, 'deploy', folder);
  rmSync(copies, { recursive: true, force: true });
  if (existsSync(sources)) cpSync(sources, copies, { recursive: true, filter: (file) => !file.includes('.test.') });
}

const readme = path.join(CHART, 'README.md');
const tables = {
  secrets: describeSecrets(declarations),
  values: describeValues(readSchema(), readValues()),
};
const text = Object.entries(tables).reduce(
  (page, [name, table]) =>
    page.replace(
      new RegExp(`(<!-- ${name} -->\\n)[^]*?(\\n<!-- end -->)`),
      (_, start, end) => `${start}\n${table}\n${end}`,
    ),
  readFileSync(readme, 'utf8'),
);
writeFileSync(readme, text);
