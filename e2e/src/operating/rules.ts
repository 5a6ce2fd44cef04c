import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '@svc/testing';
import { parse } from 'yaml';

export const RULES = path.join(ROOT, 'deploy/alerts/svc.yaml');
export const RULE_TESTS = path.join(ROOT, 'deploy/alerts/svc.test.yaml');

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<string, string>>;
}

export async function readAlertRules(): Promise<AlertRule[]> {
  const { groups } = parse(await readFile(RULES, 'utf8')) as { groups: { rules: AlertRule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** Titles and expressions of the panels of the dashboard. */
export async function readPanels(): Promise<{ readonly title: string; readonly expressions: readonly string[] }[]> {
  const file = path.join(ROOT, 'deploy/dashboards/svc.json');
  const { panels } = JSON.parse(await readFile(file, 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  return panels.map(({ title, targets = [] }) => ({ title, expressions: targets.map(({ expr }) => expr) }));
}
