import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { ReleasesCreateRequest } from '@svc/contract';
import type { Release, Transaction } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { recordEvent, type NewDomainEvent } from '@svc/work';
import { compareReleases, sortReleases, type OrderedRelease } from './order/compare-releases.js';
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

  /** Name of the last release of a project in release order; undefined without releases. */
  async current(projectId: string, tx?: Transaction): Promise<string | undefined> {
    return sortReleases(await this.releases.listOrdered(projectId, tx)).at(-1)?.release;
  }

  /**
   * Negative if the first release precedes the second, see `compareReleases`. A name without a release has only its version to be
   * compared by.
   */
  async compare(projectId: string, a: string, b: string, tx?: Transaction): Promise<number> {
    const found = await this.releases.findAll(projectId, [a, b], tx);
    const find = (release: string): OrderedRelease =>
      found.find((one) => one.release === release) ?? { release, deployedAt: null, firstSeen: null };
    return compareReleases(find(a), find(b));
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
