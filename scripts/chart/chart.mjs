/** The files of the chart, read without Helm. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../tools.mjs';

export const CHART = path.join(ROOT, 'deploy/helm/svc');
export const SERVICES = ['alerting', 'exports', 'gateway', 'ingest', 'integrations', 'query'];

const read = (file) => readFileSync(path.join(CHART, file), 'utf8');

export const readSchema = () => JSON.parse(read('values.schema.json'));
export const readValues = () => parse(read('values.yaml'));
export const readSettings = () => JSON.parse(read('files/settings.json'));
export const readNetwork = () => parse(read('files/network.yaml'));
export const readReadme = () => read('README.md');

/** The example values files by name. */
export function readExamples() {
  const files = readdirSync(path.join(CHART, 'examples')).filter((file) => file.endsWith('.yaml'));
  return new Map(files.map((file) => [path.basename(file, '.yaml'), parse(read(`examples/${file}`))]));
}

/** The objects that an example renders. */
export function readGolden(name) {
  const text = readFileSync(path.join(ROOT, 'deploy/helm/golden', `${name}.yaml`), 'utf8');
  return parseAllDocuments(text).flatMap((document) => document.toJS() ?? []);
}
