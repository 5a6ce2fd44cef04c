import type { ChangeFact } from '@svc/investigations';
import type { FactFamilies } from '../reading/fact-families.js';
import type { FactReader } from '../reading/fact-reader.js';

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
  const found = [
    ...deployed.flatMap(({ release, deployedAt }): ChangeFact[] =>
      deployedAt
        ? [
            {
              entity: { type: 'release', name: release },
              at: deployedAt.getTime(),
              services: [],
              attribute: { key: 'release', value: release },
            },
          ]
        : [],
    ),
    ...toFlagChanges(changed),
  ];
  return found.sort((a, b) => a.at - b.at);
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
