import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { ReleasesCreateRequest } from '@svc/contract';
import type { Release, Transaction } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { recordEvent, type NewDomainEvent } from '@svc/work';
import { sortReleases, type OrderedRelease } from './order/compare-releases.js';
import { compareToResolved, findCurrent } from './order/current-release.js';
import { ReleasesRepository, type ReleaseOwner, type ReleaseSighting } from './releases.repository.js';

const DAY_MS = 86_400_000;

/** The releases of projects and their order. */
@Injectable()
export class ReleasesService {
  constructor(
    private readonly releases: ReleasesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Records a release and its deploy. Repeating it updates only the fields that it names. */
  record(request: ReleasesCreateRequest, owner: ReleaseOwner, createdBy: string): Promise<Release> {
    const { release, author, commit, ref, url, deployedAt } = request;
    const now = new Date(this.clock());
    const deployed = deployedAt && timestampDate(deployedAt);
    if (deployed && deployed.getTime() > now.getTime() + DAY_MS)
      throw invalidField('deployed_at', 'must be at most a day in the future');
    if (url !== undefined && url !== '' && !isWebUrl(url))
      throw invalidField('url', 'must be an absolute http or https URL without a user');
    return this.releases.transaction(async (tx) => {
      const known = await this.releases.claim(owner, release, createdBy, now, tx);
      const details = { author, commit, ref, url, deployedAt: deployed ?? known.deployedAt ?? now };
      const recorded = await this.releases.update(known.id, details, now, tx);
      const isDeploy = known.deployedAt?.getTime() !== details.deployedAt.getTime();
      if (isDeploy) await recordEvent(tx, toDeployEvent(recorded, details.deployedAt, now));
      return recorded;
    });
  }

  /** Records which releases errors named, in the caller's transaction. Repeating it changes nothing. */
  async seen(tx: Transaction, owner: ReleaseOwner, sightings: readonly ReleaseSighting[], now: Date): Promise<void> {
    const named = sightings.filter(({ release }) => release !== '');
    if (named.length > 0) await this.releases.saw(owner, named, now, tx);
  }

  /**
   * Name of the current release: the last deployed one of the packages that errors have named, see `findCurrent`. As long as no deploy is
   * known, it is the last one that errors named; anybody who may send errors chooses that.
   * @param named releases that the errors of an issue named.
   */
  async current(projectId: string, named: readonly string[], tx?: Transaction): Promise<string | undefined> {
    const deployed = await this.releases.listDeployed(projectId, new Date(this.clock()), tx);
    const current = findCurrent(deployed, named);
    return (current ?? sortReleases(await this.releases.listOrdered(projectId, tx)).at(-1))?.release;
  }

  /**
   * Positive if a release follows the one that an issue was resolved in, see `compareToResolved`. A name without a release has only its
   * version to be compared by.
   */
  async compareToResolved(
    projectId: string,
    release: string,
    resolved: { readonly release: string; readonly at: Date },
    tx?: Transaction,
  ): Promise<number> {
    const found = await this.releases.findAll(projectId, [release, resolved.release], tx);
    const find = (name: string): OrderedRelease =>
      found.find((one) => one.release === name) ?? { release: name, deployedAt: null, firstSeen: null };
    const deployed = await this.releases.listDeployed(projectId, new Date(this.clock()), tx);
    return compareToResolved(find(release), find(resolved.release), resolved.at, deployed);
  }
}

function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && /^https?:\/\//i.test(text) && username === '' && password === '';
}

function toDeployEvent(release: Release, deployedAt: Date, now: Date): NewDomainEvent {
  const { id, projectId, release: name, author, commit, ref, url } = release;
  const data = { release_id: id, release: name, author, commit, ref, url, deployed_at: deployedAt.toISOString() };
  return { projectId, type: 'release.deployed', subject: id, occurredAt: now, data };
}
