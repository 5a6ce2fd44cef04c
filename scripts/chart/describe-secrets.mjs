/** Describes the keys of the Secret of the chart as a Markdown table, from the settings that services declare. */

/** Keys that only the stores of the chart read. */
const STORE_KEYS = [
  ['CLICKHOUSE_PASSWORD', 'with `stores.clickhouse`', 'Password of `stores.clickhouse.user`'],
  ['VALKEY_PASSWORD', 'with `stores.valkey`', 'Password of Valkey'],
];

/** Settings whose value the chart has by itself in some cases. */
const EXCEPTIONS = { SVC_DATABASE_URL: ', unless `stores.postgres` is enabled' };

/**
 * One row for each secret, those that are needed first. `settings` has the services, and in each its settings with `secret`,
 * `required` and `description`.
 */
export function describeSecrets(settings) {
  const secrets = new Map();
  for (const [service, declared] of Object.entries(settings))
    for (const [name, { secret, required, description }] of Object.entries(declared)) {
      if (!secret) continue;
      const { services, isNeeded } = secrets.get(name) ?? { services: [], isNeeded: false };
      secrets.set(name, { services: [...services, service], isNeeded: isNeeded || required, description });
    }
  const rows = [...secrets].map(([name, { services, isNeeded, description }]) => [
    name,
    services.join(', '),
    isNeeded ? `yes${EXCEPTIONS[name] ?? ''}` : 'no',
    description,
  ]);
  const needed = rows.filter(([, , isNeeded]) => isNeeded !== 'no');
  const optional = rows.filter(([, , isNeeded]) => isNeeded === 'no');
  const ofStores = STORE_KEYS.map(([name, isNeeded, text]) => [name, 'the store', isNeeded, text]);
  return [
    '| key | services | needed | meaning |',
    '| --- | --- | --- | --- |',
    ...[...needed, ...ofStores, ...optional].map(([name, ...cells]) => `| \`${name}\` | ${cells.join(' | ')} |`),
  ].join('\n');
}
