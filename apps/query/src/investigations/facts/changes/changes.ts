import type { ChangeFact } from '@svc/investigations';
import type { FactFamilies } from '../reading/fact-families.js';
import type { FactReader } from '../reading/fact-reader.js';
import { sampleTraces } from '../sample/trace-sample.js';
import { selectServicesOfVersions } from './releases.query.js';

export type ChangeSources = Pick<FactFamilies, 'flags' | 'releases'>;

/** The most changes of each kind. */
const MAX_CHANGES = 50;

/** Releases that were deployed and flags that were changed in the abnormal window, the earliest first. */
export async function readChanges(reader: FactReader, { flags, releases }: ChangeSources): Promise<ChangeFact[]> {
  const { abnormal } = reader.parameters;
  const { projectId } = reader.scope;
  const [from, to] = [new Date(abnormal.start), new Date(abnormal.end)];
  const [deployed, changed] = await Promise.all([
    releases.deployedBetween(projectId, from, to, MAX_CHANGES),
    flags.changedBetween(projectId, from, to, MAX_CHANGES),
  ]);
  const servicesOf = await readServices(
    reader,
    deployed.map(({ release }) => release),
  );
  const found = [
    ...deployed.flatMap(({ release, deployedAt }): ChangeFact[] =>
      deployedAt
        ? [
            {
              entity: { type: 'release', name: release },
              at: deployedAt.getTime(),
              services: servicesOf(release),
              attribute: { key: 'release', value: release },
            },
          ]
        : [],
    ),
    ...toFlagChanges(changed),
  ];
  return found.sort((a, b) => a.at - b.at);
}

/** The services whose requests have a release, by its name. The versions of spans may lack the service, as in `shop@1.2` of the shop. */
async function readServices(reader: FactReader, releases: readonly string[]): Promise<(release: string) => string[]> {
  if (releases.length === 0) return () => [];
  // The window ends with the onset.
  const sample = await sampleTraces(reader, 'end');
  const versions = releases.flatMap((release) => [release, ...splitRelease(release).slice(1)]);
  const rows = await reader.rows(selectServicesOfVersions(sample, versions));
  return (release) => {
    const [service, version] = splitRelease(release);
    const own = rows.filter((row) => row.version === release || (row.service === service && row.version === version));
    return own.map((row) => row.service);
  };
}

/** The name and the version of a release such as `shop@1.2`; nothing if it has no name. */
function splitRelease(release: string): string[] {
  const place = release.lastIndexOf('@');
  return place > 0 ? [release.slice(0, place), release.slice(place + 1)] : [];
}

/** A flag is recorded on spans by its key; its value is that of the variant, which a change does not name. */
function toFlagChanges(changed: readonly { readonly key: string; readonly updatedAt: Date }[]): ChangeFact[] {
  return changed.map(({ key, updatedAt }) => ({
    entity: { type: 'flag', name: key },
    at: updatedAt.getTime(),
    services: [],
    attribute: { key: `feature_flag.${key}` },
  }));
}
