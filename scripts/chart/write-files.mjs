/**
 * Writes the parts of the chart that come from other places, because a chart cannot read outside of its folder: the
 * settings of each service, the dashboards, the alert rules, the configuration of ClickHouse and the table of values in
 * its README. Needs a build.
 */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../tools.mjs';
import { CHART, readSchema, readValues } from './chart.mjs';
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

const settings = {};
for (const [name, app] of Object.entries(APPS)) {
  const module = await import(path.join(ROOT, `apps/${app}/dist/${app}.settings.js`));
  const declared = Object.entries(module[`${app.toUpperCase()}_SETTINGS`]).map(([variable, setting]) => [
    variable,
    { secret: setting.secret, required: !setting.optional && setting.default === undefined },
  ]);
  settings[name] = Object.fromEntries(declared);
}
writeFileSync(path.join(CHART, 'files/settings.json'), `${JSON.stringify(settings, null, 2)}\n`);

for (const folder of ['dashboards', 'alerts', 'clickhouse']) {
  const copies = path.join(CHART, 'files', folder);
  const sources = path.join(ROOT, 'deploy', folder);
  rmSync(copies, { recursive: true, force: true });
  if (existsSync(sources)) cpSync(sources, copies, { recursive: true, filter: (file) => !file.includes('.test.') });
}

const readme = path.join(CHART, 'README.md');
const [head] = readFileSync(readme, 'utf8').split('## Values');
writeFileSync(readme, `${head}## Values\n\n${describeValues(readSchema(), readValues())}\n`);
